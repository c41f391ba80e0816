import { type Id, invariant } from '@gx/core';
import type { Deps } from '../deps.ts';
import { checkLabel, cleartextOf, rotate } from '../domain/api-key.ts';
import type { ActingUser } from '../domain/caller.ts';
import { newKey, userAct } from '../new-act.ts';
import type { IssuedKey } from './issue-key.ts';

type RotateKey = { readonly id: Id<'apiKey'>; readonly label: string | undefined };

/** Puts a new key in the place of the old one, and answers once no gateway can accept the old one. */
export async function rotateKey(
  { keys, revocations }: Pick<Deps, 'keys' | 'revocations'>,
  caller: ActingUser,
  now: Date,
  { id, label }: RotateKey,
): Promise<IssuedKey> {
  const key = newKey(checkLabel(label));
  const act = userAct(caller.userId, now, caller.clientAddress);
  const { before, live } = await keys.update(caller.accountId, id, (slot) => rotate(slot, key, act));
  invariant(live !== null, 'a rotation leaves a live key');
  await revocations.takeEffect(before.live.fingerprint);
  return { ...live, cleartext: cleartextOf(before.livemode, key.random) };
}
