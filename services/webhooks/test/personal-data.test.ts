import { chargeEventCodec } from '@gx/contracts';
import { newId, type Tenant } from '@gx/core';
import { until, verifyStandardWebhook, verifyWebhook } from '@gx/testkit';
import { startPersonalData } from '@gx/testkit/stand-ins';
import test from 'ava';
import { created } from './charge-events.ts';
import { newTenant, startHarness, untilDeliveries } from './harness.ts';
import { eventOf, PERSON, whereClear } from './hidden-persons.ts';

const persons = await startPersonalData();
const harness = await startHarness({ CHARGE_ADDRESS: persons.address });
test.after.always(async () => {
  await harness.stop();
  await persons.stop();
});

const CALL = { requestId: 'req_personal_data' };
const { client, publish, register, sink } = harness;
const isDelivered = ({ status }: { status: string }): boolean => status === 'DELIVERED';
const waits = ({ status, attempts }: { status: string; attempts: number }) => status === 'PENDING' && attempts > 0;
const bodies = (path: string): string[] => sink.requests(path).map(({ body }) => body);
const sent = (path: string, count: number): Promise<string[]> =>
  until(`${count} at ${path}`, () => bodies(path).length >= count && bodies(path));
const shown = async (tenant: Tenant): Promise<(string | undefined)[]> => {
  const deliveries = await harness.deliveries(tenant);
  const each = deliveries.map(({ id }) => client.getDelivery(CALL, { tenant, id }));
  return [...deliveries, ...(await Promise.all(each)).map(({ delivery }) => delivery)].map((one) => one?.payloadJson);
};
const kept = async (tenant: Tenant): Promise<string[]> => {
  const { events } = await client.listEvents(CALL, { tenant, limit: 100 });
  const each = await Promise.all(events.map(({ id }) => client.getEvent(CALL, { tenant, id })));
  return [...events, ...each].map(({ bodyJson }) => bodyJson);
};
const replay = (tenant: Tenant, endpointId: string) =>
  client.replayEvents(CALL, {
    tenant,
    replayId: newId('replay'),
    endpointId,
    sinceMs: Date.now() - 86_400_000,
    events: [],
    only: 'ALL',
  });

// First, while nothing else is there.
test.serial(
  'an event that hides a person: nothing of the person is stored, and the whole body is sent, signed and shown',
  async (t) => {
    const tenant = newTenant();
    sink.answer('/whole', { status: 503, retryAfter: '1' }, { status: 200 });
    const { secret, id: endpointId } = await register(tenant, '/whole', ['charge.paid']);
    const { hidden, body } = eventOf(persons, tenant, 'paid');
    await publish(hidden);
    await untilDeliveries(harness, tenant, 1, waits);
    t.deepEqual(await whereClear(harness), [], 'while it waits for its retry');
    const [one] = await untilDeliveries(harness, tenant, 1, isDelivered);
    t.deepEqual(bodies('/whole'), [body, body], 'the same bytes at each attempt');
    for (const request of sink.requests('/whole')) {
      t.is(verifyWebhook(request, secret)?.family, 'canonical');
      t.truthy(verifyStandardWebhook(request, secret));
    }
    t.deepEqual(await shown(tenant), [body, body]);
    t.deepEqual(await kept(tenant), [body, body]);

    sink.answer('/whole', { status: 503, retryAfter: '3600' });
    const again = await client.retryDelivery(CALL, { tenant, id: one?.id ?? '' });
    t.is(again.payloadJson, body);
    await untilDeliveries(harness, tenant, 1, waits);
    t.deepEqual(await whereClear(harness), [], 'while it waits after a re-send');
    sink.answer('/whole', { status: 200 });
    const event = Buffer.from(chargeEventCodec.encode(hidden));
    t.is((await client.resendEvent(CALL, { tenant, resendId: newId('resend'), event })).deliveries, 1);
    await sent('/whole', 4);
    t.is((await replay(tenant, endpointId)).replayed, 1);
    await sent('/whole', 5);
    t.deepEqual([...new Set(bodies('/whole'))], [body]);
    t.deepEqual(await whereClear(harness), [], 'after re-send and replay');
  },
);

test.serial(
  'a person who is erased: nulls are sent again and shown, and nothing else of the body changes',
  async (t) => {
    const tenant = newTenant();
    sink.answer('/erased', { status: 503, retryAfter: '1' }, { status: 200 });
    const { id: endpointId, secret } = await register(tenant, '/erased', ['charge.created']);
    const { hidden, body, erasedBody } = eventOf(persons, tenant, 'created');
    await publish(hidden);
    await untilDeliveries(harness, tenant, 1, waits);
    persons.erase(tenant.accountId);
    const [one] = await untilDeliveries(harness, tenant, 1, isDelivered);
    t.deepEqual(bodies('/erased'), [body, erasedBody]);
    t.like(JSON.parse(erasedBody), {
      data: {
        object: {
          customer: { name: null, document: null, email: null, phone: null },
          expected_payer_tax_id: null,
          metadata: { order: 42, phone: null },
        },
      },
    });
    t.is(verifyWebhook(sink.requests('/erased')[1] ?? t.fail(), secret)?.family, 'canonical');
    t.deepEqual(await shown(tenant), [erasedBody, erasedBody]);
    t.deepEqual(await kept(tenant), [erasedBody, erasedBody]);
    t.is((await client.retryDelivery(CALL, { tenant, id: one?.id ?? '' })).payloadJson, erasedBody);
    await sent('/erased', 3);
    const event = Buffer.from(chargeEventCodec.encode(hidden));
    await client.resendEvent(CALL, { tenant, resendId: newId('resend'), event });
    await sent('/erased', 4);
    await untilDeliveries(harness, tenant, 2, isDelivered);
    await replay(tenant, endpointId);
    await sent('/erased', 5);
    t.deepEqual([...new Set(bodies('/erased').slice(1))], [erasedBody]);
  },
);

test.serial(
  'an event of a person who was erased before it happened is sent with nulls, and charge is not called',
  async (t) => {
    const tenant = newTenant();
    await register(tenant, '/before', ['charge.created']);
    const { hidden, erasedBody } = eventOf(persons, tenant, 'created');
    const charge = hidden.created?.charge;
    const personalData = charge?.personalData && { ...charge.personalData, ciphertext: '' };
    const calls = persons.answered.length;
    await publish({
      ...hidden,
      created: hidden.created && { ...hidden.created, charge: charge && { ...charge, personalData } },
    } as typeof hidden);
    await untilDeliveries(harness, tenant, 1, isDelivered);
    t.deepEqual(bodies('/before'), [erasedBody]);
    t.is(persons.answered.length, calls);
  },
);

test.serial(
  'while charge is away no attempt counts and what hides nothing goes on; reads and re-sends of the others answer 503; then they are sent',
  async (t) => {
    t.timeout(60_000);
    const tenant = newTenant();
    await register(tenant, '/away', ['charge.created', 'payment.created']);
    const [first, legacyAndClear] = [eventOf(persons, tenant, 'created'), created(tenant)];
    persons.trouble = 'down';
    await publish(first.hidden, legacyAndClear);
    // Both legacy names, and the canonical one of the event that hides nothing.
    await sent('/away', 3);
    t.false(bodies('/away').some((body) => body === first.body || body === first.erasedBody));
    const failed = persons.failed;
    await until('it is tried once more', () => persons.failed > failed);
    const stored = await harness.database.connection
      .collection('deliveries')
      .find({ accountId: tenant.accountId, status: { $ne: 'DELIVERED' } })
      .toArray();
    t.is(stored.length, 1);
    t.like(stored[0], { attemptLog: [] });
    const unavailable = { code: 'service_unavailable' };
    const [id] = stored.map(({ _id }) => String(_id));
    await t.throwsAsync(client.getDelivery(CALL, { tenant, id: id ?? '' }), unavailable);
    await t.throwsAsync(client.listDeliveries(CALL, { tenant, limit: 100 }), unavailable);
    await t.throwsAsync(client.getEvent(CALL, { tenant, id: first.hidden.eventId }), unavailable);
    await t.throwsAsync(client.retryDelivery(CALL, { tenant, id: id ?? '' }), unavailable);
    t.like(await client.getEvent(CALL, { tenant, id: legacyAndClear.eventId }), { id: legacyAndClear.eventId });
    t.true(harness.host.lines.some((line) => line.includes('webhook attempt broke off') && line.includes(id ?? '-')));
    t.false(harness.host.lines.some((line) => line.includes(PERSON.name) || line.includes(PERSON.document)));

    persons.trouble = undefined;
    const all = await untilDeliveries(harness, tenant, 4, isDelivered);
    t.deepEqual(
      all.map(({ attempts }) => attempts),
      [1, 1, 1, 1],
    );
    t.is(bodies('/away').filter((body) => body === first.body).length, 1);
  },
);

for (const trouble of ['short', 'unknown'] as const)
  test.serial(`an answer that is ${trouble} sends nothing and counts nothing; a right one later does`, async (t) => {
    t.timeout(60_000);
    const tenant = newTenant();
    const path = `/${trouble}`;
    await register(tenant, path, ['charge.created']);
    const { hidden, body } = eventOf(persons, tenant, 'created');
    persons.trouble = trouble;
    const { failed } = persons;
    await publish(hidden);
    await until('charge was called', () => persons.failed > failed);
    await t.throwsAsync(client.getEvent(CALL, { tenant, id: hidden.eventId }), { code: 'internal_error' });
    t.deepEqual(bodies(path), []);
    await until('an operator is called', () =>
      harness.host.lines.some((line) => line.includes('body_unreadable') && line.includes(hidden.eventId)),
    );
    persons.trouble = undefined;
    const [one] = await untilDeliveries(harness, tenant, 1, isDelivered);
    t.is(one?.attempts, 1);
    t.deepEqual(bodies(path), [body]);
  });

test.serial('what charge cannot open is in lists with nulls, beside the others; alone it is refused', async (t) => {
  const [tenant, { accountId: lost }] = [newTenant(), newTenant()];
  await register(tenant, '/lists', ['charge.created']);
  const [whole, spoilt] = [eventOf(persons, tenant, 'created'), eventOf(persons, tenant, 'created', lost)];
  persons.spoil(lost);
  await publish(whole.hidden, spoilt.hidden);
  const deliveries = await untilDeliveries(harness, tenant, 2, () => true);
  const { events } = await client.listEvents(CALL, { tenant, limit: 100 });
  const shownBodies = [whole.body, spoilt.erasedBody].toSorted();
  t.deepEqual(events.map(({ bodyJson }) => bodyJson).toSorted(), shownBodies);
  t.deepEqual(deliveries.map(({ payloadJson }) => payloadJson ?? '').toSorted(), shownBodies);
  await t.throwsAsync(client.getEvent(CALL, { tenant, id: spoilt.hidden.eventId }), { code: 'internal_error' });
  t.true(harness.host.lines.some((line) => line.includes('body_unreadable') && line.includes(`"key_id":"${lost}"`)));
});

test.serial('what charge cannot open waits alone: others that are opened with it are sent', async (t) => {
  const [tenant, other] = [newTenant(), newTenant()];
  for (const one of [tenant, other]) await register(one, '/spoilt', ['charge.created']);
  const spoilt = eventOf(persons, tenant, 'created');
  const others = [1, 2, 3].map(() => eventOf(persons, other, 'created'));
  persons.spoil(tenant.accountId);
  await publish(spoilt.hidden, ...others.map(({ hidden }) => hidden));
  await untilDeliveries(harness, other, 3, isDelivered);
  t.deepEqual(bodies('/spoilt').toSorted(), others.map(({ body }) => body).toSorted());
});

test.serial(
  'a body that its holder does not open is left alone the longer the older its delivery is: 5 s first, 5 minutes at most',
  async (t) => {
    t.timeout(60_000);
    const tenant = newTenant();
    await register(tenant, '/rests', ['charge.created']);
    persons.spoil(tenant.accountId);
    await publish(eventOf(persons, tenant, 'created').hidden);
    const deliveries = harness.database.connection.collection<{ updatedAt: Date; dueAt: Date }>('deliveries');
    const { accountId } = tenant;
    /** How long until the next attempt, after one that did not open a body of this age. */
    const restAfter = async (ageMs: number): Promise<number> => {
      const found = async (one: object) =>
        (await deliveries.findOne({ accountId, status: 'PENDING', ...one })) ?? false;
      const resting = await until('it waits', () => found({ attempts: 0 }));
      await deliveries.updateOne({ accountId }, [
        { $set: { createdAt: { $subtract: ['$$NOW', ageMs] }, dueAt: '$$NOW' } },
      ]);
      const { dueAt, updatedAt } = await until('it rests', () => found({ updatedAt: { $gt: resting.updatedAt } }));
      return dueAt.getTime() - updatedAt.getTime();
    };
    t.is(await restAfter(1_000), 5_000);
    const ofTenMinutes = await restAfter(600_000);
    t.true(ofTenMinutes >= 60_000 && ofTenMinutes < 65_000, `${ofTenMinutes} ms`);
    t.is(await restAfter(86_400_000), 300_000);
  },
);

test.serial('a page of a list is opened by one call', async (t) => {
  const tenant = newTenant();
  await register(tenant, '/page', ['charge.created', 'charge.paid']);
  const events = Array.from({ length: 20 }, (_, nth) => eventOf(persons, tenant, nth % 2 === 0 ? 'created' : 'paid'));
  await publish(...events.map(({ hidden }) => hidden));
  await untilDeliveries(harness, tenant, 20, isDelivered);
  const before = persons.answered.length;
  const { deliveries } = await client.listDeliveries(CALL, { tenant, limit: 100 });
  t.deepEqual(
    deliveries.map(({ payloadJson }) => payloadJson ?? '').toSorted(),
    events.map(({ body }) => body).toSorted(),
  );
  await client.listEvents(CALL, { tenant, limit: 100 });
  t.deepEqual(persons.answered.slice(before), [20, 20]);
});

// Last: what it stores is in the clear.
test.serial('an event in the clear, of a version before, is sent, shown and stored as it is', async (t) => {
  const tenant = newTenant();
  await register(tenant, '/clear', ['charge.paid']);
  const { clear, body } = eventOf(persons, tenant, 'paid');
  const before = persons.answered.length;
  await publish(clear);
  await untilDeliveries(harness, tenant, 1, isDelivered);
  t.deepEqual(bodies('/clear'), [body]);
  t.deepEqual(await shown(tenant), [body, body]);
  t.deepEqual(await kept(tenant), [body, body]);
  t.is(persons.answered.length, before);
  t.deepEqual(await whereClear(harness), ['events.body']);
});
