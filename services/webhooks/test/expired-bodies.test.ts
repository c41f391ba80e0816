import { chargeEventCodec } from '@gx/contracts';
import { type Id, newId, Refusal, type Tenant } from '@gx/core';
import { until } from '@gx/testkit';
import test from 'ava';
import { loadConfig } from '../src/config.ts';
import type { DeliveryStatus } from '../src/domain/delivery.ts';
import { deliveryStore } from '../src/store/deliveries.ts';
import { created, paid } from './charge-events.ts';
import { type Harness, newTenant, shared, startReplica, untilDeliveries } from './harness.ts';
import { plantDeliveries } from './plant-deliveries.ts';

/** Deliveries that ended 30 days ago lose their bodies and logs, and in test mode end themselves. */
const webhooks = shared(test);
const CALL = { requestId: 'req_expired' };
const DAY_MS = 86_400_000;
const daysAgo = (days: number): Date => new Date(Date.now() - days * DAY_MS);

type Stored = { _id: string; status: string; updatedAt: Date; payload?: string; attemptLog?: object[] };
const stored = ({ database }: Harness = webhooks()) => database.connection.collection<Stored>('deliveries');
const isDelivered = ({ status }: { status: string }): boolean => status === 'DELIVERED';
const reasonOf = async (call: Promise<unknown>) => {
  const error = await call.then(
    () => undefined,
    (cause: unknown) => cause,
  );
  return error instanceof Refusal ? error.more.reason : error;
};

/** One delivery that stands in this status, still since that day. */
async function standing(tenant: Tenant, path: string, status: DeliveryStatus, days: number): Promise<string> {
  const { register, publish } = webhooks();
  await register(tenant, path, ['charge.created']);
  await publish(created(tenant));
  const [one] = await untilDeliveries(webhooks(), tenant, 1, isDelivered);
  const id = one?.id ?? '';
  // Such as that of a sample: no event keeps it.
  const set = {
    status,
    updatedAt: daysAgo(days),
    ...(status === 'PENDING' ? { dueAt: new Date(Date.now() + DAY_MS) } : {}),
  };
  await stored().updateOne({ _id: id }, { $set: { ...set, payload: one?.payloadJson ?? '' } });
  return id;
}

/** The job runs when a replica starts, and has come to this one. */
async function expiredBy(id: string): Promise<void> {
  const { stop } = await webhooks().replica();
  await until('its log is gone', async () => (await stored().findOne({ _id: id }))?.attemptLog === undefined);
  await stop();
}

for (const status of ['DELIVERED', 'FAILED', 'CANCELLED'] as const)
  test.serial(
    `30 days after it was ${status} a delivery has no body, log and answer: null, and a re-send is refused`,
    async (t) => {
      const { client, sink } = webhooks();
      const tenant = newTenant(true);
      const path = `/old-${status}`;
      const id = await standing(tenant, path, status, 30.01);
      const before = await client.countDeliveries(CALL, { tenant });
      await expiredBy(id);
      const { delivery, attemptLog } = await client.getDelivery(CALL, { tenant, id });
      t.like(delivery, { id, status, attempts: 1, lastStatusCode: 200, eventType: 'charge.created' });
      t.deepEqual([delivery?.payloadJson, delivery?.lastResponseBody, attemptLog.length], [undefined, undefined, 0]);
      t.is(await reasonOf(client.retryDelivery(CALL, { tenant, id })), 'payload_expired');
      t.deepEqual(await client.countDeliveries(CALL, { tenant }), before);
      const { deliveries, total } = await client.listDeliveries(CALL, { tenant, limit: 10 });
      t.deepEqual([deliveries[0]?.payloadJson, total], [undefined, 1]);
      t.is(sink.requests(path).length, 1);
    },
  );

test.serial(
  'a delivery that ended 29 days ago, and one that may be sent however old it is, keep body and log',
  async (t) => {
    const [live, young, pending] = [newTenant(true), newTenant(true), newTenant(true)];
    const old = await standing(live, '/gone', 'DELIVERED', 31);
    const kept = [
      await standing(young, '/young', 'DELIVERED', 29),
      await standing(pending, '/waiting', 'PENDING', 400),
    ];
    await expiredBy(old);
    for (const _id of kept) {
      const one = await stored().findOne({ _id });
      t.is(typeof one?.payload, 'string');
      t.is(one?.attemptLog?.length, 1);
    }
  },
);

test.serial(
  'what is sent again in the moment in which bodies are given up has its body, and all others have none',
  async (t) => {
    const { database } = webhooks();
    const store = await deliveryStore(database.connection);
    const tenant = newTenant(true);
    const url = 'https://merchant.example';
    await plantDeliveries(database.connection, tenant, { url, key: webhooks().env['ENCRYPTION_KEY'], count: 300 });
    await stored().updateMany({ ...tenant }, {
      $set: { status: 'FAILED', updatedAt: daysAgo(31) },
      $unset: { dueAt: '' },
    } as never);
    const ids = (
      await stored()
        .find({ ...tenant })
        .toArray()
    ).map(({ _id }) => _id as Id<'delivery'>);
    const again = ids.filter((_, nth) => nth % 3 === 0);
    const [expired] = await Promise.all([
      store.expireSome(30 * DAY_MS, 300),
      ...again.map((id) => store.resend(tenant, { id, payload: '{"planted":true}' })),
    ]);
    t.true(expired > 0);
    await store.expireSome(30 * DAY_MS, 300);
    const found = await stored()
      .find({ ...tenant })
      .toArray();
    const isWhole = ({ payload, attemptLog }: Stored): boolean =>
      payload === '{"planted":true}' && attemptLog !== undefined;
    const isEmpty = ({ payload, attemptLog }: Stored): boolean => payload === undefined && attemptLog === undefined;
    t.is(found.filter(({ _id }) => again.includes(_id as Id<'delivery'>)).filter(isWhole).length, again.length);
    t.is(found.filter(isEmpty).length, ids.length - again.length);
  },
);

test.serial('an event that comes again after its delivery has lost its body makes nothing', async (t) => {
  const { register, publish, sink } = webhooks();
  const tenant = newTenant(true);
  await register(tenant, '/again', ['charge.created']);
  const event = created(tenant);
  await publish(event);
  const [one] = await untilDeliveries(webhooks(), tenant, 1, isDelivered);
  await stored().updateOne({ _id: one?.id ?? '' }, { $set: { updatedAt: daysAgo(31) } });
  await expiredBy(one?.id ?? '');
  await publish(event, paid(tenant), created(tenant));
  await untilDeliveries(webhooks(), tenant, 2, isDelivered);
  t.is(sink.requests('/again').length, 2);
});

test.serial(
  'WEBHOOK_BODY_DAYS shortens it: body and log are gone together, though the event keeps its own',
  async (t) => {
    const { client, env, database, publish, register } = webhooks();
    const tenant = newTenant(true);
    await register(tenant, '/short', ['charge.created']);
    await publish(created(tenant));
    const [one] = await untilDeliveries(webhooks(), tenant, 1, isDelivered);
    const id = one?.id ?? '';
    await stored().updateOne({ _id: id }, { $set: { updatedAt: daysAgo(2.1) } });
    const { stop } = await startReplica(loadConfig({ ...env, WEBHOOK_BODY_DAYS: '2' }), {});
    t.teardown(stop);
    const { attemptLog } = await until('its body is gone', async () => {
      const read = await client.getDelivery(CALL, { tenant, id });
      return read.delivery?.payloadJson === undefined && read;
    });
    t.is(attemptLog.length, 0);
    t.is(await database.connection.collection('events').countDocuments({ ...tenant }), 1);
    t.is(await reasonOf(client.retryDelivery(CALL, { tenant, id })), 'payload_expired');
  },
);

test.serial(
  'a replay sends an event that is kept by a delivery that has lost its body, in the same bytes',
  async (t) => {
    const { client, publish, register, sink } = webhooks();
    const tenant = newTenant(true);
    const { id: endpointId } = await register(tenant, '/replayed', ['charge.created']);
    await publish(created(tenant));
    const [one] = await untilDeliveries(webhooks(), tenant, 1, isDelivered);
    const id = one?.id ?? '';
    await stored().updateOne({ _id: id }, { $unset: { apiVersion: '', attemptLog: '', payload: '' } } as never);
    const request = { tenant, endpointId, replayId: newId('replay'), sinceMs: 0, events: [], only: 'ALL' } as const;
    t.is((await client.replayEvents(CALL, request)).replayed, 1);
    await until('it comes again', () => sink.requests('/replayed').length === 2);
    await untilDeliveries(webhooks(), tenant, 1, isDelivered);
    const { delivery, attemptLog } = await client.getDelivery(CALL, { tenant, id });
    t.is(new Set([...sink.requests('/replayed').map(({ body }) => body), delivery?.payloadJson]).size, 1);
    t.is(attemptLog.length, 1);
  },
);

test.serial(
  'the last event of a charge is not sent again once it is gone, and nothing is stored; one on its way is',
  async (t) => {
    const { client, register, deliveries } = webhooks();
    const tenant = newTenant(true);
    await register(tenant, '/last', ['charge.paid']);
    const resend = (days: number, of = tenant) => {
      const event = { ...paid(of), occurredAtMs: daysAgo(days).getTime() };
      return client.resendEvent(CALL, {
        tenant: of,
        resendId: newId('resend'),
        event: Buffer.from(chargeEventCodec.encode(event)),
      });
    };
    t.is(await reasonOf(resend(30.01)), 'payload_expired');
    t.is((await deliveries(tenant)).length, 0);
    t.is((await resend(1)).deliveries, 1);
    t.is((await resend(31, newTenant(true))).deliveries, 0, 'nobody would get it');
  },
);

test.serial(
  'in test mode deliveries that ended are gone after 30 days by an index, and those that may be sent are not',
  async (t) => {
    const indexes = await stored().indexes();
    const ending = indexes.filter(({ expireAfterSeconds }) => expireAfterSeconds !== undefined);
    t.like(ending, [
      {
        key: { updatedAt: 1 },
        expireAfterSeconds: 30 * 86_400,
        partialFilterExpression: { livemode: false, status: { $in: ['DELIVERED', 'FAILED', 'CANCELLED'] } },
      },
    ]);
    t.is(ending.length, 1);
  },
);

test.serial(
  'an event of over 30 days ago goes to nobody in test mode, where deliveries are gone; in live mode it does',
  async (t) => {
    const { publish, register, deliveries, database, sink } = webhooks();
    const [live, sandbox] = [newTenant(true), newTenant()];
    for (const tenant of [live, sandbox]) await register(tenant, `/late-${tenant.livemode}`, ['charge.created']);
    const occurredAtMs = daysAgo(30.01).getTime();
    await publish({ ...created(sandbox), occurredAtMs }, { ...created(live), occurredAtMs }, created(sandbox));
    await untilDeliveries(webhooks(), sandbox, 1, isDelivered);
    const [late] = await untilDeliveries(webhooks(), live, 1, isDelivered);
    t.is((await deliveries(sandbox)).length, 1);
    t.is(await database.connection.collection('events').countDocuments({ ...sandbox }), 1);
    await database.connection.collection('events').deleteMany({ ...live });
    const { delivery } = await webhooks().client.getDelivery(CALL, { tenant: live, id: late?.id ?? '' });
    t.is(delivery?.payloadJson, sink.requests('/late-true')[0]?.body, 'its event ends at once: it keeps its own');
  },
);

test.serial('deliveries that end are found by an index that holds no others', async (t) => {
  const query = stored()
    .find({
      status: { $in: ['DELIVERED', 'FAILED', 'CANCELLED'] },
      attemptLog: { $exists: true },
      updatedAt: { $lt: daysAgo(30) },
    })
    .sort({ updatedAt: 1 })
    .hint('ended_with_log');
  const plan = JSON.stringify((await query.explain('queryPlanner'))['queryPlanner'].winningPlan);
  t.false(plan.includes('COLLSCAN') || plan.includes('"SORT"'), plan);
});
