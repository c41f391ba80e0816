import { Refusal } from '@gx/core';
import type { Deps } from '../deps.ts';
import type { KeyName, Slot } from '../domain/api-key.ts';
import { operatorAct } from '../new-act.ts';
import { revokeKey } from './revoke-key.ts';

type Keys = Pick<Deps, 'keys' | 'revocations'>;

/**
 * Ends a key of whatever account in the name of the operators' program; answers the slot as it was, or
 * undefined when no live key has this name, and either way once no gateway can accept it.
 */
export async function revokeKeyByOperator(
  { keys, revocations }: Keys,
  now: Date,
  name: KeyName,
): Promise<Slot | undefined> {
  const slot = await keys.find(name);
  if (slot !== undefined && (await isOurs({ keys, revocations }, now, slot))) return slot;
  // Another caller may have ended it a moment ago: gateways may hold a lease as if it had been us.
  await revocations.takeEffect('fingerprint' in name ? name.fingerprint : slot?.live.fingerprint);
  return undefined;
}

/** False if somebody else rotated or revoked the key since it was found. */
async function isOurs(deps: Keys, now: Date, { accountId, live }: Slot): Promise<boolean> {
  try {
    await revokeKey(deps, { accountId, act: operatorAct(now) }, live.id);
    return true;
  } catch (error) {
    if (error instanceof Refusal && error.code === 'not_found') return false;
    throw error;
  }
}
