import { invariant } from '@gx/core';
import { allEnded, isTooLate, type Logger, redeliver } from '@gx/runtime';
import { expectedPostingOf, isAcknowledged, lastEvent } from '../domain/redelivery.ts';
import type { PlainRefund, RefundEvent } from '../domain/refund.ts';
import type { Charges } from '../peers/charges.ts';
import type { Holds } from '../peers/holds.ts';
import type { RedeliveryStore, UnconfirmedRefund } from '../store/redelivery.ts';

export type RedeliverDeps = {
  readonly unacknowledged: RedeliveryStore;
  readonly unposted: RedeliveryStore;
  readonly charges: Pick<Charges, 'acknowledged'>;
  readonly holds: Pick<Holds, 'posted'>;
  readonly log: Logger;
  readonly afterMs: number;
};

/** A service that may have missed an event of a refund, and what is logged about it. */
type Consumer = {
  readonly waiting: RedeliveryStore;
  /** The event; undefined where it need not have any. */
  readonly eventOf: (refund: PlainRefund) => RefundEvent | undefined;
  /** Whether it has it; `unsaid` where it does not say. */
  readonly has: (refund: PlainRefund) => Promise<boolean | 'unsaid'>;
  readonly unconfirmed: string;
  readonly redelivered: string;
  readonly givenUp: { readonly alarm: string; readonly message: string };
};

const PAGE = 200;

/**
 * Checks that charge knows the last status of each refund that changed lately, and that the ledger has posted
 * what it alone is told of, losses and returned unmatched payments. What they have not is published again: an
 * event may be lost. One that fails does not keep the other.
 */
export function redeliverAll(deps: RedeliverDeps): () => Promise<void> {
  const consumers = [chargeOf(deps), ledgerOf(deps)];
  return () => allEnded(consumers.map((consumer) => redeliverTo(consumer, deps)));
}

const chargeOf = ({ unacknowledged, charges }: RedeliverDeps): Consumer => ({
  waiting: unacknowledged,
  eventOf: (refund) => {
    const event = lastEvent(refund);
    invariant(event !== undefined, 'what is unacknowledged was published');
    return event;
  },
  has: async (refund) => {
    invariant(refund.chargeId !== null, 'without a charge nobody has to acknowledge a refund');
    const acknowledged = await charges.acknowledged({ requestId: refund.id }, refund.tenant, refund.chargeId);
    if (acknowledged === 'unseen') return true;
    return acknowledged === 'unsaid' ? 'unsaid' : isAcknowledged(refund, acknowledged.get(refund.id));
  },
  unconfirmed: 'acknowledgement of a refund not confirmed, rescheduled',
  redelivered: 'unacknowledged refund events redelivered',
  givenUp: {
    alarm: 'refund_unacknowledged',
    message: 'refund event not acknowledged by charge, redelivery stopped after a day',
  },
});

const ledgerOf = ({ unposted, holds }: RedeliverDeps): Consumer => ({
  waiting: unposted,
  eventOf: (refund) => expectedPostingOf(refund)?.event,
  has: async (refund) => {
    const posting = expectedPostingOf(refund);
    return posting === undefined || holds.posted({ requestId: refund.id }, refund.tenant, posting.reference);
  },
  unconfirmed: 'posting of a refund not confirmed, rescheduled',
  redelivered: 'unposted refund events redelivered',
  givenUp: { alarm: 'refund_unposted', message: 'refund not posted by the ledger, redelivery stopped after a day' },
});

async function redeliverTo(consumer: Consumer, { log, afterMs }: RedeliverDeps): Promise<void> {
  const redelivered = await redeliver({
    due: await consumer.waiting.due(afterMs, PAGE),
    check: (one) => check(consumer, one, log),
    reschedule: (one, err) => {
      log.error({ refund_id: one.refund.id, err }, consumer.unconfirmed);
      return consumer.waiting.later(one);
    },
  });
  if (redelivered > 0) log.warn({ refunds: redelivered }, consumer.redelivered);
}

/** True when the event was published again. */
async function check({ waiting, eventOf, has, givenUp }: Consumer, one: UnconfirmedRefund, log: Logger) {
  const { refund, since } = one;
  const isKnown = await has(refund);
  const event = eventOf(refund);
  if (isKnown === true || event === undefined || isTooLate(since, event.occurredAt)) {
    if (isKnown === false) log.error({ alarm: givenUp.alarm, refund_id: refund.id }, givenUp.message);
    await waiting.stopChecking(one);
    return false;
  }
  if (isKnown === 'unsaid') {
    await waiting.later(one);
    return false;
  }
  return waiting.republish(one, event);
}
