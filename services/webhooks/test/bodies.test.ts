import { chargeEventCodec } from '@gx/contracts';
import type { ChargeEvent } from '@gx/contracts/charge';
import { type Id, newId, type Tenant } from '@gx/core';
import { until } from '@gx/testkit';
import test from 'ava';
import { created, paid, refundProgressed } from './charge-events.ts';
import { newTenant, shared, untilDeliveries } from './harness.ts';

/** An event's body is stored once: its deliveries refer to it when nothing is sent of them any more. */
const webhooks = shared(test);
const CALL = { requestId: 'req_bodies' };
const NAMES = ['charge.paid', 'payment.completed'] as const;

type Stored = { _id: string; status: string; eventName: string; payload?: string; apiVersion?: string };
const stored = () => webhooks().database.connection.collection<Stored>('deliveries');
const kept = (name = 'events') => webhooks().database.connection.collection<{ _id: string }>(name);
const ofTenant = (tenant: Tenant) =>
  stored()
    .find({ ...tenant })
    .toArray();
const isDelivered = ({ status }: { status: string }): boolean => status === 'DELIVERED';
const bodies = (path: string): string[] =>
  webhooks()
    .sink.requests(path)
    .map(({ body }) => body);

/** What is stored of a tenant under all names, as text. */
async function everything(tenant: Tenant): Promise<string> {
  const { db } = webhooks().database.connection;
  const found = await Promise.all(
    ['events', 'legacy_events', 'deliveries'].map((name) =>
      db
        ?.collection(name)
        .find({ ...tenant })
        .toArray(),
    ),
  );
  return JSON.stringify(found);
}
const count = (text: string, part: string): number => text.split(part).length - 1;

test('the body of an event is stored once in each envelope, however many endpoints and names it was delivered to', async (t) => {
  const { register, publish, client } = webhooks();
  const tenant = newTenant();
  for (const nth of [1, 2, 3]) await register(tenant, `/once-${nth}`, NAMES);
  const event = paid(tenant, { name: 'Only Once' });
  await publish(event);
  const found = await untilDeliveries(webhooks(), tenant, 6, isDelivered);
  const text = await everything(tenant);
  t.is(count(text, 'Only Once'), 1, 'the canonical body');
  t.is(count(text, '"paidWith'.replace('"', '\\"')), 1, 'the legacy body');
  const sent = [1, 2, 3].flatMap((nth) => bodies(`/once-${nth}`)).toSorted();
  t.deepEqual(found.map(({ payloadJson }) => payloadJson ?? '').toSorted(), sent, 'shown as they were sent');
  for (const { id } of found) {
    const { delivery, attemptLog } = await client.getDelivery(CALL, { tenant, id });
    t.true(sent.includes(delivery?.payloadJson ?? ''));
    t.is(attemptLog.length, 1);
  }
});

test('what was sent under an older contract version is shown and sent again byte for byte', async (t) => {
  const { register, publish, database, client } = webhooks();
  const tenant = newTenant();
  const { id } = await register(tenant, '/older', ['charge.paid']);
  await database.connection
    .collection<{ _id: string }>('endpoints')
    .updateOne({ _id: id }, { $set: { apiVersion: '2025-01-31' } });
  await publish(paid(tenant));
  const [one] = await untilDeliveries(webhooks(), tenant, 1, isDelivered);
  t.is((await ofTenant(tenant))[0]?.payload, undefined);
  t.true(one?.payloadJson?.includes('"api_version":"2025-01-31"'));
  await client.retryDelivery(CALL, { tenant, id: one?.id ?? '' });
  await until('it comes again', () => bodies('/older').length === 2);
  t.is(new Set([...bodies('/older'), one?.payloadJson]).size, 1);
});

test('a step of a refund, and an event for a URL of its own, are shown and sent again byte for byte', async (t) => {
  const { register, publish, client, sink } = webhooks();
  const tenant = newTenant();
  await register(tenant, '/steps', ['payment.refunded']);
  const step = { refundId: newId('refund'), amount: 10, refundStatus: 'REFUNDED' };
  const own = refundProgressed(tenant, step);
  const { refundProgressed: progress } = own;
  const charge = progress?.charge && { ...progress.charge, webhookUrl: sink.url('/own-steps') };
  await publish(refundProgressed(tenant, { ...step, refundId: newId('refund') }), {
    ...own,
    refundProgressed: progress && { ...progress, charge: charge ?? null },
  } as ChargeEvent);
  const found = await untilDeliveries(webhooks(), tenant, 2, isDelivered);
  t.deepEqual(
    (await ofTenant(tenant)).map(({ payload }) => payload),
    [undefined, undefined],
  );
  for (const { id } of found) await client.retryDelivery(CALL, { tenant, id });
  for (const path of ['/steps', '/own-steps']) {
    await until('it comes again', () => bodies(path).length === 2);
    t.is(new Set(bodies(path)).size, 1, path);
    t.true(
      found.some(({ payloadJson }) => payloadJson === bodies(path)[0]),
      path,
    );
  }
});

test('what waits for its next attempt has its body though its event is gone; then there is none, and it is not sent again', async (t) => {
  const { register, publish, client, sink } = webhooks();
  const tenant = newTenant();
  sink.answer('/waiting', { status: 503, retryAfter: '1' }, { status: 200 });
  await register(tenant, '/waiting', ['charge.paid']);
  const event = paid(tenant);
  await publish(event);
  await untilDeliveries(webhooks(), tenant, 1, ({ status, attempts }) => status === 'PENDING' && attempts === 1);
  await kept().deleteOne({ _id: event.eventId });
  const [one] = await untilDeliveries(webhooks(), tenant, 1, isDelivered);
  t.is(new Set(bodies('/waiting')).size, 1);
  t.is(one?.payloadJson, undefined);
  const id = one?.id ?? '';
  t.like(await client.getDelivery(CALL, { tenant, id }), { attemptLog: [], delivery: { payloadJson: undefined } });
  await t.throwsAsync(client.retryDelivery(CALL, { tenant, id }), { message: /body is gone/ });
  t.is((await ofTenant(tenant))[0]?.status, 'DELIVERED');
  t.is(bodies('/waiting').length, 2);
});

test('a delivery that an earlier version stored with its body keeps it, and one that it sends again without is sent', async (t) => {
  const { register, publish, client } = webhooks();
  const tenant = newTenant();
  await register(tenant, '/earlier', NAMES);
  await publish(paid(tenant));
  await untilDeliveries(webhooks(), tenant, 2, isDelivered);
  const [first, second] = (await ofTenant(tenant)) as [Stored, Stored];
  await stored().updateOne(
    { _id: first._id },
    { $set: { payload: '{"of":"an earlier version"}' }, $unset: { apiVersion: '' } },
  );
  const { delivery } = await client.getDelivery(CALL, { tenant, id: first._id });
  t.is(delivery?.payloadJson, '{"of":"an earlier version"}');
  await client.retryDelivery(CALL, { tenant, id: first._id });
  await until('it is sent again', () => bodies('/earlier').includes('{"of":"an earlier version"}'));
  // As its re-send leaves it: it knows nothing of events that keep bodies.
  const again = { status: 'PENDING', queue: 'retry', attempts: 0, dueAt: new Date() };
  await stored().updateOne({ _id: second._id }, { $set: again });
  await until('it comes again', () => bodies('/earlier').length === 4);
  t.is(new Set(bodies('/earlier')).size, 3);
});

test('a delivery whose body is nowhere is logged and ends as a dead letter; others beside it are sent', async (t) => {
  const { register, publish, host } = webhooks();
  const tenant = newTenant();
  await register(tenant, '/lost', ['charge.paid']);
  await publish(paid(tenant), paid(tenant));
  await untilDeliveries(webhooks(), tenant, 2, isDelivered);
  const [lost, beside] = (await ofTenant(tenant)) as [Stored, Stored];
  await stored().updateOne({ _id: lost._id }, { $unset: { apiVersion: '' } });
  const again = { status: 'PENDING', queue: 'retry', attempts: 0, dueAt: new Date() };
  await stored().updateMany({ _id: { $in: [lost._id, beside._id] } }, { $set: again });
  await until('the other one comes again', () => bodies('/lost').length === 3);
  await until('it is logged', () => host.lines.some((line) => line.includes('has no body')));
  await stored().updateOne({ _id: lost._id }, { $set: { attempts: 15, dueAt: new Date(0) } });
  await until('it is over', async () => (await stored().findOne({ _id: lost._id }))?.status === 'FAILED');
  t.is(bodies('/lost').length, 3);
});

test('an event that was kept in other words before its deliveries were made is shown as it was sent', async (t) => {
  const { register, publish } = webhooks();
  const tenant = newTenant();
  await register(tenant, '/other-words', ['charge.paid']);
  const event = paid(tenant);
  const first = { ...tenant, type: 'charge.paid', createdAt: new Date(event.occurredAtMs), names: [...NAMES] };
  const words = { body: '{"in":"other words"}', legacy: '{"in":"other words"}' };
  await kept().insertOne({ _id: event.eventId, ...first, subjectId: event.chargeId, sequence: 3, ...words } as never);
  await publish(event);
  const [one] = await untilDeliveries(webhooks(), tenant, 1, isDelivered);
  t.is(one?.payloadJson, bodies('/other-words')[0]);
});

test('an event is sent again in the words in which it was sent before', async (t) => {
  const { register, publish, client } = webhooks();
  const tenant = newTenant();
  await register(tenant, '/same-words', ['charge.paid']);
  const event = paid(tenant);
  await publish(event);
  await untilDeliveries(webhooks(), tenant, 1, isDelivered);
  // A later version may render it in another way.
  const later = {
    ...event,
    paid: event.paid && { ...event.paid, charge: event.paid.charge && { ...event.paid.charge, amount: 7 } },
  };
  const request = {
    tenant,
    resendId: newId('resend'),
    event: Buffer.from(chargeEventCodec.encode(later as ChargeEvent)),
  };
  t.is((await client.resendEvent(CALL, request)).deliveries, 1);
  await untilDeliveries(webhooks(), tenant, 2, isDelivered);
  t.is(new Set(bodies('/same-words')).size, 1);
  t.deepEqual(
    (await ofTenant(tenant)).map(({ payload }) => payload),
    [undefined, undefined],
  );
});

test('a delivery that is sent again when its event ends before long has a body of its own from then on', async (t) => {
  const { register, publish, client } = webhooks();
  const tenant = newTenant();
  await register(tenant, '/late-again', ['charge.paid']);
  await publish(paid(tenant));
  const [one] = await untilDeliveries(webhooks(), tenant, 1, isDelivered);
  const id = one?.id ?? '';
  await stored().updateOne({ _id: id }, { $set: { createdAt: new Date(Date.now() - 8 * 86_400_000) } });
  await client.retryDelivery(CALL, { tenant, id });
  await until('it comes again', () => bodies('/late-again').length === 2);
  await untilDeliveries(webhooks(), tenant, 1, isDelivered);
  t.is((await ofTenant(tenant))[0]?.payload, bodies('/late-again')[0]);
});

test('a delivery that is CANCELLED or FAILED refers to its event, and is shown and sent again as it was', async (t) => {
  const { register, publish, client, sink } = webhooks();
  const tenant = newTenant();
  sink.answer('/ended', { status: 503, retryAfter: '3600' }, { status: 503, retryAfter: '3600' }, { status: 200 });
  const { id: endpointId } = await register(tenant, '/ended', ['charge.paid']);
  await publish(paid(tenant), paid(tenant));
  const waits = ({ status, attempts }: { status: string; attempts: number }) => status === 'PENDING' && attempts === 1;
  const [failing, cancelled] = await untilDeliveries(webhooks(), tenant, 2, waits);
  const lastLease = {
    status: 'PROCESSING',
    attempts: 15,
    dueAt: new Date(0),
    running: { attemptId: newId('attempt'), startedAt: new Date() },
  };
  await stored().updateOne({ _id: failing?.id ?? '' }, { $set: lastLease });
  await client.updateEndpoint(CALL, { tenant, id: endpointId, status: 'INACTIVE' });
  await stored().updateOne({ _id: cancelled?.id ?? '' }, { $set: { dueAt: new Date(0) } });
  const ended = await untilDeliveries(webhooks(), tenant, 2, ({ status }) => ['FAILED', 'CANCELLED'].includes(status));
  t.deepEqual(ended.map(({ status }) => status).toSorted(), ['CANCELLED', 'FAILED']);
  t.deepEqual(
    (await ofTenant(tenant)).map(({ payload }) => payload),
    [undefined, undefined],
  );
  t.deepEqual(ended.map(({ payloadJson }) => payloadJson ?? '').toSorted(), bodies('/ended').toSorted());
  await client.updateEndpoint(CALL, { tenant, id: endpointId, status: 'ACTIVE' });
  for (const { id } of ended) await client.retryDelivery(CALL, { tenant, id });
  await until('both come again', () => bodies('/ended').length === 4);
  t.is(new Set(bodies('/ended')).size, 2);
});

test('a delivery of another account never shows the body of an event', async (t) => {
  const { register, publish, client } = webhooks();
  const [tenant, other] = [newTenant(), newTenant()];
  for (const one of [tenant, other]) await register(one, '/whose', ['charge.created']);
  const [event, theirs] = [created(tenant), created(other)];
  await publish(event, theirs);
  await untilDeliveries(webhooks(), tenant, 1, isDelivered);
  const [one] = await untilDeliveries(webhooks(), other, 1, isDelivered);
  const id = one?.id as Id<'delivery'>;
  await stored().updateOne({ _id: id }, { $set: { eventId: event.eventId } as never });
  const { delivery } = await client.getDelivery(CALL, { tenant: other, id });
  t.is(delivery?.payloadJson, undefined);
});
