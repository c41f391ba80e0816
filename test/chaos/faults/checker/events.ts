import { chargeTopicOf } from '@gx/contracts';
import type { Charge, ChargeEvent } from '@gx/contracts/charge';
import type { EventPublications } from './announced.ts';
import type { RunEvidence } from './evidence.ts';
import { type Invariant, sum } from './invariant.ts';
import { codeOf } from './payment-options.ts';
import { illegalPayouts } from './payout-events.ts';

/** What was published. */

/** The arrows of the specification (decisions N3), not those of the code. */
const ARROWS: Readonly<Record<string, readonly string[]>> = {
  PENDING: ['WAITING_PAYMENT', 'CANCELLED'],
  WAITING_PAYMENT: ['PAID', 'APPROVED', 'PROCESSING', 'EXPIRED', 'CANCELLED', 'REFUSED', 'REFUNDED'],
  PROCESSING: ['PAID', 'APPROVED', 'REFUSED', 'REFUNDED', 'CANCELLED'],
  EXPIRED: ['PAID', 'APPROVED'],
  PAID: ['REFUNDED', 'DISPUTE', 'CHARGEBACK'],
  APPROVED: ['REFUNDED', 'DISPUTE', 'CHARGEBACK'],
  DISPUTE: ['PAID', 'APPROVED', 'REFUNDED', 'CHARGEBACK'],
  // A chargeback that is won (ADR 55), or a case that was said to be lost (ADR 113).
  CHARGEBACK: ['APPROVED', 'PAID'],
};
/** What a status must be announced as, by the specification's "which transition emits which event". */
const EVENT_OF: Readonly<Record<string, string>> = {
  WAITING_PAYMENT: 'charge.created',
  PAID: 'charge.paid',
  APPROVED: 'charge.paid',
  EXPIRED: 'charge.expired',
  CANCELLED: 'charge.failed',
  REFUSED: 'charge.failed',
  DISPUTE: 'charge.failed',
  CHARGEBACK: 'charge.failed',
};

type Step = { readonly from: string; readonly to: string; readonly charge: Charge };

/** The status change that an event tells of; undefined for one that is about something else. */
export function stepOf(event: ChargeEvent): Step | undefined {
  const change = event.created ?? event.paid ?? event.expired ?? event.failed ?? event.refundProgressed;
  if (change?.charge == null) return undefined;
  return { from: change.previousStatus, to: change.charge.status, charge: change.charge };
}

const bySequence = (a: ChargeEvent, b: ChargeEvent): number => a.sequence - b.sequence;
const eventsOf = ({ chargeEvents }: RunEvidence, id: string): ChargeEvent[] =>
  [...chargeEvents.values()].map(({ event }) => event).filter(({ chargeId }) => chargeId === id);

/** Follows a charge through its events: each step starts where the last one ended. */
function illegal(evidence: RunEvidence): string[] {
  return evidence.charges.flatMap(({ _id, status }) => {
    const faults: string[] = [];
    let at = 'PENDING';
    for (const event of eventsOf(evidence, _id).toSorted(bySequence)) {
      const step = stepOf(event);
      if (step === undefined) continue;
      if (step.from !== at && !isSilent(at, step.from))
        faults.push(`${_id}: ${event.type} left ${step.from}, it was ${at}`);
      if (step.from !== step.to && !ARROWS[step.from]?.includes(step.to))
        faults.push(`${_id}: ${step.from} to ${step.to} is no arrow`);
      at = step.to;
    }
    const untold = at !== status && !isSilent(at, status);
    return untold ? [...faults, `${_id} is ${status}, its events end at ${at}`] : faults;
  });
}

/**
 * Moves that no event of the seven tells: money is held; a creation ends before anybody heard of the charge.
 */
const isSilent = (from: string, to: string): boolean =>
  (from === 'WAITING_PAYMENT' && to === 'PROCESSING') || (from === 'PENDING' && ['CANCELLED', 'REJECTED'].includes(to));

/** A credit is announced as paid, and nothing is announced as paid that is not credited. */
function untrue(evidence: RunEvidence): string[] {
  const credits = new Set(evidence.entries.map(({ _id }) => _id));
  return evidence.charges.flatMap(({ _id }) => {
    const published = eventsOf(evidence, _id);
    const paid = published.some(({ type }) => type === 'charge.paid');
    const credited = credits.has(`paid:${_id}`);
    const misnamed = published.flatMap((event) => {
      const step = stepOf(event);
      if (step === undefined || step.from === step.to || step.to === 'REFUNDED') return [];
      return EVENT_OF[step.to] === event.type ? [] : [`${_id}: ${step.to} was announced as ${event.type}`];
    });
    return [
      ...misnamed,
      ...(paid && !credited ? [`${_id} was announced as paid and never credited`] : []),
      ...(credited && !paid ? [`${_id} was credited and never announced`] : []),
    ];
  });
}

/** Instances' clocks run behind the one that moved the expiry. */
const CLOCKS_DIFFER_MS = 60_000;

/** Who was told until when a charge can be paid may pay until then. */
const early = (evidence: RunEvidence): string[] =>
  evidence.charges.flatMap((charge) => {
    const until = codeOf(charge)?.expiresAt.getTime() ?? 0;
    return expiriesOf(evidence, charge._id).some(({ occurredAtMs }) => occurredAtMs + CLOCKS_DIFFER_MS < until)
      ? [`${charge._id} expired before its time`]
      : [];
  });

const expiriesOf = (evidence: RunEvidence, id: string): ChargeEvent[] =>
  eventsOf(evidence, id).filter(({ type }) => type === 'charge.expired');

type EventNumber = { readonly sequence: number; readonly type: string };

/**
 * All events of one document, each published, each always the same, none before an earlier one of its topic,
 * and all of a topic in one partition: between two of them a broker keeps no order.
 */
function outOfOrder<E extends EventNumber>(
  { id, last }: { readonly id: string; readonly last: number },
  events: readonly EventPublications<E>[],
  topicOf: (type: string) => string,
): string[] {
  const order = events.map(({ event }) => event.sequence);
  const changed = events.filter(({ bytes }) => bytes.some((one) => bytes[0]?.equals(one) !== true));
  const complete =
    order.toSorted((a, b) => a - b).every((sequence, index) => sequence === index + 1) && order.length === last;
  const byTopic = [...Map.groupBy(events, ({ event }) => topicOf(event.type))];
  const scattered = byTopic.flatMap(([topic, ofTopic]) => {
    const partitions = new Set(ofTopic.flatMap((one) => one.partitions));
    return partitions.size > 1 ? [`${id} was published to ${partitions.size} partitions of ${topic}`] : [];
  });
  return [
    ...(complete ? [] : [`${id} counts ${last} events, published are ${order.join(', ') || 'none'}`]),
    ...scattered,
    ...byTopic
      .map(([, ofTopic]) => ofTopic.map(({ event }) => event.sequence))
      .filter((sequences) => !isAscending(sequences))
      .map((sequences) => `${id} was published in the order ${sequences.join(', ')}`),
    ...changed.map(({ event }) => `${id}: event ${event.sequence} was published in different words`),
  ];
}

const isAscending = (sequences: readonly number[]): boolean =>
  sequences.every((sequence, index) => index === 0 || sequence > (sequences[index - 1] ?? 0));

function lost(evidence: RunEvidence): string[] {
  const charges = [...evidence.chargeEvents.values()];
  const refunds = [...evidence.refundEvents.values()];
  const payouts = [...evidence.payoutEvents.values()];
  return [
    ...evidence.charges.flatMap(({ _id, sequence }) =>
      outOfOrder(
        { id: _id, last: sequence },
        charges.filter(({ event }) => event.chargeId === _id),
        chargeTopicOf,
      ),
    ),
    ...evidence.refunds.flatMap(({ _id, sequence }) =>
      outOfOrder(
        { id: _id, last: sequence },
        refunds.filter(({ event }) => event.refundId === _id),
        () => 'refund',
      ),
    ),
    ...evidence.payouts.flatMap(({ _id, sequence }) =>
      outOfOrder(
        { id: _id, last: sequence },
        payouts.filter(({ event }) => event.payoutId === _id),
        () => 'payout',
      ),
    ),
    ...evidence.deadLetters.map(
      ({ topic, headers }) => `${headers['event-type']} on ${topic}: ${headers['dlq-reason']}`,
    ),
  ];
}

export const EVENTS: readonly Invariant[] = [
  {
    id: 'I8',
    says: 'a status walks only the arrows of the specification, and every step is published',
    counts: 'steps',
    looked: ({ chargeEvents }) => [...chargeEvents.values()].filter(({ event }) => stepOf(event) !== undefined).length,
    broken: (evidence) => [...illegal(evidence), ...illegalPayouts(evidence)],
  },
  {
    id: 'I8b',
    says: 'paid is credited: nothing is announced that did not happen',
    counts: 'charges',
    looked: ({ charges }) => charges.length,
    broken: untrue,
  },
  {
    id: 'I8c',
    says: 'no charge expires before its time',
    counts: 'expiries',
    looked: (evidence) => sum(evidence.charges.map(({ _id }) => expiriesOf(evidence, _id).length)),
    broken: early,
  },
  {
    id: 'I17',
    says: 'every event is published, in order, to one partition, always in the same words, and none is dead-lettered',
    counts: 'publications',
    looked: ({ chargeEvents, refundEvents, payoutEvents }) =>
      sum(
        [...chargeEvents.values(), ...refundEvents.values(), ...payoutEvents.values()].map(({ bytes }) => bytes.length),
      ),
    broken: lost,
  },
];
