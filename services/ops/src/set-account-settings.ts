import type { AccountSettingValues } from '@gx/contracts/keys';
import { parseId, Refusal } from '@gx/core';
import { readSettings, SETTING_NAMES, settingsText } from './account-settings.ts';
import { EXIT, type ExitCode, OperatorError, type Terminal } from './terminal.ts';
import { withClient } from './with-client.ts';

type SetAccountSettings = AccountSettingValues & {
  readonly id: string;
  readonly mode?: 'live' | 'test';
  readonly by?: string;
  readonly json?: true;
};

/** `ops account set`: settings of an account's own, in one mode or in both. Exit code 1 for what is refused. */
export async function setAccountSettings(options: SetAccountSettings, terminal: Terminal): Promise<ExitCode> {
  const { id, mode, by, json } = options;
  const accountId = parseId('account', id);
  if (accountId === undefined) throw refused(`This is no id of an account: ${id}`);
  const given = SETTING_NAMES.filter((name) => options[name] !== undefined);
  if (given.length === 0) throw refused('Name a setting. Add --help to see which there are.');
  const values: AccountSettingValues = Object.fromEntries(given.map((name) => [name, options[name]]));
  const request = {
    accountId,
    values,
    ...(mode === undefined ? {} : { livemode: mode === 'live' }),
    ...(by === undefined ? {} : { operator: by }),
  };
  const inForce = await withClient({ service: 'keys', env: terminal.env }, async (connection) => {
    await connection.client.setAccountSettings(connection.call, request);
    return readSettings(connection, accountId);
  }).catch(explained);
  terminal.out(settingsText(accountId, inForce, { json: json === true }));
  return EXIT.done;
}

const refused = (message: string, cause?: unknown): OperatorError =>
  new OperatorError(message, { exit: EXIT.problems, cause });

/** Only what keys says of the account and its settings is a refusal: an outage is none. */
function explained(error: unknown): never {
  const isRefusal = error instanceof Refusal && ['invalid_request', 'not_found'].includes(error.code);
  throw isRefusal ? refused(error.message, error) : error;
}
