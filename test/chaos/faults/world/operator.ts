import type { Fate } from './fate.ts';
import type { Lane } from './lane.ts';

const CALL = { requestId: 'operator' };

/**
 * An account of the lane's own with its first user, and a login of theirs. Not part of any schedule: nothing
 * goes wrong here.
 */
export async function logIn(lane: Lane, calm: Fate): Promise<string> {
  const user = { email: `${lane.name}@example.com`, password: 'a password of the tests' };
  const { keys } = lane.gateway;
  const { fate } = lane;
  lane.fate = calm;
  await keys.createAccount(CALL, { name: 'Loja de Teste', userName: 'Ana', ...user });
  const { accessToken } = await keys.login(CALL, user);
  lane.fate = fate;
  return accessToken;
}
