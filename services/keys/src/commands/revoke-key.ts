import type { Id } from '@gx/core';
import type { Deps } from '../deps.ts';
import { revoke } from '../domain/api-key.ts';
import type { Caller } from '../domain/caller.ts';
import { newAct } from '../new-act.ts';

/** Ends a key for good, and answers once no gateway can accept it. */
export const revokeKey =
  ({ keys, revocations }: Pick<Deps, 'keys' | 'revocations'>) =>
  async (caller: Caller, now: Date, id: Id<'apiKey'>): Promise<void> => {
    const act = newAct(caller, now);
    const { before } = await keys.update(caller.accountId, id, (slot) => revoke(slot, act));
    await revocations.takeEffect(before.live.fingerprint);
  };
