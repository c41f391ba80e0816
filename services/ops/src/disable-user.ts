import { operatorId } from './operator-id.ts';
import { EXIT, type ExitCode, OperatorError, type Terminal } from './terminal.ts';
import { userRow } from './user-row.ts';
import { withClient } from './with-client.ts';

type DisableUser = { readonly id: string; readonly by: string };

/** `ops user disable`: when this has said it, the user logs in no more and none of its login tokens is good. */
export async function disableUser({ id, by }: DisableUser, terminal: Terminal): Promise<ExitCode> {
  const userId = operatorId('user', id);
  const { user, wasDisabled } = await withClient({ service: 'keys', env: terminal.env }, ({ client, call }) =>
    client.disableUser(call, { userId, operator: by }),
  );
  if (user == null) throw new OperatorError('keys answered without a user.');
  const row = userRow(user);
  const since = wasDisabled ? 'was disabled before' : 'is disabled';
  terminal.out(`${row.userId} of ${row.accountId} ${since}: no login and no login token of it is good any more.\n`);
  return EXIT.done;
}
