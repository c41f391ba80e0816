import { newId } from '@gx/core';
import type { Deps } from '../deps.ts';
import { checkLabel, cleartextOf, issue, type LiveKey } from '../domain/api-key.ts';
import type { ActingUser } from '../domain/caller.ts';
import { newKey, userAct } from '../new-act.ts';

/** A key with its cleartext, which only the answer that carries this ever shows. */
export type IssuedKey = LiveKey & { readonly cleartext: string };
type IssueKey = { readonly label: string | undefined; readonly livemode: boolean };

/** Makes a key of the caller's account. */
export async function issueKey(
  { keys }: Pick<Deps, 'keys'>,
  caller: ActingUser,
  now: Date,
  { label, livemode }: IssueKey,
): Promise<IssuedKey> {
  const key = newKey(checkLabel(label));
  const owner = { id: newId('apiKey'), accountId: caller.accountId, livemode };
  const { slot, audit } = issue(owner, key, userAct(caller.userId, now, caller.clientAddress));
  await keys.insert(slot, audit);
  return { ...slot.live, cleartext: cleartextOf(livemode, key.random) };
}
