import type { Command } from 'commander';
import { environmentOf, JSON_OPTION, type Run } from './command-options.ts';
import { encryptPersonalData } from './encrypt-personal-data.ts';
import { erasePersonalData } from './erase-personal-data.ts';
import { exportPersonalData } from './export-personal-data.ts';

const DOCUMENT_OPTION = [
  '--document <id>',
  'CPF, CNPJ or other tax id of the customer or of who paid, written in any way',
] as const;
const CHARGE_OPTION = ['--charge <id>', 'a charge whose customer gave no document'] as const;

export function addPrivacy(ops: Command, run: Run): void {
  const privacy = ops.command('privacy').description('Personal data of the customers of merchants (LGPD, article 18)');
  privacy
    .command('export')
    .description('Print what charges hold of a customer, the oldest first. Contains personal data.')
    .option(...DOCUMENT_OPTION)
    .option(...CHARGE_OPTION)
    .option('--account <id>', 'what this account holds; without it, what all do')
    .option(...JSON_OPTION)
    .addHelpText('after', environmentOf('CHARGE_ADDRESS'))
    .action((options) => run(exportPersonalData, options));
  privacy
    .command('encrypt')
    .description(
      'Bring the charges that older versions stored in the clear, and who paid them, under keys of the persons: export and erase find them from then on. May be broken off and run again, beside everything else.',
    )
    .addHelpText('after', environmentOf('CHARGE_ADDRESS'))
    .action((options) => run(encryptPersonalData, options));
  privacy
    .command('erase')
    .description(
      'Destroy the keys of a customer: when this has answered, nobody can read what charges and their events hold of it, the bus included, and back-ups once the next one has replaced the keys. It takes a minute and a half, cannot be taken back, and may be repeated. Refused while the customer can still pay.',
    )
    .option(...DOCUMENT_OPTION)
    .option(...CHARGE_OPTION)
    .option('--account <id>', 'what this account holds; without it, what all do')
    .addHelpText('after', environmentOf('CHARGE_ADDRESS'))
    .action((options) => run(erasePersonalData, options));
}
