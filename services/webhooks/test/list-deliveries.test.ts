import { newId } from '@gx/core';
import test from 'ava';
import { created, paid } from './charge-events.ts';
import { newTenant, shared, untilDeliveries } from './harness.ts';

/** Deliveries by charge and by the time at which they were made. */
const webhooks = shared(test);
const CALL = { requestId: 'req_list' };
const NAMES = ['charge.created', 'charge.paid', 'payment.created'];

test('deliveries of a charge are listed by every form of its id, with the other filters, for its tenant alone', async (t) => {
  const { client, register, publish } = webhooks();
  const tenant = newTenant();
  const [first, second] = [newId('charge'), newId('charge')];
  const { id: endpointId } = await register(tenant, '/by-charge', NAMES);
  await register(tenant, '/by-charge-too', ['charge.paid']);
  await publish(created(tenant, { chargeId: first }), paid(tenant, { chargeId: first }));
  await publish(created(tenant, { chargeId: second }));
  await untilDeliveries(webhooks(), tenant, 6, ({ status }) => status === 'DELIVERED');
  type Filter = Omit<Parameters<typeof client.listDeliveries>[1], 'tenant'>;
  const list = (more: Filter, of = tenant) => client.listDeliveries(CALL, { tenant: of, ...more });
  for (const chargeId of [first, `ch_${first}`, `tx_${first}`]) {
    const { deliveries, total } = await list({ chargeId });
    t.is(total, 4);
    t.true(deliveries.every(({ payloadJson }) => payloadJson?.includes(first)));
    t.deepEqual(
      deliveries.map(({ id }) => id),
      deliveries
        .map(({ id }) => id)
        .toSorted()
        .toReversed(),
      'newest first',
    );
  }
  t.is((await list({ chargeId: first, eventType: 'charge.paid' })).total, 2);
  t.is((await list({ chargeId: first, eventType: 'charge.paid', endpointId })).total, 1);
  t.is((await list({ chargeId: first, status: 'DELIVERED', limit: 3, offset: 3 })).deliveries.length, 1);
  t.is((await list({ chargeId: first, status: 'FAILED' })).total, 0);
  for (const chargeId of [newId('charge'), 'nonsense'])
    t.deepEqual(await list({ chargeId }), { deliveries: [], total: 0 });
  for (const other of [newTenant(), { ...tenant, livemode: true }])
    t.is((await list({ chargeId: first }, other)).total, 0);
});

test('deliveries are listed from and to the millisecond of their createdAt, both inclusive, beside the other filters', async (t) => {
  const { client, register, publish } = webhooks();
  const tenant = newTenant();
  const { id: endpointId } = await register(tenant, '/by-time', NAMES);
  for (const _ of [1, 2, 3]) await publish(created(tenant));
  const all = await untilDeliveries(webhooks(), tenant, 6, ({ status }) => status === 'DELIVERED');
  const times = all.map(({ createdAtMs }) => createdAtMs);
  const fits = (from: number, to: number) => times.filter((at) => at >= from && at <= to).length;
  const [last = 0] = times;
  const first = times.at(-1) ?? 0;
  for (const [from, to] of [
    [first, last],
    [first + 1, last],
    [first, last - 1],
    [first, first],
    [last, last],
    [last + 1, last + 1_000],
    [first - 1_000, first - 1],
  ] as const) {
    const span = { tenant, createdAfterMs: from, createdBeforeMs: to };
    for (const more of [
      {},
      { endpointId },
      { status: 'DELIVERED' } as const,
      { status: 'DELIVERED', endpointId } as const,
    ]) {
      const { deliveries, total } = await client.listDeliveries(CALL, { ...span, ...more });
      t.deepEqual([deliveries.length, total], [fits(from, to), fits(from, to)], JSON.stringify([from, to, more]));
    }
  }
  const { total } = await client.listDeliveries(CALL, { tenant, createdAfterMs: first, eventType: 'payment.created' });
  t.is(total, 3);
});
