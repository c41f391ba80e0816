import { operatorId } from './operator-id.ts';
import { EXIT, type ExitCode, OperatorError, type Terminal } from './terminal.ts';
import { userRow } from './user-row.ts';
import { withClient } from './with-client.ts';

type RemoveTotp = { readonly id: string; readonly by: string; readonly reason: string };

/** `ops user remove-totp`: when this has said it, the user logs in by the password alone, and anew. */
export async function removeTotp({ id, by, reason }: RemoveTotp, terminal: Terminal): Promise<ExitCode> {
  const userId = operatorId('user', id);
  const { user, wasRemoved } = await withClient({ service: 'keys', env: terminal.env }, ({ client, call }) =>
    client.removeTotpByOperator(call, { userId, operator: by, reason }),
  );
  if (user == null) throw new OperatorError('keys answered without a user.');
  const row = userRow(user);
  const done = wasRemoved
    ? 'has no second factor: nothing was changed.'
    : 'has no second factor any more: no login token of it is good, and the password logs in alone.';
  terminal.out(`${row.userId} of ${row.accountId} ${done}\n`);
  return EXIT.done;
}
