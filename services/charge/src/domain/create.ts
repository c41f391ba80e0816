import { invariant, unreachable } from '@gx/core';
import {
  type Change,
  type Charge,
  type ChargeTerms,
  type Decision,
  KEEP,
  type PaymentOption,
  type PixCode,
  type PlannedOption,
  type Rejection,
  recordEvent,
} from './charge.ts';
import { optionOf, withOption } from './payment-options.ts';
import { nextStatus } from './transitions.ts';

export type PlannedOptions = readonly [PlannedOption, ...PlannedOption[]];

/**
 * A charge as it is inserted: nothing is known of the bank, and the first attempt is already counted. It
 * stands for the first of its options until another one is paid.
 */
export const newCharge = (terms: ChargeTerms, [first, ...others]: PlannedOptions, owner: string): Charge => ({
  ...terms,
  status: 'PENDING',
  version: 1,
  sequence: 0,
  creation: { attempts: 1, owner },
  method: first.method,
  paymentOptions: [
    { ...first, state: 'requested' },
    ...others.map((other) => ({ ...other, state: 'waiting' as const })),
  ],
  firstStatus: null,
  rejection: null,
  payments: [],
  settlement: null,
  closing: null,
  review: null,
  refunds: [],
});

/**
 * The merchant is answered while the bank has not: from now on the charge is one that somebody knows, so that
 * it is in every read and list, its end is told whatever it is, and its first answer says PENDING for ever
 * (decisions A30, A56).
 */
export function makeVisible(charge: Charge): Decision {
  if (charge.status !== 'PENDING' || charge.firstStatus !== null) return KEEP;
  return { kind: 'change', charge: { ...charge, firstStatus: charge.status }, events: [] };
}

/** The provider has the charge, as it shows it: it can be paid, and the merchant is told. */
export function present(charge: Charge, shown: Pick<PaymentOption, 'order' | 'pix'>, occurredAt: Date): Change {
  const { status: previousStatus } = charge;
  const status = nextStatus(previousStatus, 'present', false);
  invariant(status !== undefined, `a ${previousStatus} charge cannot be presented`);
  const sequence = charge.sequence + 1;
  const presented: Charge = {
    ...withOption(charge, optionOf(charge), { ...shown, state: 'open' }),
    status,
    firstStatus: charge.firstStatus ?? status,
    sequence,
    creation: { ...charge.creation, owner: null },
  };
  return { charge: presented, events: [{ type: 'charge.created', sequence, occurredAt, previousStatus }] };
}

/** What the bank answered to a creation, once it may be believed. */
export type CreationEnd =
  | { readonly kind: 'present'; readonly pix: PixCode }
  | { readonly kind: 'reject'; readonly rejection: Rejection }
  | { readonly kind: 'cancel' };

/**
 * Ends the creation that `owner` leads. An owner that lost the lease writes nothing: the charge stands as its
 * new owner, or the money that came first, left it.
 */
export function endCreation(charge: Charge, owner: string, end: CreationEnd, now: Date): Decision {
  if (charge.status !== 'PENDING' || charge.creation.owner !== owner) return KEEP;
  switch (end.kind) {
    case 'present':
      return { kind: 'change', ...present(charge, { pix: end.pix }, now) };
    case 'reject':
      return rejected(charge, end.rejection, now);
    case 'cancel':
      return cancelled(charge, now);
    default:
      return unreachable(end);
  }
}

/**
 * What nobody was told of stays an internal record; a charge that somebody knows is refused, and that is
 * told.
 */
function rejected(charge: Charge, rejection: Rejection, now: Date): Decision {
  if (charge.firstStatus === null) return { kind: 'change', charge: closed(charge, 'reject', rejection), events: [] };
  return { kind: 'change', ...failed(charge, closed(charge, 'refuse', rejection), now) };
}

/**
 * A charge that nobody was told of ends without an event, unless the merchant asked for its end: then that is
 * told, and no creation before it.
 */
function cancelled(charge: Charge, now: Date): Decision {
  const ended = closed(charge, 'cancel', null);
  const isNews = charge.closing?.as === 'CANCELLED' || charge.firstStatus !== null;
  return { kind: 'change', ...(isNews ? failed(charge, ended, now) : { charge: ended, events: [] }) };
}

const failed = (before: Charge, ended: Charge, now: Date): Change =>
  recordEvent(
    { charge: ended, events: [] },
    { type: 'charge.failed' },
    { occurredAt: now, previousStatus: before.status },
  );

/** A charge that was never presented, at its end. */
function closed(charge: Charge, trigger: 'reject' | 'refuse' | 'cancel', rejection: Rejection | null): Charge {
  const status = nextStatus(charge.status, trigger, false);
  invariant(status !== undefined, `a ${charge.status} charge takes no ${trigger}`);
  const creation = { ...charge.creation, owner: null };
  return { ...charge, status, rejection, firstStatus: charge.firstStatus ?? status, creation, closing: null };
}

/** What a request finds under a key that was used before. */
export type ExistingCreation = 'other_request' | 'in_flight' | 'rejected' | 'answered';

/** Reads a charge as the record of its idempotency key; the hash is in the form of its own. */
export function findByKey(charge: Charge, requestHash: string): ExistingCreation {
  if (charge.requestHash !== requestHash) return 'other_request';
  if (charge.status === 'REJECTED') return 'rejected';
  return charge.status === 'PENDING' && charge.firstStatus === null ? 'in_flight' : 'answered';
}
