import { accountOf } from './api-key.ts';
import { EXIT, type ExitCode, OperatorError, type Terminal } from './terminal.ts';
import { userRow } from './user-row.ts';
import { withClient } from './with-client.ts';

type AddUser = {
  readonly account: string;
  readonly email: string;
  readonly role: string;
  readonly name?: string;
  readonly by?: string;
  readonly json?: true;
};

/** `ops user add`: a user of an account, with a password that is shown this once. */
export async function addUser(
  { account, email, role, name, by, json }: AddUser,
  terminal: Terminal,
): Promise<ExitCode> {
  const accountId = accountOf(account);
  const optional = { ...(name === undefined ? {} : { name }), ...(by === undefined ? {} : { operator: by }) };
  const { user, password } = await withClient({ service: 'keys', env: terminal.env }, ({ client, call }) =>
    client.addUser(call, { accountId, email, role, ...optional }),
  );
  if (user == null) throw new OperatorError('keys answered without a user.');
  const row = userRow(user);
  const text = `${row.userId} of ${row.accountId} can log in as ${role}. The password is shown this once:\n${password}\n`;
  terminal.out(json ? `${JSON.stringify({ ...row, password })}\n` : text);
  return EXIT.done;
}
