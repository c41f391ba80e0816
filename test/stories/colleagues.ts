import { newId } from '@gx/core';
import { merchant } from './merchant.ts';
import { operator } from './operator.ts';
import type { Stack } from './stack.ts';

export type UserRole = 'owner' | 'finance' | 'developer' | 'viewer';
export type Colleague = { readonly userId: string; readonly accessToken: string };

/** Logs a user in at the dashboard. */
export async function logIn(
  { gateway }: Pick<Stack, 'gateway'>,
  login: { readonly email: string; readonly password: string },
): Promise<Colleague> {
  const { email, password } = login;
  const { body } = await merchant(gateway, '').send('POST', '/v1/auth/login', { body: { email, password } });
  const { id: userId } = body['user'] as { readonly id: string };
  return { userId, accessToken: String(body['accessToken']) };
}

/** Another user of an account, logged in. */
export async function openColleague(
  stack: Stack,
  accountId: string,
  role: UserRole,
): Promise<Colleague & { readonly email: string; readonly password: string }> {
  const email = `${role}-${newId('user')}@example.com`;
  const args = ['user', 'add', '--account', accountId, '--email', email, '--role', role, '--json'];
  const { password } = JSON.parse(await done(stack, ...args)) as { password: string };
  return { ...(await logIn(stack, { email, password })), email, password };
}

/** From now on another user has to approve the test payouts of the account, or nobody. */
export const setApproval = (stack: Stack, accountId: string, approval: 'required' | 'none'): Promise<string> =>
  done(stack, 'account', 'set', accountId, '--mode', 'test', '--payout-approval', approval);

async function done(stack: Stack, ...args: readonly string[]): Promise<string> {
  const { code, out, err } = await operator(stack, ...args);
  if (code !== 0) throw new Error(`ops ${args.join(' ')}: ${code} ${err}`);
  return out;
}
