import type { Cents } from '@gx/core';
import { accept, type DecisionContext } from './accept.ts';
import type { Change, Charge, Decision, KnownPayer, PixCode, Review } from './charge.ts';
import { isPayerKnown, KEEP } from './charge.ts';
import { present } from './create.ts';
import { decidePayment, type Evidence, type IncomingPayment, type ReceivedPix } from './decide-payment.ts';
import { optionOf } from './payment-options.ts';
import { orderReturn } from './return-money.ts';
import { endReview, hold, type ReviewEnd, rejectionOf } from './review.ts';

/** One Pix as the bank confirmed it, and what is known about it. */
export type ConfirmedPayment = ReceivedPix & Evidence & { readonly paidBy: KnownPayer | null };
/** Money the bank confirmed for a charge, and what it says about the charge itself. */
export type ConfirmedPayments = {
  readonly payments: readonly ConfirmedPayment[];
  /** Completes a creation that has not been answered yet. */
  readonly pix: PixCode | null;
  /** Trace of the callback. */
  readonly traceparent: string | null;
};

/**
 * Decides about each Pix once, in the order in which the bank settled them; one that hangs on who paid is
 * left out until somebody has asked. A charge that is still being created is completed in the same write:
 * money proves that the bank has it. Held money goes its way when the bank has come to say who paid.
 */
export function decideConfirmed(charge: Charge, confirmed: ConfirmedPayments, now: Date): Decision {
  const { change } = decideAll(charge, confirmed, now);
  return change.charge === charge ? KEEP : { kind: 'change', ...change };
}

/** The first Pix that cannot be decided about before it is known who paid. */
export const openQuestion = (charge: Charge, confirmed: ConfirmedPayments, now: Date): ConfirmedPayment | undefined =>
  decideAll(charge, confirmed, now).open[0];

type Progress = { readonly change: Change; readonly open: readonly ConfirmedPayment[] };

function decideAll(charge: Charge, confirmed: ConfirmedPayments, now: Date): Progress {
  const context = { now, traceparent: confirmed.traceparent };
  const known = new Set(charge.payments.map((payment) => payment.endToEndId));
  // A bank may list the same Pix twice in one answer.
  const listed = [...new Map(confirmed.payments.map((pix) => [pix.endToEndId, pix])).values()].toSorted(bySettlement);
  const reviewed = listed.filter((pix) => known.has(pix.endToEndId)).reduce(endingReview(context), start(charge));
  const fresh = listed.filter((pix) => !known.has(pix.endToEndId));
  // Without the bank's word on the charge itself nobody can say what is on time: the money is judged when the
  // word is there.
  const begun = charge.status === 'PENDING' && fresh.length > 0 ? presented(charge, confirmed.pix, now) : reviewed;
  if (begun === undefined) return { change: reviewed, open: [] };
  const progress = fresh.reduce<Progress>((soFar, pix) => decideNext(soFar, pix, context), {
    change: begun,
    open: [],
  });
  // Money completes a creation when it is decided about, not while it is asked about.
  const isWhole = progress.change.charge.payments.length > charge.payments.length;
  return isWhole ? progress : { change: reviewed, open: progress.open };
}

const start = (charge: Charge): Change => ({ charge, events: [] });

const presented = (charge: Charge, pix: PixCode | null, now: Date): Change | undefined =>
  pix === null ? undefined : present(charge, { pix }, now);

/** Lets held money go its way once the bank says who paid it, or that it is gone. */
const endingReview =
  (context: DecisionContext) =>
  (before: Change, pix: ConfirmedPayment): Change => {
    const change = withPayer(before, pix);
    const { review } = change.charge;
    const end = review?.endToEndId === pix.endToEndId ? endBy(pix, review) : undefined;
    const decision = end === undefined ? KEEP : endReview(change.charge, end, context);
    return decision.kind === 'keep'
      ? change
      : { charge: decision.charge, events: [...change.events, ...decision.events] };
  };

/** Notes who paid the money that is kept or held, where the bank says so only now. */
function withPayer(change: Change, { endToEndId, paidBy }: ConfirmedPayment): Change {
  const { charge } = change;
  if (paidBy === null || isPayerKnown(charge)) return change;
  const payment = charge.payments.find((one) => one.endToEndId === endToEndId);
  return payment === undefined || payment.decision.kind === 'returned'
    ? change
    : { ...change, charge: { ...charge, ...paidBy } };
}

/**
 * How the bank's word ends a review; undefined when it does not. What the bank has taken all of is ordered
 * back all the same: that finds it gone.
 */
function endBy({ payer, amount, returnedByBank, returnId }: ConfirmedPayment, review: Review): ReviewEnd | undefined {
  if (returnedByBank > 0)
    return {
      kind: 'return',
      reason: rejectionOf(review),
      returnId,
      decidedBy: null,
      ...partOf(returnedByBank, amount),
    };
  if (payer === 'match') return { kind: 'accept', decidedBy: null };
  return payer === 'mismatch' ? { kind: 'return', reason: 'PAYER_MISMATCH', returnId, decidedBy: null } : undefined;
}

function decideNext({ change, open }: Progress, pix: ConfirmedPayment, context: DecisionContext): Progress {
  const { charge } = change;
  const evidence = charge.expectedPayerTaxId === null ? { ...pix, payer: 'match' as const } : pix;
  const decision = decidePayment({ ...charge, expiresAt: optionOf(charge).pix?.expiresAt ?? null }, pix, evidence);
  if (decision === null) return { change, open: [...open, pix] };
  const { endToEndId, amount, paidAt, returnedByBank, paidBy } = pix;
  const { now } = context;
  const arrival = { endToEndId, amount, paidAt, decidedAt: now, ...partOf(returnedByBank, amount) };
  const payment: IncomingPayment = { ...arrival, decision, returnedAt: returnedByBank >= amount ? now : null };
  const named = decision.kind === 'returned' || paidBy === null ? charge : { ...charge, ...paidBy };
  const stored: Change = { ...change, charge: { ...named, payments: [...charge.payments, payment] } };
  return { change: effectOf(stored, payment, context), open };
}

/**
 * What the bank has taken of a payment, where that is a part: of all or nothing there is nothing left to
 * reckon.
 */
const partOf = (returnedByBank: Cents, amount: Cents): { readonly returnedByBank?: Cents } =>
  returnedByBank > 0 && returnedByBank < amount ? { returnedByBank } : {};

/** What a new payment does to its charge. */
function effectOf(change: Change, payment: IncomingPayment, context: DecisionContext): Change {
  const { kind } = payment.decision;
  if (kind === 'accepted') return accept(change, payment, context);
  if (kind === 'held') return hold(change, payment, context.now);
  // What the bank has taken back already is not ordered once more.
  return payment.returnedAt === null ? orderReturn(change, payment, context.now) : change;
}

const bySettlement = (a: ReceivedPix, b: ReceivedPix): number =>
  a.paidAt.getTime() - b.paidAt.getTime() || compare(a.endToEndId, b.endToEndId);
const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));
