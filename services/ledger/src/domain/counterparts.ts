import { type EndToEndId, type Id, isCents } from '@gx/core';
import {
  type HoldReference,
  type JournalEntry,
  type Reference,
  releaseReference,
  returnedReference,
  saysTheSame,
  suspenseReference,
} from './entry.ts';
import { entriesOf, type Hold, heldOf, holdOfEntry, isBankReturn } from './hold.ts';
import { isAmount } from './money-details.ts';
import { movementOf, providerFeeOf } from './postings.ts';
import { type Tranche, trancheOf } from './tranche.ts';
import { isWhole, type ProblemKind } from './walk.ts';
import { walletName } from './wallet.ts';

/**
 * What an entry has to agree with elsewhere: its hold, its tranche, the other entries of its Pix. The
 * verifier reads them after the entry, and what was written together with an entry, or before it, is there by
 * then; so all this is exact beside a running service.
 */
export type Counterparts = {
  readonly holds: ReadonlyMap<HoldReference, Hold>;
  readonly tranches: ReadonlyMap<Id<'charge'>, Tranche>;
  /** What bank returns have taken out of a tranche (below zero), less what went back. Absent: nothing. */
  readonly moved: ReadonlyMap<Id<'charge'>, number>;
  /** Read last. */
  readonly entries: ReadonlyMap<Reference, JournalEntry>;
};

export type BookProblem = { readonly kind: ProblemKind; readonly message: string };

/** The references of other entries that decide about this one. */
export function relatedReferences(entry: JournalEntry): readonly Reference[] {
  const released = trancheOpenedBy(entry) === undefined ? [] : [releaseReference(entry.chargeId as Id<'charge'>)];
  if (entry.endToEndId === null) return released;
  if (isReturned(entry)) return [suspenseReference(entry.endToEndId)];
  return isPaid(entry)
    ? [...released, suspenseReference(entry.endToEndId), returnedReference(entry.endToEndId)]
    : released;
}

/** The tranche that an entry opens, unless a foreign hand has made it one that nothing opens. */
export const trancheOpenedBy = (entry: JournalEntry): Tranche | undefined =>
  isWhole(entry) && isCents(movementOf(entry.postings).pending) ? trancheOf(entry) : undefined;

/**
 * Everything that is wrong between an entry and its counterparts. `patience` ends the wait for an entry of
 * another topic.
 */
export function faultsOf(entry: JournalEntry, counterparts: Counterparts, patience: Date): readonly BookProblem[] {
  return [
    holdFault(entry, counterparts),
    trancheFault(entry, counterparts),
    pixFault(entry, counterparts, patience),
  ].filter((fault) => fault !== undefined);
}

/** What is wrong with a hold by itself, or with the entries that stand under its references. */
export function faultOfHold(hold: Hold, entries: Counterparts['entries']): string | undefined {
  if (!isWholeHold(hold)) return `the hold ${hold.reference} has fields of another kind than any hold that was placed`;
  const missing = entriesOf(hold).find(({ reference }) => !entries.has(reference));
  return missing === undefined ? undefined : `the hold ${hold.reference} is ${hold.state} without ${missing.reference}`;
}

/**
 * The entries that a tranche hangs on: the credit that opened it, and the release that must not have been
 * yet.
 */
export function faultOfTranche(tranche: Tranche, opening: JournalEntry | undefined, moved = 0): string | undefined {
  const opened = opening === undefined ? undefined : trancheOpenedBy(opening);
  if (opened === undefined) return `no credit opened the tranche of charge ${tranche.chargeId}`;
  const same =
    walletName(opened) === walletName(tranche) &&
    opened.amount + moved === tranche.amount &&
    opened.releaseAt.getTime() === tranche.releaseAt.getTime();
  return same ? undefined : `the tranche of charge ${tranche.chargeId} is not what its credit opened`;
}

function holdFault(entry: JournalEntry, { holds }: Counterparts): BookProblem | undefined {
  const reference = holdOfEntry(entry.reference);
  if (reference === undefined) return undefined;
  const fault = (message: string): BookProblem => ({ kind: 'hold_mismatch', message });
  const hold = holds.get(reference);
  if (hold === undefined) return fault(`there is no hold ${reference}`);
  // A hold that is broken in itself is found where holds are read.
  if (!isWholeHold(hold)) return undefined;
  const own = entriesOf(hold).find((draft) => draft.reference === entry.reference);
  if (own === undefined) return fault(`the hold ${reference} is ${hold.state}: it has no such entry`);
  return saysTheSame(own, entry) ? undefined : fault(`the hold ${reference} says something else`);
}

function trancheFault(entry: JournalEntry, { tranches, entries, moved }: Counterparts): BookProblem | undefined {
  const opened = trancheOpenedBy(entry);
  if (opened === undefined) return undefined;
  const released = entries.has(releaseReference(opened.chargeId));
  const isEmptied = opened.amount + (moved.get(opened.chargeId) ?? 0) === 0;
  if (tranches.has(opened.chargeId) || released || isEmptied) return undefined;
  return { kind: 'tranche_mismatch', message: 'the credit is pending and in no tranche: nobody will release it' };
}

/**
 * One Pix is credited, or set aside; what was set aside is credited or returned, once, all of it (invariant
 * 2).
 */
function pixFault(entry: JournalEntry, { entries }: Counterparts, patience: Date): BookProblem | undefined {
  const pix = entry.endToEndId;
  if (pix === null || !(isPaid(entry) || isReturned(entry))) return undefined;
  const fault = (message: string): BookProblem => ({ kind: 'suspense_mismatch', message });
  const setAside = setAsideFor(pix, entry, entries);
  const amountOut = suspenseOf(entry);
  if (isPaid(entry) && entries.has(returnedReference(pix))) return fault('the Pix was credited and returned');
  if (amountOut === 0)
    return setAside === undefined ? undefined : fault('the Pix was credited without leaving suspense');
  if (setAside === undefined) {
    return entry.at < patience ? fault(`${amountOut} left suspense that never came there`) : undefined;
  }
  const came = 0 - suspenseOf(setAside);
  return came === amountOut ? undefined : fault(`${amountOut} left suspense of a Pix of ${came}`);
}

function setAsideFor(pix: EndToEndId, { livemode, currency }: JournalEntry, entries: Counterparts['entries']) {
  const found = entries.get(suspenseReference(pix));
  return found?.livemode === livemode && found.currency === currency && isWhole(found) ? found : undefined;
}

const isPaid = ({ reference }: JournalEntry): boolean => reference.startsWith('paid:');
const isReturned = ({ reference }: JournalEntry): boolean => reference.startsWith('returned:');

const suspenseOf = ({ postings }: JournalEntry): number =>
  postings.reduce((sum, { address, amount }) => (address === 'platform:suspense' ? sum + amount : sum), 0);

/** What a foreign hand may have stored has to be found, not to stop the verifier. */
export function isWholeHold(hold: Hold): boolean {
  const { state, held, terms, returns = [] } = hold;
  if (!['HELD', 'COMMITTED', 'VOIDED'].includes(state)) return false;
  if (isBankReturn(hold)) return terms !== null && isCents(terms.amount) && isCents(held) && held <= terms.amount;
  if (terms === null) return state === 'VOIDED' && held === 0;
  if (!(isCents(terms.amount) && isCents(terms.fee) && isCents(providerFeeOf(terms)))) return false;
  const { paid = [], released = 0 } = hold;
  if (!isCents(released) || !paid.every(({ amount, fromHold }) => isCents(amount) && isCents(fromHold))) return false;
  const returned = returns.reduce((sum, { amount }) => sum + amount, 0);
  const isReturned = returns.every(({ amount }) => isAmount(amount)) && returned <= terms.amount;
  return held === heldOf(terms) && isReturned && (returned === 0 || state === 'COMMITTED');
}
