import { type Id, newId } from '@gx/core';
import { type AccessTokens, accessTokens } from '../../../../services/keys/src/credentials/access-tokens.ts';
import type { Fate } from './fate.ts';
import { LOGINS } from './services.ts';
import type { Worker } from './worker.ts';

const CALL = { requestId: 'operator' };

/**
 * An account of the worker's own with its first user, and a login of theirs. Not part of any schedule:
 * nothing goes wrong here.
 */
export async function logIn(worker: Worker, calm: Fate): Promise<string> {
  const user = { email: `${worker.name}@example.com`, password: 'a password of the tests' };
  const { keys } = worker.gateway;
  const { fate } = worker;
  worker.fate = calm;
  await keys.createAccount(CALL, { name: 'Loja de Teste', userName: 'Ana', ...user });
  const { accessToken } = await keys.login(CALL, user);
  worker.fate = fate;
  return accessToken;
}

let tokens: Promise<AccessTokens> | undefined;

/**
 * A user of an account, logged in as one who may decide about payouts. Written as `keys` would: hashing a
 * password alone would cost more than a schedule.
 */
export async function userOf(worker: Worker, accountId: Id<'account'>): Promise<{ id: string; accessToken: string }> {
  const id = newId('user');
  const email = `${id}@example.com`;
  const user = { accountId, name: 'Ana', role: 'finance', status: 'active', tokenGeneration: 0 } as const;
  const stored = { _id: id as never, ...user, email, emailKey: email, createdAt: new Date() };
  await worker.database('keys').collection('users').insertOne(stored);
  tokens ??= accessTokens({ ...LOGINS, previousKeys: [] });
  const { token } = await (await tokens).sign({ id, ...user }, new Date());
  return { id, accessToken: token };
}
