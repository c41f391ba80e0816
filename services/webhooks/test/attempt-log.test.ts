import type { DeliveryAttempt } from '@gx/contracts/webhooks';
import test from 'ava';
import { created } from './charge-events.ts';
import { newTenant, shared, untilDeliveries } from './harness.ts';

/** A delivery's log keeps of the headers only what nothing else tells, and shows all of them. */
const webhooks = shared(test);
const CALL = { requestId: 'req_test' };

const OF_HTTP: ReadonlySet<string> = new Set(['host', 'connection', 'content-length']);
const lowered = (headers: DeliveryAttempt['requestHeaders']) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

test('the log shows each attempt’s headers as the endpoint got them, of canonical and of legacy events', async (t) => {
  const { client, register, publish, sink } = webhooks();
  const tenant = newTenant();
  sink.answer('/logged', { status: 500 }, { status: 500 }, { status: 200 });
  await register(tenant, '/logged', ['charge.created', 'payment.created']);
  await publish(created(tenant));
  const found = await untilDeliveries(webhooks(), tenant, 2, ({ status }) => status === 'DELIVERED');
  const logs = await Promise.all(found.map(({ id }) => client.getDelivery(CALL, { tenant, id })));
  const shown = logs.flatMap(({ attemptLog }) => attemptLog.map(({ requestHeaders }) => lowered(requestHeaders)));
  const sent = sink
    .requests('/logged')
    .map(({ headers }) => Object.fromEntries(Object.entries(headers).filter(([name]) => !OF_HTTP.has(name))));
  t.is(sent.length, 4);
  const byAttempt = (one: Record<string, unknown>, other: Record<string, unknown>) =>
    String(one['x-service-delivery-id']) < String(other['x-service-delivery-id']) ? -1 : 1;
  t.deepEqual(shown.toSorted(byAttempt), sent.toSorted(byAttempt));
});

test('of an attempt whose process died there are no headers in the log', async (t) => {
  const { client, register, publish, database } = webhooks();
  const tenant = newTenant();
  await register(tenant, '/lost', ['charge.created']);
  await publish(created(tenant));
  const [delivery] = await untilDeliveries(webhooks(), tenant, 1, ({ status }) => status === 'DELIVERED');
  const id = delivery?.id ?? '';
  const deliveries = database.connection.collection<{ _id: string }>('deliveries');
  await deliveries.updateOne({ _id: id }, { $unset: { 'attemptLog.0.signed': '' } });
  const lost = await client.getDelivery(CALL, { tenant, id });
  t.deepEqual(lost.attemptLog[0]?.requestHeaders, {});
});
