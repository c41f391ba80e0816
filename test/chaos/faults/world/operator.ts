import type { Fate } from './fate.ts';
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
