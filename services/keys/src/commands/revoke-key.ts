import type { Id } from '@gx/core';
import type { Deps } from '../deps.ts';
import { revoke } from '../domain/api-key.ts';
import type { Act } from '../domain/audit.ts';

/** Whose key it is to be, and who says so. */
type Revoker = { readonly accountId: Id<'account'>; readonly act: Act };

/** Ends a key for good, and answers once no gateway can accept it. */
export async function revokeKey(
  { keys, revocations }: Pick<Deps, 'keys' | 'revocations'>,
  { accountId, act }: Revoker,
  id: Id<'apiKey'>,
): Promise<void> {
  const { before } = await keys.update(accountId, id, (slot) => revoke(slot, act));
  await revocations.takeEffect(before.live.fingerprint);
}
