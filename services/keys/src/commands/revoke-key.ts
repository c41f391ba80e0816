import type { Id } from '@gx/core';
import type { Deps } from '../deps.ts';
import { revoke } from '../domain/api-key.ts';
import type { ActorId } from '../domain/audit.ts';
import { newAct } from '../new-act.ts';

/** Whose key it is to be, and who says so. */
type Revoker = { readonly accountId: Id<'account'>; readonly actorId: ActorId };

/** Ends a key for good, and answers once no gateway can accept it. */
export async function revokeKey(
  { keys, revocations }: Pick<Deps, 'keys' | 'revocations'>,
  { accountId, actorId }: Revoker,
  now: Date,
  id: Id<'apiKey'>,
): Promise<void> {
  const act = newAct(actorId, now);
  const { before } = await keys.update(accountId, id, (slot) => revoke(slot, act));
  await revocations.takeEffect(before.live.fingerprint);
}
