import { canonicalPayoutEvent, deadLetterTopic, topicName } from '@gx/contracts';
import type { Payout, PayoutEvent } from '@gx/contracts/payout';
import { newId, type Tenant } from '@gx/core';
import { readTopic, type SinkRequest, until, verifyWebhook } from '@gx/testkit';
import test from 'ava';
import { EVENT_CATALOG } from '../src/domain/event-catalog.ts';
import { created, HAPPENED_AT, paid } from './charge-events.ts';
import { newTenant, shared, untilDeliveries } from './harness.ts';
import { payoutCreated, payoutFailed, payoutPaid } from './payout-events.ts';

/** What merchants hear of their payouts (decisions, section 7). */
const webhooks = shared(test);
const CALL = { requestId: 'req_payouts' };
const EVERYTHING = Object.keys(EVENT_CATALOG);
const nameOf = ({ headers }: SinkRequest): string => String(headers['x-service-event-type']);
const jsonOf = ({ body }: SinkRequest) => JSON.parse(body) as Record<string, unknown>;
const allDelivered = (tenant: Tenant, count: number) =>
  untilDeliveries(webhooks(), tenant, count, ({ status }) => status === 'DELIVERED');
const payoutIn = (event: PayoutEvent): Payout => {
  const payout = (event.created ?? event.paid ?? event.failed)?.payout;
  if (!payout) throw new Error('an event without a payout');
  return payout;
};

type Row = {
  readonly of: (tenant: Tenant) => PayoutEvent;
  readonly canonical: string;
  readonly legacy: string;
  readonly status: string;
  readonly previousStatus: string;
};
// biome-ignore format: one row per transition, read as a table
const ROWS: Readonly<Record<string, Row>> = {
  'a payout is sent at once':          { of: payoutCreated, canonical: 'payout.created', legacy: 'withdrawal.created', status: 'PROCESSING', previousStatus: 'PENDING' },
  'a payout waits':                    { of: (tenant) => payoutCreated(tenant, { status: 'PENDING' }), canonical: 'payout.created', legacy: 'withdrawal.created', status: 'PENDING', previousStatus: 'PENDING' },
  'a payout arrives':                  { of: payoutPaid, canonical: 'payout.paid', legacy: 'withdrawal.completed', status: 'PAID', previousStatus: 'PROCESSING' },
  'a payout fails at the bank':        { of: (tenant) => payoutFailed(tenant, { status: 'FAILED', previousStatus: 'PROCESSING' }), canonical: 'payout.failed', legacy: 'withdrawal.failed', status: 'FAILED', previousStatus: 'PROCESSING' },
  'a payout comes back':               { of: (tenant) => payoutFailed(tenant, { status: 'FAILED', previousStatus: 'PAID' }), canonical: 'payout.failed', legacy: 'withdrawal.failed', status: 'FAILED', previousStatus: 'PAID' },
  'a payout is cancelled':             { of: (tenant) => payoutFailed(tenant, { status: 'CANCELLED', previousStatus: 'PENDING' }), canonical: 'payout.failed', legacy: 'withdrawal.failed', status: 'CANCELLED', previousStatus: 'PENDING' },
};

for (const [rule, { of, canonical, legacy, status, previousStatus }] of Object.entries(ROWS))
  test(`${rule}: ${canonical} and ${legacy}, each once, whatever the endpoint subscribed to beside`, async (t) => {
    const { register, publishPayouts, sink } = webhooks();
    const tenant = newTenant(true);
    const event = of(tenant);
    const path = `/${newId('endpoint')}`;
    const { secret } = await register(tenant, path, EVERYTHING);
    // The second payout's event is behind the copy: once it is delivered, whatever the copy caused is there
    // too.
    await publishPayouts(event, event, payoutCreated(tenant));
    await allDelivered(tenant, 4);
    const own = sink.requests(path).filter(({ body }) => body.includes(event.payoutId));
    t.deepEqual(own.map(nameOf).toSorted(), [canonical, legacy]);
    const bodies = new Map(own.map((request) => [nameOf(request), jsonOf(request)]));
    t.deepEqual(
      bodies.get(canonical),
      canonicalPayoutEvent(canonical, payoutIn(event), { ...event, livemode: true }) as object,
    );
    t.like(bodies.get(canonical), { livemode: true, data: { object: { status: status.toLowerCase() } } });
    t.deepEqual(bodies.get(legacy), {
      event: legacy,
      livemode: true,
      data: {
        transactionId: `po_${event.payoutId}`,
        amount: 1_000,
        status,
        previousStatus,
        fee: 50,
        occurredAt: HAPPENED_AT.toISOString(),
        sequence: event.sequence,
      },
    });
    for (const request of own)
      t.is(verifyWebhook(request, secret)?.family, nameOf(request) === legacy ? 'legacy' : 'canonical');
  });

for (const [title, events, names] of [
  ['the wildcard takes', ['withdrawal.*'], ['withdrawal.completed', 'withdrawal.created']],
  ['the alias takes', ['withdrawal.status_changed'], ['withdrawal.completed', 'withdrawal.created']],
  [
    'wildcard, alias and a name together take',
    ['withdrawal.*', 'withdrawal.status_changed', 'withdrawal.completed'],
    ['withdrawal.completed', 'withdrawal.created'],
  ],
  ['a name takes', ['withdrawal.completed'], ['withdrawal.completed']],
  ['what is of charges takes none of', ['charge.paid', 'payment.status_changed'], []],
] as const)
  test(`${title} a payout’s events under their concrete names: ${names.join(', ') || 'none'}`, async (t) => {
    const { register, publishPayouts, sink } = webhooks();
    const tenant = newTenant();
    const path = `/${newId('endpoint')}`;
    await register(tenant, path, events);
    await register(tenant, '/witness', ['payout.paid']);
    const payoutId = newId('payout');
    await publishPayouts(payoutCreated(tenant, { payoutId }), payoutPaid(tenant, { payoutId }));
    await allDelivered(tenant, names.length + 1);
    t.deepEqual(sink.requests(path).map(nameOf).toSorted(), [...names]);
  });

test('a payout of one account and environment reaches no endpoint of another', async (t) => {
  const { register, publishPayouts, sink, deliveries } = webhooks();
  const tenant = newTenant();
  await register(tenant, '/own', ['payout.created']);
  for (const [path, owner] of [
    ['/other-account', newTenant()],
    ['/other-environment', { ...tenant, livemode: true }],
  ] as const)
    await register(owner, path, EVERYTHING);
  await publishPayouts(payoutCreated(tenant));
  await allDelivered(tenant, 1);
  t.is(sink.requests('/own').length, 1);
  t.is(sink.requests('/other-account').length + sink.requests('/other-environment').length, 0);
  t.deepEqual(await deliveries({ ...tenant, livemode: true }), []);
});

test('the first attempts about one payout start in the order of its events', async (t) => {
  const { register, publishPayouts, sink } = webhooks();
  const tenant = newTenant();
  await register(tenant, '/ordered', ['payout.created', 'payout.paid', 'payout.failed']);
  sink.answer('/ordered', { delayMs: 20 });
  const payoutIds = Array.from({ length: 5 }, () => newId('payout'));
  const returned = { status: 'FAILED', previousStatus: 'PAID' } as const;
  await publishPayouts(
    ...payoutIds.flatMap((payoutId) => [
      payoutCreated(tenant, { payoutId }),
      payoutPaid(tenant, { payoutId }),
      payoutFailed(tenant, returned, { payoutId }),
    ]),
  );
  await allDelivered(tenant, 15);
  for (const payoutId of payoutIds) {
    const own = sink.requests('/ordered').filter(({ body }) => body.includes(payoutId));
    t.deepEqual(own.map(nameOf), ['payout.created', 'payout.paid', 'payout.failed']);
  }
});

test('the events of payouts are kept and listed beside those of charges, byte for byte as they are sent', async (t) => {
  const { client, register, publish, publishPayouts, sink } = webhooks();
  const tenant = newTenant();
  await register(tenant, '/kept', ['payout.paid', 'charge.paid']);
  const payout = payoutPaid(tenant);
  const charge = paid(tenant);
  await Promise.all([publish(charge), publishPayouts(payout)]);
  await allDelivered(tenant, 2);
  const list = async (more: object = {}) =>
    (await client.listEvents(CALL, { tenant, limit: 10, ...more })).events.map(({ id }) => id);
  t.deepEqual((await list()).toSorted(), [charge.eventId, payout.eventId].toSorted());
  t.deepEqual(await list({ type: 'payout.paid' }), [payout.eventId]);
  const { bodyJson } = await client.getEvent(CALL, { tenant, id: payout.eventId });
  t.is(bodyJson, sink.requests('/kept').find((request) => nameOf(request) === 'payout.paid')?.body ?? '');
});

test('the events of a payout are replayed in order and under every name, those of a charge beside them', async (t) => {
  const { client, register, publish, publishPayouts, sink } = webhooks();
  const tenant = newTenant();
  const names = ['payout.created', 'payout.paid', 'withdrawal.*', 'charge.created'];
  const { id: endpointId } = await register(tenant, '/replayed', names);
  await register(tenant, '/witness', names);
  await client.updateEndpoint(CALL, { tenant, id: endpointId, status: 'INACTIVE' });
  const payoutId = newId('payout');
  const occurredAtMs = Date.now() - 60_000;
  const events = [payoutCreated(tenant, { payoutId }), payoutPaid(tenant, { payoutId })];
  await publishPayouts(...events.map((event) => ({ ...event, occurredAtMs })));
  await publish({ ...created(tenant), occurredAtMs });
  await allDelivered(tenant, 5);
  await client.updateEndpoint(CALL, { tenant, id: endpointId, status: 'ACTIVE' });
  const request = { tenant, endpointId, replayId: newId('replay'), sinceMs: occurredAtMs - 1_000, events: [] };
  t.is((await client.replayEvents(CALL, { ...request, only: 'UNDELIVERED' })).replayed, 3);
  await allDelivered(tenant, 10);
  const bodiesAt = (path: string) => sink.requests(path).map(({ body }) => body);
  const witnessed = bodiesAt('/witness').filter((body) => body.includes(payoutId));
  t.deepEqual(
    bodiesAt('/replayed')
      .filter((body) => body.includes(payoutId))
      .toSorted(),
    witnessed.toSorted(),
  );
  const sequences = sink
    .requests('/replayed')
    .filter(({ body }) => body.includes(payoutId))
    .map((one) => (jsonOf(one)['sequence'] ?? (jsonOf(one)['data'] as { sequence: number }).sequence) as number);
  t.deepEqual(sequences, [1, 1, 2, 2]);
});

test('what is internal is skipped, and an event that says too little is dead-lettered with its reason, holding nothing up', async (t) => {
  const { register, publishPayouts, sink, env } = webhooks();
  const tenant = newTenant();
  await register(tenant, '/internal', EVERYTHING);
  const deadLetters = await readTopic(deadLetterTopic(topicName(env['TOPIC_PREFIX'] ?? '', 'payout')));
  t.teardown(deadLetters.stop);
  const lost = { amount: 1_000, currency: 'BRL', fee: 50, bankProfileId: 'sim' };
  const { created: _, ...hollow } = payoutCreated(tenant);
  const failure = { status: 'FAILED', previousStatus: 'PROCESSING' } as const;
  const event = payoutFailed(tenant, failure);
  const { failureMessage: __, ...mute } = payoutIn(event);
  await publishPayouts(
    { ...payoutCreated(tenant), type: 'payout.lost', lost },
    hollow,
    { ...event, failed: { ...failure, payout: mute } },
    payoutCreated(tenant),
  );
  await allDelivered(tenant, 2);
  const reasons = await until(
    'both are dead-lettered',
    () => deadLetters.messages.length === 2 && deadLetters.messages.map(({ headers }) => headers['dlq-reason']),
  );
  t.deepEqual(reasons.toSorted(), ['no payout in it', 'no reason in its failed payout']);
  t.is(sink.requests('/internal').length, 2);
});
