import { type Command, Option } from 'commander';
import { ACCOUNT_SETTINGS, optionOf, SETTING_NAMES } from './account-settings.ts';
import { ACCOUNT_STATE_ACTS } from './account-standing.ts';
import { changeAccountState } from './change-account-state.ts';
import { BY_OPTION, environmentOf, exitWith, JSON_OPTION, type Run, wholeNumber } from './command-options.ts';
import { createAccount } from './create-account.ts';
import { setAccountSettings } from './set-account-settings.ts';
import { showAccount } from './show-account.ts';
import { EXIT } from './terminal.ts';

export function addAccounts(ops: Command, run: Run): void {
  const accounts = ops.command('account').description('Merchant accounts');
  addCreate(accounts, run);
  addSet(accounts, run);
  addStates(accounts, run);
  accounts
    .command('show')
    .description('Show what an account may do, what is in force for it in each mode, and what of that is its own.')
    .argument('<id>', 'which account')
    .option(...JSON_OPTION)
    .addHelpText('after', environmentOf('KEYS_ADDRESS'))
    .action((id, options) => run(showAccount, { id, ...options }));
}

function addCreate(accounts: Command, run: Run): void {
  accounts
    .command('create')
    .description('Open an account with its first user.')
    .requiredOption('--name <name>', 'name of the merchant')
    .requiredOption('--user-name <name>', 'name of the user')
    .requiredOption('--email <address>', 'the user logs in with it, in any case')
    .option('--platform-fee-basis-points <n>', 'share of each paid charge, in hundredths of a percent', wholeNumber)
    .option('--platform-fee-fixed <centavos>', 'added to the share', wholeNumber)
    .option(
      '--default-expires-in-seconds <n>',
      'how long a charge can be paid when its request does not say',
      wholeNumber,
    )
    .option('--settlement-delay-seconds <n>', 'how long a credit stays pending', wholeNumber)
    .option(...JSON_OPTION)
    .addHelpText('after', environmentOf('KEYS_ADDRESS', 'ACCOUNT_PASSWORD', 'the password'))
    .action((options) => run(createAccount, options));
}

const DEFAULT_TEXT =
  '\nEach takes `default` too: what the deployment has is in force again. Exit code 1 when an account, a setting or a value is refused; nothing is changed then.\n';

function addSet(accounts: Command, run: Run): void {
  const set = accounts
    .command('set')
    .description('Set what bounds the payouts and refunds of an account. What is not named stays as it is.')
    .argument('<id>', 'which account')
    .addOption(new Option('--mode <mode>', 'only in this mode; without it in both').choices(['live', 'test']))
    .option(...BY_OPTION)
    .option(...JSON_OPTION)
    .addHelpText('after', DEFAULT_TEXT + environmentOf('KEYS_ADDRESS'))
    .exitOverride(exitWith(EXIT.problems));
  for (const name of SETTING_NAMES) {
    const { value, says } = ACCOUNT_SETTINGS[name];
    set.option(`--${optionOf(name)} <${value}>`, says);
  }
  set.action((id, options) => run(setAccountSettings, { id, ...options }));
}

function addStates(accounts: Command, run: Run): void {
  for (const { act, state, says } of ACCOUNT_STATE_ACTS)
    accounts
      .command(act)
      .description(`${says} In force everywhere when this has answered. May be repeated.`)
      .argument('<id>', 'which account')
      .requiredOption(...BY_OPTION)
      .requiredOption('--reason <text>', 'why, for the record')
      .option(...JSON_OPTION)
      .addHelpText('after', environmentOf('KEYS_ADDRESS'))
      .action((id, options) => run(changeAccountState, { id, state, ...options }));
}
