import { accountStateIn } from '@gx/core';
import type { Clients } from '../clients.ts';
import type { EdgeOptions } from '../edge/app.ts';
import type { minuteWindow } from './minute-window.ts';

type ActDeps = {
  readonly keys: Pick<Clients['keys'], 'readToken'>;
  readonly count: ReturnType<typeof minuteWindow>;
  /** Of one account. */
  readonly keyChangesPerMinute: number;
};

/**
 * Lets an act of a user in. Each change of API keys leaves a slot and audit events behind for good. Keys says
 * whose the token is, so neither a second login nor a forged token gives anybody another window or uses up
 * somebody else's; nor does a user who may not change keys.
 */
export const admitAct =
  ({ keys, count, keyChangesPerMinute }: ActDeps): NonNullable<EdgeOptions['admitAct']> =>
  async (call, { accessToken, changesKeys }) => {
    const right = changesKeys ? ({ right: 'change_api_keys' } as const) : {};
    const owner = await keys.readToken(call, { accessToken, ...right });
    const accountState = accountStateIn(owner.accountState);
    if (!changesKeys) return { accountState };
    return { accountState, rateLimit: await count(`key-changes:${owner.accountId}`, keyChangesPerMinute) };
  };
