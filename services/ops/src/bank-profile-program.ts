import { type Command, Option } from 'commander';
import { checkBankProfile } from './check-bank-profile.ts';
import { commaList, environmentOf, JSON_OPTION, type Run, wholeNumber } from './command-options.ts';
import { listBankProfiles } from './list-bank-profiles.ts';
import { retireBankProfile } from './retire-bank-profile.ts';
import { setBankProfile } from './set-bank-profile.ts';

/** What a bank that demands a certificate is shown. */
const BANK_TLS_ENVIRONMENT = `
For a bank that demands a certificate; without them it is shown none. As every secret also from a file: <NAME>_FILE.
  BANK_CERTIFICATE      PEM: ours first, then those that lead to its authority
  BANK_CERTIFICATE_KEY  its private key, PEM without a passphrase
  BANK_AUTHORITY        PEM: who vouches for the bank, instead of those that Node trusts
`;

export function addBankProfiles(ops: Command, run: Run): void {
  const profiles = ops.command('bank-profile').description('How charges reach a bank');
  addSetBankProfile(profiles, run);
  profiles
    .command('list')
    .description('Show every bank profile: which one takes new charges, and which is retired. No secret is shown.')
    .option(...JSON_OPTION)
    .addHelpText('after', environmentOf('CHARGE_ADDRESS'))
    .action((options) => run(listBankProfiles, options));
  profiles
    .command('retire')
    .description('No new charges for a bank profile; what began at it goes on there. May be repeated.')
    .argument('<id>', 'name of the profile')
    .requiredOption('--by <name>', 'who decided, for the record')
    .option('--undo', 'take it back: the profile stands in its old place again')
    .option('--leave-none', 'also where no other profile takes the new charges that it took: they are refused then')
    .addHelpText('after', environmentOf('CHARGE_ADDRESS'))
    .action((id, options) => run(retireBankProfile, { id, ...options }));
  profiles
    .command('check')
    .description('Ask the bank for everything that a profile needs. Changes nothing. Exit code 1 when something fails.')
    .argument('<id>', 'name of the profile')
    .option(...JSON_OPTION)
    .addHelpText('after', environmentOf('CHARGE_ADDRESS'))
    .action((id, options) => run(checkBankProfile, { id, ...options }));
}

function addSetBankProfile(profiles: Command, run: Run): void {
  profiles
    .command('set')
    .description('Make a bank profile, or replace the one with this id as a whole, its certificate too.')
    .requiredOption('--id <id>', 'name of the profile')
    .addOption(new Option('--mode <mode>', 'whose charges it serves').choices(['test', 'live']).makeOptionMandatory())
    .requiredOption('--base-url <url>', 'address of the bank')
    .option('--base-path <path>', 'where its API Pix begins', '/v2')
    .option('--token-path <path>', 'where its OAuth tokens are had', '/oauth/token')
    .requiredOption('--client-id <id>', 'OAuth client')
    .requiredOption('--pix-key <key>', 'the Pix key that receives')
    .requiredOption('--merchant-name <name>', 'receiver shown by the payer’s bank in a code that we build')
    .requiredOption('--merchant-city <city>', 'its city')
    .option('--provider-fee-fixed <centavos>', 'what the bank takes for each charge', wholeNumber, 0)
    .option('--provider-fee-basis-points <n>', 'and its share, in hundredths of a percent', wholeNumber, 0)
    .option(
      '--payer-query',
      'its GET /pix can be queried for a payer; without it a payer lock holds what its callbacks do not name',
    )
    .option('--pix-out-path <path>', 'where it sends Pix out, behind the base path; without it refunds are devolutions')
    .option(
      '--acquirer-path <path>',
      'where its acquirer for other methods is (/acquirer/v1); without it there is none',
    )
    .option('--receipt-path <path>', 'where its receipts of Pix are, behind the base path; without it there are none')
    .option('--balance-path <path>', 'where it says what the account holds, behind the base path')
    .option('--pix-out-fee <centavos>', 'what it takes for a Pix-out', wholeNumber, 0)
    .option(
      '--pix-out-destinations <list>',
      'whom it sends Pix to, of key, bank_account and br_code; without it to keys',
      commaList,
    )
    .option('--pix-out-one-at-a-time', 'its account sends one Pix at a time: the next waits for the end of the last')
    .option('--key-owner-path <path>', 'where it says whose a key is, behind the base path; without it it does not')
    .option(
      '--key-lookups-per-minute <n>',
      'how many look-ups of keys its directory allows in a minute; without it 20',
      wholeNumber,
    )
    .option('--key-lookups-at-once <n>', 'and how many at once after a pause; without it 100', wholeNumber)
    .option('--infractions-path <path>', 'where it lists infraction reports; without it operators open disputes')
    .option('--by <name>', 'who decided, for the record; needed where it takes two operators')
    .option('--use', 'new charges of its mode are made at it from now on, as they are at a profile that is new')
    .option('--simulator', 'the bank is a simulator; refused for live charges unless the deployment allows it')
    .addHelpText(
      'after',
      environmentOf('CHARGE_ADDRESS', 'BANK_CLIENT_SECRET', 'the OAuth client’s secret') + BANK_TLS_ENVIRONMENT,
    )
    .action((options) => run(setBankProfile, options));
}
