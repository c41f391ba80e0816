import { withPersonalValues } from '@gx/contracts';
import type { ChargeEvent } from '@gx/contracts/charge';
import { PERSONAL_FIELDS, type PersonalValues, parseId } from '@gx/core';
import { verifyWebhook } from '@gx/testkit';
import type { RunEvidence } from './evidence.ts';
import { type Invariant, sum } from './invariant.ts';
import type { DeliveryRecord, KeptEventRecord } from './records.ts';

/** What reached merchants, against what was announced. */

/** Which names each event of a charge is delivered under (specification, events; decisions A3, A6, A62). */
const DELIVERED_AS: Readonly<Record<string, readonly string[]>> = {
  'charge.created': ['charge.created', 'payment.created'],
  'charge.paid': ['charge.paid', 'payment.completed'],
  'charge.expired': ['charge.expired', 'payment.failed', 'payment.expired'],
  'charge.failed': ['charge.failed', 'payment.failed'],
  'charge.refund_progressed': ['payment.refunded'],
  'payout.created': ['payout.created', 'withdrawal.created'],
  'payout.paid': ['payout.paid', 'withdrawal.completed'],
  'payout.failed': ['payout.failed', 'withdrawal.failed'],
};

type Arrival = {
  readonly name: string;
  readonly body: string;
  readonly taken: boolean;
  /** By the delivery whose body it is, byte for byte. */
  readonly eventId: string | undefined;
};

function arrivalsAt({ sink, deliveries, keptEvents }: RunEvidence, path: string, accountId: string): Arrival[] {
  const kept = new Map(keptEvents.map((event) => [event._id, event]));
  const own = deliveries
    .filter((delivery) => delivery.accountId === accountId)
    .map((delivery) => ({ ...delivery, payload: delivery.payload ?? bodyOf(delivery, kept.get(delivery.eventId)) }));
  return (sink.get(path) ?? []).map(({ headers, body, answer }) => {
    const name = String(headers['x-service-event-type']);
    const sent = own.find(({ eventName, payload }) => eventName === name && isSentOf(payload, body));
    return { name, body, taken: answer === 'ok', eventId: sent?.eventId };
  });
}

/**
 * Whether a request has the bytes of a stored body: those before the line feed, with what is encrypted behind
 * it in the place of its nulls. Nobody is erased in a run: something stands there.
 */
function isSentOf(stored: string | undefined, sent: string): boolean {
  const [body = '', hidden] = stored?.split('\n') ?? [];
  if (hidden === undefined) return body === sent;
  const values = personalValuesIn(sent);
  return Object.keys(values).length > 0 && withPersonalValues(body, values) === sent;
}

function personalValuesIn(body: string): PersonalValues {
  const { data } = JSON.parse(body) as { readonly data: { readonly object?: unknown } };
  const textAt = (field: string): unknown =>
    field.split('.').reduce((at: unknown, name) => (at as Record<string, unknown> | undefined)?.[name], data.object);
  const found = PERSONAL_FIELDS.map((field) => [field, textAt(field)] as const);
  return Object.fromEntries(found.filter(([, value]) => typeof value === 'string'));
}

/** What a delivery that refers to its event has sent: its endpoint's version, or its own name, apart. */
function bodyOf({ eventName, apiVersion }: DeliveryRecord, event: KeptEventRecord | undefined): string | undefined {
  return /^(charge|payout)\./.test(eventName)
    ? event?.body?.replace(/(?<="api_version":")[^"]*/, apiVersion ?? '')
    : event?.legacy?.replace(/(?<="event":")[^"]*/, eventName);
}

function undelivered(evidence: RunEvidence): string[] {
  return evidence.story.merchants.flatMap(({ tenant, sinkPath, subscribed }) => {
    const arrivals = arrivalsAt(evidence, sinkPath, tenant.accountId);
    const charges = [...evidence.chargeEvents.values()].map(({ event }) => event);
    const announced = [...charges, ...[...evidence.payoutEvents.values()].map(({ event }) => event)];
    const due = announced
      .filter(({ tenant: of }) => of?.accountId === tenant.accountId)
      .flatMap(({ eventId, type }) => (DELIVERED_AS[type] ?? []).map((name) => ({ eventId, name })))
      .filter(({ name }) => subscribed.includes(name));
    const missing = due.filter(
      ({ eventId, name }) => !arrivals.some((one) => one.eventId === eventId && one.name === name && one.taken),
    );
    const invented = arrivals.filter(
      ({ eventId, name }) => !due.some((one) => one.eventId === eventId && one.name === name),
    );
    return [
      ...missing.map(({ eventId, name }) => `${name} of ${eventId} never arrived`),
      ...invented.map(({ name, eventId }) => `${name} arrived for ${eventId ?? 'no event'}, which says nothing of it`),
      ...driftingIds(arrivals, charges),
    ];
  });
}

/**
 * A canonical body carries its event's id: the same story is never told under more of them than there were
 * events.
 */
function driftingIds(arrivals: readonly Arrival[], announced: readonly ChargeEvent[]): string[] {
  const idsByStory = new Map<string, Set<string>>();
  for (const { name, body } of arrivals.filter((one) => one.name.startsWith('charge.'))) {
    const { id, data } = JSON.parse(body) as { id: string; data: { object: { id: string } } };
    const story = `${name} of ${parseId('charge', data.object.id)}`;
    idsByStory.set(story, (idsByStory.get(story) ?? new Set()).add(id));
  }
  const happened = Map.groupBy(announced, ({ type, chargeId }) => `${type} of ${chargeId}`);
  return [...idsByStory]
    .filter(([story, ids]) => ids.size > Math.max(1, happened.get(story)?.length ?? 0))
    .map(([story, ids]) => `${story} came under ${ids.size} event ids`);
}

function forged({ story, sink }: RunEvidence): string[] {
  return story.merchants.flatMap(({ sinkPath, webhookSecret }) =>
    (sink.get(sinkPath) ?? []).flatMap(({ headers, body }) => {
      const family =
        String(headers['x-service-event-type']).match(/^(charge|payout)\./) !== null ? 'canonical' : 'legacy';
      return verifyWebhook({ headers, body }, webhookSecret)?.family === family
        ? []
        : [`a ${headers['x-service-event-type']} at ${sinkPath} does not verify`];
    }),
  );
}

const posts = ({ sink }: RunEvidence): number => sum([...sink.values()].map(({ length }) => length));

export const WEBHOOKS: readonly Invariant[] = [
  {
    id: 'I10',
    says: 'what happened reaches every subscriber under one event id, and nothing else does',
    counts: 'requests',
    looked: posts,
    broken: undelivered,
  },
  {
    id: 'I11',
    says: 'every request is signed with the secret of that moment',
    counts: 'requests',
    looked: posts,
    broken: forged,
  },
];
