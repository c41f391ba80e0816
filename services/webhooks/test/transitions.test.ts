import { canonicalEvent, deadLetterTopic, type PublicStatus, publicCharge, topicName } from '@gx/contracts';
import type { Charge, ChargeEvent } from '@gx/contracts/charge';
import { newId, type Tenant } from '@gx/core';
import { readTopic, type SinkRequest, until } from '@gx/testkit';
import test, { type ExecutionContext } from 'ava';
import { EVENT_CATALOG } from '../src/domain/event-catalog.ts';
import { created, expired, failed, HAPPENED_AT, paid, refundProgressed } from './charge-events.ts';
import { newTenant, shared, untilDeliveries } from './harness.ts';

/**
 * The specification's "Which transition emits which event", row by row, as one endpoint that subscribed to
 * everything sees it.
 */
const webhooks = shared(test);
const EVERYTHING = Object.keys(EVENT_CATALOG);
const REFUND = newId('refund');

type Body = {
  readonly id?: string;
  readonly type?: string;
  readonly event?: string;
  readonly data: Readonly<Record<string, unknown>> & { readonly object?: Readonly<Record<string, unknown>> };
};

/**
 * What one endpoint with every name, alias and wildcard gets of an event that is published twice, by name.
 */
async function deliveredOf(t: ExecutionContext, tenant: Tenant, event: ChargeEvent, names: readonly string[]) {
  const { register, publish, sink } = webhooks();
  const path = `/${newId('endpoint')}`;
  await register(tenant, path, EVERYTHING);
  // The second charge's event is behind the copy: once it is delivered, whatever the copy caused is there
  // too.
  await publish(event, event, created(tenant));
  await untilDeliveries(webhooks(), tenant, names.length + 2, ({ status }) => status === 'DELIVERED');
  const own = sink.requests(path).filter(({ body }) => body.includes(event.chargeId));
  const nameOf = ({ headers }: SinkRequest): string => String(headers['x-service-event-type']);
  t.deepEqual(own.map(nameOf).toSorted(), names.toSorted());
  return new Map(own.map((request) => [nameOf(request), JSON.parse(request.body) as Body]));
}

const LEGACY = (event: ChargeEvent, status: string, previousStatus: string) => ({
  transactionId: `ch_${event.chargeId}`,
  amount: 1_000,
  status,
  previousStatus,
  occurredAt: HAPPENED_AT.toISOString(),
  sequence: event.sequence,
});
const MONEY = { paidWith: 'PIX', providerFee: 10, platformFee: 10, netAmount: 980 };
const chargeIn = (event: ChargeEvent): Charge => {
  const changed = event.created ?? event.paid ?? event.expired ?? event.failed ?? event.refundProgressed;
  if (!changed?.charge) throw new Error('an event without a charge');
  return changed.charge;
};

type Row = {
  readonly of: (tenant: Tenant) => ChargeEvent;
  readonly canonical?: string;
  readonly legacy: readonly string[];
  readonly status: string;
  readonly previousStatus: string;
  readonly publicStatus: PublicStatus;
  readonly money?: true;
  readonly refund?: object;
};
const moved = (amount: number, status: string) => ({
  id: `re_${REFUND}`,
  amount,
  status,
  initiator: 'merchant',
});
const progress =
  (amount: number, refundStatus: string, more: object = {}) =>
  (tenant: Tenant) =>
    refundProgressed(tenant, { refundId: REFUND, amount, refundStatus, ...more });

// biome-ignore format: one row per transition, read as a table
const ROWS: Readonly<Record<string, Row>> = {
  'a new charge waits for its payer':        { of: created, canonical: 'charge.created', legacy: ['payment.created'], status: 'WAITING_PAYMENT', previousStatus: 'PENDING', publicStatus: 'pending' },
  'a charge is paid':                        { of: paid, canonical: 'charge.paid', legacy: ['payment.completed'], status: 'PAID', previousStatus: 'WAITING_PAYMENT', publicStatus: 'paid', money: true },
  'a charge expires':                        { of: expired, canonical: 'charge.expired', legacy: ['payment.failed', 'payment.expired'], status: 'EXPIRED', previousStatus: 'WAITING_PAYMENT', publicStatus: 'expired' },
  'a waiting charge is cancelled':           { of: (tenant) => failed(tenant, { status: 'CANCELLED', previousStatus: 'WAITING_PAYMENT' }), canonical: 'charge.failed', legacy: ['payment.failed'], status: 'CANCELLED', previousStatus: 'WAITING_PAYMENT', publicStatus: 'cancelled' },
  'a charge whose money is held is cancelled': { of: (tenant) => failed(tenant, { status: 'CANCELLED', previousStatus: 'PROCESSING' }), canonical: 'charge.failed', legacy: ['payment.failed'], status: 'CANCELLED', previousStatus: 'PROCESSING', publicStatus: 'cancelled' },
  'the bank removes a charge':               { of: (tenant) => failed(tenant, { status: 'REFUSED', previousStatus: 'WAITING_PAYMENT' }), canonical: 'charge.failed', legacy: ['payment.failed'], status: 'REFUSED', previousStatus: 'WAITING_PAYMENT', publicStatus: 'failed' },
  'a partial refund moves on':               { of: progress(400, 'IN_PROGRESS'), legacy: ['payment.refunded'], status: 'PAID', previousStatus: 'PAID', publicStatus: 'paid', money: true, refund: moved(400, 'IN_PROGRESS') },
  'a partial refund arrives':                { of: progress(400, 'REFUNDED'), legacy: ['payment.refunded'], status: 'PAID', previousStatus: 'PAID', publicStatus: 'paid', money: true, refund: moved(400, 'REFUNDED') },
  'a refund fails':                          { of: progress(400, 'FAILED', { failureCode: 'AC06' }), legacy: ['payment.refunded'], status: 'PAID', previousStatus: 'PAID', publicStatus: 'paid', money: true, refund: { ...moved(400, 'FAILED'), failureReason: 'AC06' } },
  'a part of a cashout comes back':          { of: progress(400, 'REFUNDED', { returnedAmount: 150 }), legacy: ['payment.refunded'], status: 'PAID', previousStatus: 'PAID', publicStatus: 'paid', money: true, refund: { ...moved(400, 'REFUNDED'), returnedAmount: 150 } },
  'the last centavo is refunded':            { of: progress(1_000, 'REFUNDED', { status: 'REFUNDED' }), legacy: ['payment.refunded'], status: 'REFUNDED', previousStatus: 'PAID', publicStatus: 'refunded', refund: moved(1_000, 'REFUNDED') },
  'a stranger pays a locked charge (A6)':    { of: progress(1_000, 'PENDING', { status: 'REFUNDED', previousStatus: 'WAITING_PAYMENT' }), legacy: ['payment.refunded'], status: 'REFUNDED', previousStatus: 'WAITING_PAYMENT', publicStatus: 'refunded', refund: moved(1_000, 'PENDING') },
};

for (const [rule, row] of Object.entries(ROWS)) {
  const { canonical, legacy, status, previousStatus, publicStatus, money, refund } = row;
  test(`${rule}: ${canonical ?? 'no canonical event'}, ${legacy.join(' and ')}, each once, under one event id`, async (t) => {
    const tenant = newTenant();
    const event = row.of(tenant);
    const names = [...(canonical === undefined ? [] : [canonical]), ...legacy];
    const bodies = await deliveredOf(t, tenant, event, names);
    const data = { ...LEGACY(event, status, previousStatus), ...(money ? MONEY : {}), ...(refund ? { refund } : {}) };
    for (const name of legacy) t.deepEqual(bodies.get(name) as object, { event: name, livemode: false, data });
    if (canonical !== undefined) {
      t.deepEqual(
        bodies.get(canonical) as object,
        canonicalEvent(canonical, chargeIn(event), { ...event, livemode: false }) as object,
      );
      t.is(bodies.get(canonical)?.data.object?.['status'], publicStatus);
    }
    t.is(publicCharge(chargeIn(event)).status, publicStatus);
    const stored = await webhooks()
      .database.connection.collection<{ eventId: string }>('deliveries')
      .find({ accountId: tenant.accountId, subjectId: event.chargeId })
      .toArray();
    t.deepEqual(
      stored.map(({ eventId }) => eventId),
      names.map(() => event.eventId),
      'both families carry one event id',
    );
  });
}

test('payment.failed and payment.expired go to their own subscribers, and both to who takes both (A3)', async (t) => {
  const { register, publish, sink } = webhooks();
  const tenant = newTenant();
  const paths = ['failed', 'expired', 'both', 'alias'].map((name) => `/${name}-${newId('endpoint')}`);
  const [onlyFailed = '', onlyExpired = '', both = '', alias = ''] = paths;
  await register(tenant, onlyFailed, ['payment.failed']);
  await register(tenant, onlyExpired, ['payment.expired']);
  await register(tenant, both, ['payment.failed', 'payment.expired']);
  await register(tenant, alias, ['payment.status_changed']);
  await publish(expired(tenant));
  await untilDeliveries(webhooks(), tenant, 6, ({ status }) => status === 'DELIVERED');
  const seen = paths.map((path) => sink.requests(path).map(({ headers }) => headers['x-service-event-type']));
  t.deepEqual(
    seen.map((names) => names.toSorted()),
    [
      ['payment.failed'],
      ['payment.expired'],
      ['payment.expired', 'payment.failed'],
      ['payment.expired', 'payment.failed'],
    ],
  );
});

test('a charge made by /v1/payments is tx_ in every legacy event (A2)', async (t) => {
  const tenant = newTenant();
  const event = refundProgressed(tenant, { refundId: REFUND, amount: 1, refundStatus: 'IN_PROGRESS' });
  const charge = { ...chargeIn(event), surface: 'PAYMENTS' as const };
  const progressed = { ...(event.refundProgressed as NonNullable<ChargeEvent['refundProgressed']>), charge };
  const bodies = await deliveredOf(t, tenant, { ...event, refundProgressed: progressed }, ['payment.refunded']);
  t.is(bodies.get('payment.refunded')?.data['transactionId'], `tx_${event.chargeId}`);
});

test('what is internal, and what a newer version will add, is skipped; nothing of it is dead-lettered', async (t) => {
  const { register, publish, deliveries, env, sink } = webhooks();
  const tenant = newTenant();
  const path = `/${newId('endpoint')}`;
  await register(tenant, path, EVERYTHING);
  const deadLetters = await readTopic(deadLetterTopic(topicName(env['TOPIC_PREFIX'] ?? '', 'charge')));
  t.teardown(deadLetters.stop);
  const types = [
    'payment_accepted',
    'payment_held',
    'return_ordered',
    'provider_callback_received',
    'disputed_by_somebody_new',
  ];
  const internal = types.map((type): ChargeEvent => ({ ...created(tenant), type: `charge.${type}` }));
  const { refundProgressed: progressed, ...rest } = refundProgressed(tenant, {
    refundId: '',
    amount: 1,
    refundStatus: 'IN_PROGRESS',
  });
  const hollow: ChargeEvent = { ...rest, ...(progressed ? { refundProgressed: progressed } : {}) };
  await publish(...internal, hollow, created(tenant));
  await untilDeliveries(webhooks(), tenant, 2, ({ status }) => status === 'DELIVERED');
  const [message] = await until(
    'the one that can be nothing',
    () => deadLetters.messages.length > 0 && deadLetters.messages,
  );
  t.is(message?.headers['dlq-reason'], 'no refund in it');
  t.is(deadLetters.messages.filter(({ headers }) => headers['account-id'] === tenant.accountId).length, 1);
  t.is((await deliveries(tenant)).length, 2);
  t.is(sink.requests(path).length, 2);
});
