import type { DeliveryAttempt } from '@gx/contracts/webhooks';
import test from 'ava';
import { created } from './charge-events.ts';
import { newTenant, shared, untilDeliveries } from './harness.ts';

/** A delivery's log keeps of the headers only what nothing else tells, and of signatures their beginnings. */
const webhooks = shared(test);
const CALL = { requestId: 'req_test' };

const OF_HTTP: ReadonlySet<string> = new Set(['host', 'connection', 'content-length']);
const SIGNED = ['x-service-signature', 'webhook-signature'] as const;
const FORM = /^(?:t=\d+,v1=|sha256=|v1,)/;
/** What was sent, with eight characters of each signature. */
function shortened(headers: Record<string, unknown>): Record<string, unknown> {
  const short = SIGNED.map((name) => {
    const value = String(headers[name]);
    return [name, `${value.slice(0, (FORM.exec(value)?.[0].length ?? 0) + 8)}…`];
  });
  return { ...headers, ...Object.fromEntries(short) };
}
const lowered = (headers: DeliveryAttempt['requestHeaders']) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

test('the log shows each attempt’s headers as the endpoint got them, and no signature that could be used', async (t) => {
  const { client, register, publish, sink, database } = webhooks();
  const tenant = newTenant();
  sink.answer('/logged', { status: 500 }, { status: 500 }, { status: 200 });
  await register(tenant, '/logged', ['charge.created', 'payment.created']);
  await publish(created(tenant));
  const found = await untilDeliveries(webhooks(), tenant, 2, ({ status }) => status === 'DELIVERED');
  const logs = await Promise.all(found.map(({ id }) => client.getDelivery(CALL, { tenant, id })));
  const shown = logs.flatMap(({ attemptLog }) => attemptLog.map(({ requestHeaders }) => lowered(requestHeaders)));
  const requests = sink.requests('/logged');
  const sent = requests.map(({ headers }) =>
    shortened(Object.fromEntries(Object.entries(headers).filter(([name]) => !OF_HTTP.has(name)))),
  );
  t.is(sent.length, 4);
  const byAttempt = (one: Record<string, unknown>, other: Record<string, unknown>) =>
    String(one['x-service-delivery-id']) < String(other['x-service-delivery-id']) ? -1 : 1;
  t.deepEqual(shown.toSorted(byAttempt), sent.toSorted(byAttempt));
  const stored = JSON.stringify(
    await database.connection
      .collection('deliveries')
      .find({ ...tenant })
      .toArray(),
  );
  for (const { headers } of requests)
    for (const name of SIGNED) t.false(stored.includes(String(headers[name]).replace(FORM, '')), name);
});

test('a whole signature that an earlier version stored is not shown', async (t) => {
  const { client, register, publish, database } = webhooks();
  const tenant = newTenant();
  await register(tenant, '/earlier', ['payment.created']);
  await publish(created(tenant));
  const [delivery] = await untilDeliveries(webhooks(), tenant, 1, ({ status }) => status === 'DELIVERED');
  const id = delivery?.id ?? '';
  const deliveries = database.connection.collection<{ _id: string }>('deliveries');
  const whole = { own: `sha256=${'ab'.repeat(32)}`, standard: `v1,${'AbC+/'.repeat(8)}abc=` };
  const set = { 'attemptLog.0.signed.own': whole.own, 'attemptLog.0.signed.standard': whole.standard };
  await deliveries.updateOne({ _id: id }, { $set: set });
  const { attemptLog } = await client.getDelivery(CALL, { tenant, id });
  t.like(attemptLog[0]?.requestHeaders, {
    'X-Service-Signature': 'sha256=abababab…',
    'webhook-signature': 'v1,AbC+/AbC…',
  });
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
