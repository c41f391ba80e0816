import { readSettings, settingsText } from './account-settings.ts';
import { operatorId } from './operator-id.ts';
import { EXIT, type ExitCode, type Terminal } from './terminal.ts';
import { withClient } from './with-client.ts';

type ShowAccount = { readonly id: string; readonly json?: true };

/** `ops account show`: what is in force for an account, the deployment's and its own. */
export async function showAccount({ id, json }: ShowAccount, terminal: Terminal): Promise<ExitCode> {
  const accountId = operatorId('account', id);
  const inForce = await withClient({ service: 'keys', env: terminal.env }, (connection) =>
    readSettings(connection, accountId),
  );
  terminal.out(settingsText(accountId, inForce, { json: json === true }));
  return EXIT.done;
}
