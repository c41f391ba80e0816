import { type AuthenticatorApp, authenticatorApp } from '@gx/testkit';
import { call, type KeyOwner, type KeysClient, merchant, type TestKeys } from './harness.ts';

export const STEP_MS = 30_000;

/** A clock that a test moves; codes are those of its moment. */
export function testClock(start = new Date()) {
  let at = start;
  return {
    now: (): Date => at,
    /** Time passes, by steps of codes. */
    pass: (steps: number): void => {
      at = new Date(at.getTime() + steps * STEP_MS);
    },
  };
}
export type TestClock = ReturnType<typeof testClock>;

/** Gives a user a second factor; the app's code of this moment is used up then. */
export async function withTotp(
  client: KeysClient,
  clock: TestClock,
  { accessToken }: Pick<KeyOwner, 'accessToken'>,
  from: { readonly clientAddress?: string } = {},
): Promise<AuthenticatorApp> {
  const { secret } = await client.setUpTotp(call, { accessToken });
  const app = authenticatorApp(secret);
  await client.confirmTotp(call, { accessToken, code: app.code(clock.now()), ...from });
  return app;
}

/** A replica with a clock of the test's own, and a user who has logged in by it. */
export async function startUser({ replica }: TestKeys) {
  const clock = testClock();
  const { client } = await replica({}, clock.now);
  return { client, clock, owner: await merchant(client) };
}

/** How an act is answered without a right code, and how a login is. */
export const REFUSED = { code: 'forbidden', more: { reason: 'totp_required' } } as const;
export const AT_LOGIN = { code: 'unauthorized', more: { param: 'totp', reason: 'totp_required' } } as const;
