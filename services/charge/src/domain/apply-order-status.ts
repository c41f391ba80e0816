import { cents, type Id, invariant, type Txid } from '@gx/core';
import { accept, type DecisionContext } from './accept.ts';
import {
  type Change,
  type Charge,
  type ChargeFact,
  type Decision,
  isAwaitingPosting,
  KEEP,
  type PaymentOption,
  recordEvent,
} from './charge.ts';
import { present } from './create.ts';
import { decidePayment, type IncomingPayment, type ReceivedPix } from './decide-payment.ts';
import { applyDisputes, noteMismatches, type ShownDisputes } from './disputes.ts';
import type { OrderCode } from './order.ts';
import {
  goOnBy,
  isOpening,
  nextOption,
  optionNamed,
  optionOf,
  paymentOptionsLeft,
  seenBy,
  withOption,
} from './payment-options.ts';
import { orderReturn } from './return-money.ts';
import { nextStatus, type Status, type Trigger } from './transitions.ts';

/**
 * Money that the acquirer shows, under the id that tells it from all other money, and the id of its return
 * should it have to go back.
 */
export type ShownPayment = ReceivedPix & { readonly returnId: Id<'refund'> };

/** An order as the acquirer showed it, with the ids that what is new in it will have. */
export type ShownOrder = {
  readonly status:
    | 'awaiting_payer'
    | 'authenticating'
    | 'approved'
    | 'refused'
    | 'cancelled'
    | 'expired'
    | 'unrecognised';
  readonly code: OrderCode;
  readonly payments: readonly ShownPayment[];
} & ShownDisputes;

/** An order of the charge, by its reference: of the option that it stands for, or of another one. */
export function applyOrderAt(charge: Charge, reference: Txid, shown: ShownOrder, context: DecisionContext): Decision {
  const option = optionNamed(charge, reference);
  invariant(option !== undefined, 'an order of another charge');
  return option.method === charge.method
    ? applyOrderStatus(charge, shown, context)
    : applyOptionStatus(charge, option, shown, context);
}

/**
 * Brings another option of a charge to where its order stands. If its money may be kept, the charge stands
 * for it from then on; whatever else happens to it leaves the charge as it is, for the payer has other
 * options.
 */
function applyOptionStatus(
  charge: Charge,
  option: PaymentOption,
  shown: ShownOrder,
  context: DecisionContext,
): Decision {
  const start: Change = { charge: seenBy(charge, option.method), events: [] };
  const paid = inOrder(shown.payments).reduce<Change>(
    (change, payment) => take(change, payment, { code: shown.code, context }),
    start,
  );
  if (paid.charge.settlement !== charge.settlement) return { kind: 'change', ...paid };
  const hasPaid = paid.charge.payments !== charge.payments;
  const back = hasPaid ? seenBy(paid.charge, charge.method) : charge;
  const standing = withOption(back, option, {
    state: stateOf(option, shown),
    ...(option.order === undefined ? { order: shown.code } : {}),
  });
  const change = noteMismatches({ charge: standing, events: paid.events }, shown);
  return change.charge === charge ? KEEP : { kind: 'change', ...change };
}

/** What was approved is over when its money is there; what cannot be read leaves the option as it is. */
function stateOf({ state }: PaymentOption, { status, payments }: ShownOrder): PaymentOption['state'] {
  if (status === 'awaiting_payer' || status === 'authenticating') return 'open';
  return status === 'unrecognised' || (status === 'approved' && payments.length === 0) ? state : 'over';
}

/**
 * Brings a charge to where its order stands, whatever was missed meanwhile: a PENDING one is presented, each
 * payment is decided about once, the status moves, disputes are opened and closed. What is known already
 * changes nothing.
 */
export function applyOrderStatus(charge: Charge, shown: ShownOrder, context: DecisionContext): Decision {
  const { now } = context;
  const paid = inOrder(shown.payments).reduce<Change>(
    (change, payment) => take(change, payment, { code: shown.code, context }),
    presented(charge, shown, now),
  );
  const change = applyDisputes(moved(paid, shown, now), shown, now);
  return change.charge === charge ? KEEP : { kind: 'change', ...change };
}

/**
 * Ends the creation that `owner` leads with what the acquirer shows; an owner that lost the lease writes
 * nothing.
 */
export const endOrderCreation = (
  charge: Charge,
  owner: string,
  shown: ShownOrder,
  context: DecisionContext,
): Decision =>
  charge.status === 'PENDING' && charge.creation.owner === owner ? applyOrderStatus(charge, shown, context) : KEEP;

/**
 * Whether a charge says all that its order does. Not so while the money of a disputed or approved one is on
 * its way.
 */
export function isUpToDate(charge: Charge, shown: ShownOrder): boolean {
  if (isOpening(charge) && MOVES[shown.status]?.fact != null) return false;
  const known = new Set(charge.payments.map(({ endToEndId }) => endToEndId));
  const isPaid = shown.status !== 'approved' || shown.payments.length > 0;
  return (
    shown.status !== 'unrecognised' &&
    isPaid &&
    shown.payments.every(({ endToEndId }) => known.has(endToEndId)) &&
    shown.disputes.every((dispute) =>
      (charge.disputes ?? []).some(
        (one) => one.providerId === dispute.providerId && one.kind === dispute.kind && one.status === dispute.status,
      ),
    )
  );
}

const presented = (charge: Charge, { code }: ShownOrder, now: Date): Change =>
  charge.status === 'PENDING' ? present(charge, { order: code }, now) : { charge, events: [] };

const inOrder = (payments: readonly ShownPayment[]): readonly ShownPayment[] =>
  payments.toSorted((a, b) => a.paidAt.getTime() - b.paidAt.getTime() || (a.endToEndId < b.endToEndId ? -1 : 1));

type Taking = { readonly code: OrderCode; readonly context: DecisionContext };

/** Decides about one payment: it is credited or goes back, and is never judged twice. */
function take(change: Change, payment: ShownPayment, { code, context }: Taking): Change {
  const { charge } = change;
  if (charge.payments.some(({ endToEndId }) => endToEndId === payment.endToEndId)) return change;
  const { endToEndId, amount, paidAt, returnId } = payment;
  // A card in flight can be paid like one that nobody has touched; a Pix charge in this status holds money
  // already.
  const status: Status = charge.status === 'PROCESSING' ? 'WAITING_PAYMENT' : charge.status;
  const payable = { ...charge, status, expiresAt: (optionOf(charge).order ?? code).expiresAt };
  const decision = decidePayment(payable, payment, { payer: 'match', returnedByBank: cents(0), returnId });
  invariant(decision !== null, 'an order asks nobody who paid it');
  const incomingPayment: IncomingPayment = {
    endToEndId,
    amount,
    paidAt,
    decision,
    decidedAt: context.now,
    returnedAt: null,
  };
  const stored: Change = { ...change, charge: { ...charge, payments: [...charge.payments, incomingPayment] } };
  return decision.kind === 'accepted'
    ? accept(stored, incomingPayment, context)
    : orderReturn(stored, incomingPayment, context.now);
}

type Move = { readonly trigger: Trigger; readonly fact: ChargeFact | null };
const FAILED: ChargeFact = { type: 'charge.failed' };

/**
 * How a charge that is open follows the status of its order. Approved moves nothing: the money does. A charge
 * with other options goes on by one of them when its own fails, and does not say that a card is in flight:
 * its payer may still choose.
 */
const MOVES: Readonly<Partial<Record<ShownOrder['status'], Move>>> = {
  authenticating: { trigger: 'authenticate', fact: null },
  refused: { trigger: 'decline', fact: FAILED },
  cancelled: { trigger: 'cancel', fact: FAILED },
  expired: { trigger: 'expire', fact: { type: 'charge.expired' } },
};
/** An authentication that nobody finished is a refusal. */
const IN_FLIGHT: typeof MOVES = { ...MOVES, expired: { trigger: 'decline', fact: FAILED } };
const OPEN: ReadonlySet<Status> = new Set(['WAITING_PAYMENT', 'PROCESSING']);

function moved(change: Change, { status }: ShownOrder, now: Date): Change {
  const { charge } = change;
  if (!OPEN.has(charge.status) || isAwaitingPosting(charge)) return change;
  const move = (charge.status === 'PROCESSING' ? IN_FLIGHT : MOVES)[status];
  const next = move === undefined ? undefined : nextStatus(charge.status, move.trigger, false);
  if (move === undefined || next === undefined) return change;
  // An end is the end of every option: its job looks at the others first, and then at this one again.
  if (charge.closing !== null && paymentOptionsLeft(charge).length > 0) return change;
  const other = nextOption(charge);
  if (other !== undefined && move.fact !== null) return goOnBy(change, other);
  if (other !== undefined || isOpening(charge)) return change;
  const after = { ...change, charge: { ...charge, status: next, ...(move.fact === null ? {} : { closing: null }) } };
  return move.fact === null ? after : recordEvent(after, move.fact, { occurredAt: now, previousStatus: charge.status });
}
