import type { AccountKey } from '@gx/contracts/keys';
import { accountOf, apiKeyRow, keyName } from './api-key.ts';
import { wireIdText } from './operator-id.ts';
import { EXIT, type ExitCode, OperatorError, type Terminal } from './terminal.ts';
import { type Connection, withClient } from './with-client.ts';

/** One key by its fingerprint or id, or all of an account. */
type RevokeKeys = { readonly key?: string; readonly account?: string; readonly yes?: true };

/**
 * Each answer waits for the last lease that a gateway may hold, so an account with many keys is not revoked
 * one by one.
 */
const AT_ONCE = 25;
const GONE =
  'No such API key is left to revoke: it was revoked or rotated before, or never issued. No gateway accepts it.\n';

/**
 * `ops keys revoke`: what a merchant's own deletion does, without its login. When this has said it, no
 * gateway accepts the key.
 */
export async function revokeKeys({ key, account, yes }: RevokeKeys, terminal: Terminal): Promise<ExitCode> {
  if (account === undefined && key !== undefined) return revokeOne(keyName(key), terminal);
  if (account === undefined || key !== undefined) throw new OperatorError('Name a key, or an account with --account.');
  return revokeAll(account, yes === true, terminal);
}

async function revokeOne(name: string, terminal: Terminal): Promise<ExitCode> {
  const { revoked } = await withClient({ service: 'keys', env: terminal.env }, ({ client, call }) =>
    client.revokeKeyByOperator(call, { key: name }),
  );
  if (revoked == null) terminal.out(GONE);
  else {
    const { accountId } = apiKeyRow(revoked);
    terminal.out(`${named(revoked)} of ${accountId} is revoked: no gateway accepts it any more.\n`);
  }
  return EXIT.done;
}

async function revokeAll(account: string, isMeant: boolean, terminal: Terminal): Promise<ExitCode> {
  const accountId = accountOf(account);
  const owner = wireIdText('account', accountId);
  const count = await withClient({ service: 'keys', env: terminal.env }, async (connection) => {
    const { total } = await connection.client.listAccountKeys(connection.call, { accountId, limit: 1 });
    if (total > 0 && !isMeant)
      throw new OperatorError(`${owner} has ${plural(total)}. Nothing was revoked: add --yes to revoke all of them.`);
    let revoked = 0;
    for await (const one of revokeEach(connection, accountId)) {
      terminal.out(`${named(one)}\n`);
      revoked += 1;
    }
    return revoked;
  });
  if (count === 0) terminal.out(`${owner} has no API key.\n`);
  else terminal.out(`${plural(count)} of ${owner} revoked: no gateway accepts one of them any more.\n`);
  return EXIT.done;
}

/** Until none is left: a user who may still log in, or rotates one meanwhile, makes new ones. */
async function* revokeEach({ client, call }: Connection<'keys'>, accountId: string): AsyncGenerator<AccountKey> {
  for (;;) {
    const { keys } = await client.listAccountKeys(call, { accountId });
    if (keys.length === 0) return;
    for (let start = 0; start < keys.length; start += AT_ONCE) {
      const answers = await Promise.all(
        keys.slice(start, start + AT_ONCE).map(({ id }) => client.revokeKeyByOperator(call, { key: id })),
      );
      for (const { revoked } of answers) if (revoked != null) yield revoked;
    }
  }
}

const plural = (count: number): string => (count === 1 ? '1 API key' : `${count} API keys`);

function named(key: AccountKey): string {
  const { keyId, prefix, mode } = apiKeyRow(key);
  return `${keyId} (${prefix}…, ${mode})`;
}
