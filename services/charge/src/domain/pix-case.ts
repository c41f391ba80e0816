import { type Cents, cents, type EndToEndId, type Id } from '@gx/core';
import { type BankReturn, bankReturnsOf, partOf, sentBackOf } from './bank-return.ts';
import type { Change, Charge, RefundProgress } from './charge.ts';
import { type Dispute, isAtStake, isMismatch } from './dispute.ts';
import { backToPaid, disputesOf, move, note, recordAt } from './disputes.ts';
import type { Status } from './transitions.ts';

/** A case about a Pix as its bank or an operator says it is, with the id that it will have if it is new. */
export type ShownCase = {
  readonly id: Id<'dispute'>;
  readonly providerId: string;
  readonly endToEndId: EndToEndId;
  /** What is contested; null: all that is left of the payment. */
  readonly amount: Cents | null;
  readonly status: 'open' | 'under_review' | 'won' | 'lost';
  readonly reason: 'fraud' | 'operational' | 'other';
  readonly evidenceDueBy: Date | null;
  readonly updatedAt: Date | null;
  /** The operator who says so. */
  readonly by?: string;
};
/**
 * What became of it; `contradicts`: what it says cannot follow what stands, and people have to look;
 * `nothing_left`: an operator opens what has nothing to hold, which is no case.
 */
export type CaseDecision =
  | (Change & { readonly kind: 'change' })
  | { readonly kind: 'keep' | 'contradicts' | 'not_posted' | 'nothing_left' };

/** In these its money may be set aside: it was credited, and did not go back whole. */
const HOLDS: ReadonlySet<Status> = new Set(['PAID', 'APPROVED', 'DISPUTE', 'CHARGEBACK']);

/**
 * Brings a case to where it stands (decisions, section 9). New, its money is set aside: what is contested, as
 * far as it is there. Known, it goes forward alone: what the bank showed before is no news, and a case that
 * was won stays so. Losing moves no money; devolutions do.
 */
export function applyCase(charge: Charge, shown: ShownCase, now: Date): CaseDecision {
  if (charge.settlement?.endToEndId === shown.endToEndId && charge.settlement.postedAt === null)
    return { kind: 'not_posted' };
  const known = disputesOf(charge).find(({ providerId }) => providerId === shown.providerId);
  if (known === undefined) {
    if (shown.by !== undefined && leftFor(charge, shown) === 0) return { kind: 'nothing_left' };
    return { kind: 'change', ...opened({ charge, events: [] }, shown, now) };
  }
  if (isOlder(known, shown)) return { kind: 'keep' };
  if (known.status !== 'open' && shown.status !== 'won' && shown.status !== 'lost') return { kind: 'keep' };
  if (isContradiction(charge, known, shown)) return { kind: 'contradicts' };
  const start = { charge, events: [] };
  const change = follow(note(start, withDetails(known, shown)), shown, now);
  return isSame(change, known) ? { kind: 'keep' } : { kind: 'change', ...change };
}

const isOlder = ({ shownAt }: Dispute, { updatedAt }: ShownCase): boolean =>
  shownAt !== undefined && updatedAt !== null && updatedAt < shownAt;

/**
 * Whether a decision cannot follow the one that stands: money that was released, or has gone back, is not
 * decided about again.
 */
function isContradiction(charge: Charge, known: Dispute, { status }: ShownCase): boolean {
  if (known.status === 'won') return status === 'lost';
  return known.status === 'lost' && status === 'won' && paidOf(charge, known) + runningOf(charge, known) > 0;
}

function withDetails(known: Dispute, { evidenceDueBy, updatedAt }: ShownCase): Dispute {
  const isLater = evidenceDueBy !== null && evidenceDueBy.getTime() !== known.evidenceDueBy?.getTime();
  const isShown = updatedAt !== null && updatedAt.getTime() !== known.shownAt?.getTime();
  if (!isLater && !isShown) return known;
  return { ...known, ...(isLater ? { evidenceDueBy } : {}), ...(isShown ? { shownAt: updatedAt } : {}) };
}

const isSame = ({ charge, events }: Change, known: Dispute): boolean =>
  events.length === 0 && disputesOf(charge).some((one) => one === known);

function opened(start: Change, shown: ShownCase, now: Date): Change {
  const { charge } = start;
  const left = leftFor(charge, shown);
  // What was decided for the merchant before anybody here knew of it has never held anything.
  const amount = cents(Math.min(shown.amount ?? left, left));
  const dispute = newDispute(shown, amount, now);
  const noted: Change = { ...start, charge: { ...charge, disputes: [...disputesOf(charge), dispute] } };
  if (shown.status === 'won') return note(noted, { ...dispute, status: 'won', decidedAt: now, settledAt: now });
  if (isMismatch(dispute)) return follow(noted, shown, now);
  const recorded = recordAt(noted, { type: 'charge.dispute_opened', dispute }, now);
  return follow(move(recorded, 'dispute', { dispute, now }), shown, now);
}

/** What a case about this payment may hold at most. */
function leftFor(charge: Charge, { endToEndId }: Pick<ShownCase, 'endToEndId'>): number {
  return charge.settlement?.endToEndId === endToEndId && HOLDS.has(charge.status) ? atStake(charge) : 0;
}

function newDispute(shown: ShownCase, amount: Cents, now: Date): Dispute {
  const { id, providerId, endToEndId, reason, evidenceDueBy, updatedAt, by } = shown;
  return {
    ...{ id, providerId, kind: 'dispute', status: 'open', amount, openedAt: now, reason, endToEndId },
    ...(evidenceDueBy === null ? {} : { evidenceDueBy }),
    ...(updatedAt === null ? {} : { shownAt: updatedAt }),
    ...(by === undefined ? {} : { openedBy: by }),
  };
}

/**
 * What was paid less what went back or is about to by other ways, and less what other cases have set aside or
 * taken. A refund that may not have left yet does not leave any more, so it counts for nothing.
 */
function atStake(charge: Charge): number {
  const refunded = charge.refunds.filter(mayBeGone).reduce((sum, { amount }) => sum + amount, 0);
  const returned = bankReturnsOf(charge).reduce(
    (sum, one) => (one.status === 'FAILED' ? sum : sum + one.amount - partOf(one)),
    0,
  );
  const cases = disputesOf(charge).reduce((sum, one) => sum + takenBy(charge, one), 0);
  return Math.max(0, charge.amount - refunded - returned - cases);
}

const mayBeGone = ({ status, mayHaveLeft }: RefundProgress): boolean =>
  status === 'REFUNDED' || status === 'IN_PROGRESS' || mayHaveLeft === true;

/** All of it until its hold is over: of a case that was won, too, while a devolution of it runs. */
const takenBy = (charge: Charge, dispute: Dispute): number =>
  dispute.settledAt === undefined ? dispute.amount : paidOf(charge, dispute) + runningOf(charge, dispute);

/** Where a known case goes from here. */
function follow(change: Change, { providerId, status, by }: ShownCase, now: Date): Change {
  const known = disputesOf(change.charge).find((one) => one.providerId === providerId) as Dispute;
  if (status === 'under_review' && known.status === 'open' && known.answeredAt === undefined)
    return note(change, { ...known, answeredAt: now });
  if ((status !== 'won' && status !== 'lost') || status === known.status) return change;
  return decided(change, { ...known, status, ...(by === undefined ? {} : { decidedBy: by }) }, now);
}

/**
 * A case is won: the money is the merchant's again. Or it is lost: its hold stands until a devolution is
 * final.
 */
export function decided(change: Change, ended: Dispute, now: Date): Change {
  const dispute: Dispute = { ...ended, decidedAt: now };
  const noted = note(change, dispute);
  if (isMismatch(dispute)) return note(noted, { ...dispute, settledAt: now });
  const cause = { dispute, now };
  // The release leaves first: the wallet has the money when the merchant hears of it.
  return dispute.status === 'won'
    ? backToPaid(settled(noted, dispute.id, now), 'win', cause)
    : settled(move(noted, 'chargeback', cause), dispute.id, now);
}

const partsOf = (charge: Charge, { id }: Pick<Dispute, 'id'>): readonly BankReturn[] =>
  bankReturnsOf(charge).filter(({ dispute }) => dispute?.id === id);
const sumOf = (charge: Charge, dispute: Dispute, status: BankReturn['status']): number =>
  partsOf(charge, dispute).reduce((sum, one) => (one.status === status ? sum + partOf(one) : sum), 0);
const paidOf = (charge: Charge, dispute: Dispute): number => sumOf(charge, dispute, 'REFUNDED');
const runningOf = (charge: Charge, dispute: Dispute): number => sumOf(charge, dispute, 'IN_PROGRESS');

/**
 * Releases what the hold of a case has left once nothing more is taken of it: it was won, a devolution of it
 * is final, or all of the payment is back at its payer. Not while a devolution of it runs.
 */
export function settled(change: Change, id: Id<'dispute'>, now: Date): Change {
  const { charge } = change;
  const dispute = disputesOf(charge).find((one) => one.id === id);
  if (dispute === undefined || dispute.status === 'open' || dispute.settledAt !== undefined) return change;
  const paid = paidOf(charge, dispute);
  const isFinal = dispute.status === 'won' || paid > 0 || sentBackOf(charge) >= charge.amount;
  if (!isFinal || runningOf(charge, dispute) > 0) return change;
  const isSpent = paid >= dispute.amount;
  const ended: Dispute = { ...dispute, settledAt: now, ...(isSpent ? {} : { paidAtRelease: cents(paid) }) };
  const noted = note(change, ended);
  return isSpent ? noted : recordAt(noted, { type: 'charge.dispute_closed', dispute: ended, paid: cents(paid) }, now);
}

/**
 * What devolutions had taken of the hold of a case when the rest was released; undefined where nothing was.
 * Of a case that an older version settled, what they have taken by now.
 */
export function paidAtReleaseOf(charge: Charge, dispute: Dispute): Cents | undefined {
  const { settledAt, paidAtRelease, amount } = dispute;
  if (settledAt === undefined || paidAtRelease !== undefined) return paidAtRelease;
  const paid = paidOf(charge, dispute);
  return paid < amount ? cents(paid) : undefined;
}

/**
 * The case that a devolution of the bank belongs to, and what its hold pays of it; undefined where none has
 * anything left. One that is lost comes first, then the one that was opened first.
 */
export function payingCase(
  charge: Charge,
  {
    endToEndId,
    amount,
    isOfCase,
  }: { readonly endToEndId: EndToEndId; readonly amount: Cents; readonly isOfCase: boolean },
): BankReturn['dispute'] | undefined {
  if (!isOfCase) return undefined;
  const cases = disputesOf(charge)
    .filter((one) => one.endToEndId === endToEndId && isAtStake(one))
    .map((one) => ({ ...one, left: one.amount - paidOf(charge, one) - runningOf(charge, one) }))
    .filter(({ left }) => left > 0)
    .toSorted((a, b) => Number(b.status === 'lost') - Number(a.status === 'lost'));
  const [first] = cases;
  return first === undefined ? undefined : { id: first.id, amount: cents(Math.min(amount, first.left)) };
}

/**
 * After a devolution moved: what it paid is told to the ledger, and a case whose hold has nothing left is
 * lost, whatever the bank says of it later.
 */
export function afterDevolution(change: Change, bankReturn: BankReturn, now: Date): Change {
  const { dispute: part, status } = bankReturn;
  const dispute = disputesOf(change.charge).find(({ id }) => id === part?.id);
  if (dispute === undefined) return change;
  const paid =
    status === 'REFUNDED' ? recordAt(change, { type: 'charge.dispute_paid', dispute, bankReturn }, now) : change;
  const isSpent = paidOf(paid.charge, dispute) >= dispute.amount;
  return isSpent && dispute.status === 'open'
    ? decided(paid, { ...dispute, status: 'lost' }, now)
    : settled(paid, dispute.id, now);
}

/** After a refund of the merchant moved: nothing may be left for a case that is lost to take. */
export const afterRefund = (change: Change, now: Date): Change =>
  disputesOf(change.charge).reduce((soFar, { id }) => settled(soFar, id, now), change);
