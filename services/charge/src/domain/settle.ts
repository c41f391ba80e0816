import { type EndToEndId, invariant } from '@gx/core';
import { type Charge, type ChargeEvent, type Decision, isClearing, KEEP, type PixCode } from './charge.ts';
import { createdEvent, present } from './create.ts';
import { dispose, type PixReceived, type Receipt } from './dispose.ts';
import { nextStatus } from './transitions.ts';

/** Money the bank confirmed for a charge, and what it says about the charge itself. */
export type Arrival = {
  readonly payments: readonly PixReceived[];
  /** Completes a creation that has not been answered yet. */
  readonly pix: PixCode | null;
  /** Trace of the notice. */
  readonly traceparent: string | null;
};

/**
 * Disposes of each Pix once, in the order in which the bank settled them. A charge that is still being created is completed in the same
 * write: money proves that the bank has it.
 */
export function receive(charge: Charge, arrival: Arrival, now: Date): Decision {
  const known = new Set(charge.receipts.map((receipt) => receipt.endToEndId));
  // A bank may list the same Pix twice in one answer.
  const listed = new Map(arrival.payments.map((pix) => [pix.endToEndId, pix]));
  const fresh = [...listed.values()]
    .filter((pix) => !known.has(pix.endToEndId))
    .toSorted((a, b) => a.settledAt.getTime() - b.settledAt.getTime() || compare(a.endToEndId, b.endToEndId));
  // Without the bank's word on the charge itself nobody can say what is on time: the money is judged when the word is there.
  if (fresh.length === 0 || (charge.status === 'PENDING' && arrival.pix === null)) return KEEP;
  const events: ChargeEvent[] = [];
  let next = charge;
  if (charge.status === 'PENDING' && arrival.pix !== null) {
    next = present(charge, arrival.pix);
    events.push(createdEvent(next, now));
  }
  for (const pix of fresh) {
    const disposition = dispose({ ...next, expiresAt: next.pix?.expiresAt ?? null }, pix);
    const receipt: Receipt = { ...pix, disposition, disposedAt: now };
    next = { ...next, receipts: [...next.receipts, receipt] };
    if (disposition.kind !== 'accepted') continue;
    next = accepted(next, pix, { now, traceparent: arrival.traceparent });
    events.push(acceptedEvent(next));
  }
  return { kind: 'change', charge: next, events };
}

type Acceptance = { readonly now: Date; readonly traceparent: string | null };

function accepted(charge: Charge, pix: PixReceived, { now, traceparent }: Acceptance): Charge {
  invariant(charge.settlement === null, 'a second receipt cannot be accepted');
  const { endToEndId, settledAt } = pix;
  const sequence = charge.sequence + 1;
  return {
    ...charge,
    sequence,
    settlement: { endToEndId, paidAt: settledAt, acceptedAt: now, sequence, traceparent, postedAt: null },
  };
}

/** The event that asks the ledger to credit the accepted receipt; the same whenever it is made. */
export function acceptedEvent(charge: Charge): ChargeEvent {
  invariant(charge.settlement !== null, 'no receipt was accepted');
  const { sequence, acceptedAt } = charge.settlement;
  return { type: 'charge.receipt_accepted', sequence, occurredAt: acceptedAt, previousStatus: charge.status };
}

/** What the ledger posted for a charge. */
export type Posting = { readonly endToEndId: EndToEndId };
export type PostDecision = Decision | { readonly kind: 'misfit'; readonly reason: string };

/** The credit is in the wallet: the charge is paid. A posting that fits no accepted receipt is a misfit, for people to look at. */
export function post(charge: Charge, posting: Posting, now: Date): PostDecision {
  const { settlement } = charge;
  if (settlement === null) return { kind: 'misfit', reason: 'no receipt of this charge was accepted' };
  if (settlement.endToEndId !== posting.endToEndId) return { kind: 'misfit', reason: 'another receipt was accepted' };
  if (!isClearing(charge)) return KEEP;
  const status = nextStatus(charge.status, 'post', true);
  invariant(status !== undefined, `a ${charge.status} charge cannot be posted`);
  const sequence = charge.sequence + 1;
  const paid: Charge = { ...charge, status, sequence, settlement: { ...settlement, postedAt: now } };
  return {
    kind: 'change',
    charge: paid,
    events: [{ type: 'charge.paid', sequence, occurredAt: now, previousStatus: charge.status }],
  };
}

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));
