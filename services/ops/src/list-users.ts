import { accountOf } from './api-key.ts';
import { EXIT, type ExitCode, type Terminal } from './terminal.ts';
import { counted, textTable } from './text-table.ts';
import { type UserRow, userRow } from './user-row.ts';
import { withClient } from './with-client.ts';

type ListUsers = { readonly account: string; readonly limit: number; readonly json?: true };

/** `ops user list`: the users of an account, the disabled ones too, in the order of their creation. */
export async function listUsers({ account, limit, json }: ListUsers, terminal: Terminal): Promise<ExitCode> {
  const accountId = accountOf(account);
  const { users, total } = await withClient({ service: 'keys', env: terminal.env }, ({ client, call }) =>
    client.listUsers(call, { accountId, limit }),
  );
  const rows = users.map(userRow);
  terminal.out(json ? `${JSON.stringify(rows)}\n` : userTable(rows, total));
  return EXIT.done;
}

const HEADINGS = ['USER', 'EMAIL', 'NAME', 'ROLE', 'STATUS', 'CREATED'];

/** The users as an operator reads them, and whether that is all of them. */
function userTable(rows: readonly UserRow[], total: number): string {
  const cells = rows.map(({ userId, email, name, role, status, createdAt }) => [
    userId,
    email,
    name,
    role,
    status,
    createdAt,
  ]);
  const more = rows.length < total ? `${rows.length} of ${counted(total, 'user')} shown.\n` : '';
  return `${textTable(HEADINGS, cells)}\n${more}`;
}
