import type { Command } from 'commander';
import { environmentOf, JSON_OPTION, type Run } from './command-options.ts';
import { encryptPersonalData } from './encrypt-personal-data.ts';
import { erasePersonalData } from './erase-personal-data.ts';
import { exportPersonalData } from './export-personal-data.ts';

const DOCUMENT_OPTION = ['--document <id>', 'CPF, CNPJ or other tax id of the person, written in any way'] as const;
const CHARGE_OPTION = ['--charge <id>', 'instead: a charge whose customer gave no document'] as const;
const PIX_KEY_OPTION = [
  '--pix-key <key>',
  'instead of a document: the Pix key or Pix code that money went to, of a person whose document nobody named',
] as const;
const ACCOUNT_OPTION = ['--account <id>', 'what this account holds; without it, what all do'] as const;
const ENVIRONMENT = environmentOf('CHARGE_ADDRESS, PAYOUT_ADDRESS, REFUND_ADDRESS');

export function addPrivacy(ops: Command, run: Run): void {
  const privacy = ops
    .command('privacy')
    .description('Personal data of the customers and payees of merchants (LGPD, article 18)');
  privacy
    .command('export')
    .description('Print what charges, payouts and refunds hold of a person, the oldest first. Contains personal data.')
    .option(...DOCUMENT_OPTION)
    .option(...CHARGE_OPTION)
    .option(...PIX_KEY_OPTION)
    .option(...ACCOUNT_OPTION)
    .option(...JSON_OPTION)
    .addHelpText('after', ENVIRONMENT)
    .action((options) => run(exportPersonalData, options));
  privacy
    .command('encrypt')
    .description(
      'Bring the charges that older versions stored in the clear, who paid them, evidence about them, and where refunds went, under keys of the persons: export and erase find them from then on. May be broken off and run again, beside everything else.',
    )
    .addHelpText('after', environmentOf('CHARGE_ADDRESS, REFUND_ADDRESS'))
    .action((options) => run(encryptPersonalData, options));
  privacy
    .command('erase')
    .description(
      'Destroy the keys of a person: when this has answered, nobody can read what charges, payouts, refunds and their events hold of it, the bus included, and back-ups once the next one has replaced the keys. It takes a minute and a half, cannot be taken back, and may be repeated: a service that refused or failed is named, and the others are done. Refused while the person can still pay or a case is open, or a payout or refund to it has not ended.',
    )
    .option(...DOCUMENT_OPTION)
    .option(...CHARGE_OPTION)
    .option(...PIX_KEY_OPTION)
    .option(...ACCOUNT_OPTION)
    .addHelpText('after', ENVIRONMENT)
    .action((options) => run(erasePersonalData, options));
}
