import { newId } from '@gx/core';
import { eventBody } from './harness/event-body.ts';
import { ask, refusedWith, startEdge, testOnOneEdge } from './harness/gateway.ts';
import { redisProxy } from './harness/redis-proxy.ts';
import { FOREIGN_ID } from './harness/stand-ins.ts';
import { SILENT_ID, TEST_DELIVERY } from './harness/webhooks-stand-in.ts';

const test = testOnOneEdge();

/** A charge of a new merchant. */
async function charged(edge: { url: string; keys: { state: { issue: () => string } } }) {
  const key = edge.keys.state.issue();
  const json = { amount: 1_990, payment_method: 'pix' };
  const headers = { 'idempotency-key': newId('charge') };
  const { body } = await ask(`${edge.url}/v1/charges`, { key, json, headers });
  return { key, raw: String(body['id']).slice('ch_'.length) };
}

test.serial('test of an endpoint: 200 the delivery, 404 for what is not ours, 422 for an INACTIVE one', async (t) => {
  const { url, keys, webhooks } = t.context;
  const key = keys.state.issue();
  const id = newId('endpoint');
  const ping = (endpoint: string) => ask(`${url}/v1/webhooks/endpoints/${endpoint}/test`, { key, method: 'POST' });
  const sent = await ping(`we_${id}`);
  t.is(sent.status, 200);
  t.deepEqual(sent.body as unknown, {
    id: `dlv_${webhooks.state.tests.at(-1)}`,
    endpointId: `we_${id}`,
    eventType: 'charge.paid',
    status: 'PENDING',
    attempts: 0,
    maxAttempts: 15,
    lastStatusCode: null,
    lastError: null,
    lastResponseBody: null,
    nextRetryAt: null,
    deliveredAt: null,
    createdAt: '1970-01-01T00:00:00.001Z',
    updatedAt: '1970-01-01T00:00:00.001Z',
    payload: { test: true },
  });
  const json = { event: 'charge.expired' };
  t.is((await ask(`${url}/v1/webhooks/endpoints/${id}/test`, { key, json })).status, 200);
  t.deepEqual(webhooks.state.testEvents, [undefined, 'charge.expired']);
  const wrong = await ask(`${url}/v1/webhooks/endpoints/${id}/test`, { key, json: { event: 1 } });
  t.is(refusedWith(t, wrong, 400, 'invalid_request')['param'], 'event');
  const foreign = refusedWith(t, await ping(`we_${FOREIGN_ID}`), 404, 'not_found');
  t.deepEqual(refusedWith(t, await ping('nonsense'), 404, 'not_found'), foreign);
  t.is(refusedWith(t, await ping(SILENT_ID), 422, 'unprocessable_entity')['reason'], 'endpoint_not_active');
});

test.serial(
  'replay of a span: 202 how many events are sent again, 400 for each wrong field, 404 for what is not ours',
  async (t) => {
    const { url, keys, webhooks } = t.context;
    const key = keys.state.issue();
    const id = newId('endpoint');
    const replay = (json: object, endpoint: string = id) =>
      ask(`${url}/v1/webhooks/endpoints/${endpoint}/replay`, { key, json });
    const begun = await replay({ since: '2026-11-01', until: '2026-11-02', events: ['charge.paid'], only: 'all' });
    t.deepEqual([begun.status, begun.body as unknown], [202, { replayed: 3 }]);
    t.like(webhooks.state.replays.at(-1), {
      endpointId: id,
      sinceMs: Date.UTC(2026, 10, 1),
      untilMs: Date.UTC(2026, 10, 3) - 1,
      events: ['charge.paid'],
      only: 'ALL',
    });
    t.is((await replay({ since: '2026-11-01T10:00:00-03:00' })).status, 202);
    t.like(webhooks.state.replays.at(-1), {
      sinceMs: Date.UTC(2026, 10, 1, 13),
      untilMs: undefined,
      events: [],
      only: 'UNDELIVERED',
    });
    const since = '2026-11-01';
    for (const [json, param] of [
      [{}, 'since'],
      [{ since: 'yesterday' }, 'since'],
      [{ since, until: 1 }, 'until'],
      [{ since, only: 'failed' }, 'only'],
    ] as const)
      t.is(refusedWith(t, await replay(json), 400, 'invalid_request')['param'], param);
    t.is(refusedWith(t, await replay({ since, events: [] }), 400, 'invalid_event')['param'], 'events');
    for (const endpoint of [`we_${FOREIGN_ID}`, 'nonsense', 'default'])
      refusedWith(t, await replay({ since }, endpoint), 404, 'not_found');
  },
);

test.serial('resend-webhook: 200 by every form of the id; resent says whether anybody gets it', async (t) => {
  const { url, charge, webhooks } = t.context;
  const { key, raw } = await charged(t.context);
  const resend = (id: string) => ask(`${url}/v1/payments/${id}/resend-webhook`, { key, method: 'POST' });
  for (const id of [raw, `ch_${raw}`, `tx_${raw}`]) {
    const { status, body } = await resend(id);
    t.is(status, 200);
    t.deepEqual(body as unknown, { resent: true, status: 'WAITING_PAYMENT' });
    t.is(webhooks.state.resends.at(-1)?.event, `last of ${raw}`);
  }
  t.is(new Set(webhooks.state.resends.map(({ resendId }) => resendId)).size, webhooks.state.resends.length);
  webhooks.state.subscribers = 0;
  t.deepEqual((await resend(raw)).body as unknown, { resent: false, status: 'WAITING_PAYMENT' });
  webhooks.state.subscribers = 1;
  charge.state.change(raw, { status: 'PENDING' });
  const before = webhooks.state.resends.length;
  t.deepEqual((await resend(raw)).body as unknown, { resent: false, status: 'PENDING' });
  t.is(webhooks.state.resends.length, before);
});

test.serial(
  'a delivery whose body is gone has null for body and log, alone and in the list; it is not sent again: 422 payload_expired',
  async (t) => {
    const { url, keys, webhooks } = t.context;
    const key = keys.state.issue();
    const id = newId('delivery');
    const { payloadJson: _, ...old } = TEST_DELIVERY;
    webhooks.state.deliveries = [{ ...old, id, endpointId: newId('endpoint'), status: 'DELIVERED' }];
    t.teardown(() => {
      webhooks.state.deliveries = [];
      webhooks.state.isExpired = false;
    });
    const { status, body } = await ask(`${url}/v1/webhooks/deliveries/dlv_${id}`, { key });
    t.is(status, 200);
    t.like(body, { id: `dlv_${id}`, status: 'DELIVERED', payload: null, attemptLog: null });
    const { body: list } = await ask(`${url}/v1/webhooks/deliveries`, { key });
    t.like((list['data'] as object[])[0], { id: `dlv_${id}`, payload: null });
    const retried = await ask(`${url}/v1/webhooks/deliveries/dlv_${id}/retry`, { key, method: 'POST' });
    t.is(refusedWith(t, retried, 422, 'unprocessable_entity')['reason'], 'payload_expired');
    webhooks.state.isExpired = true;
    const { key: seller, raw } = await charged(t.context);
    const resent = await ask(`${url}/v1/payments/${raw}/resend-webhook`, { key: seller, method: 'POST' });
    t.is(refusedWith(t, resent, 422, 'unprocessable_entity')['reason'], 'payload_expired');
  },
);

test.serial('resend-webhook: 404 for another merchant’s charge as for one that is not there', async (t) => {
  const { url, keys } = t.context;
  const { raw } = await charged(t.context);
  const key = keys.state.issue();
  const resend = (id: string) => ask(`${url}/v1/payments/${id}/resend-webhook`, { key, method: 'POST' });
  const foreign = refusedWith(t, await resend(`tx_${raw}`), 404, 'not_found');
  t.deepEqual(refusedWith(t, await resend(`tx_${FOREIGN_ID}`), 404, 'not_found'), foreign);
  t.deepEqual(refusedWith(t, await resend('nonsense'), 404, 'not_found'), foreign);
});

test.serial('a call whose answer was lost is made again under the same id: nothing is sent twice', async (t) => {
  const edge = await startEdge(t);
  const { state } = edge.webhooks;
  const wire = await redisProxy(`tcp://${edge.addresses.webhooks}`);
  t.teardown(wire.stop);
  const { url } = await edge.gateway({ WEBHOOKS_ADDRESS: wire.url.slice('redis://'.length) });
  const { key, raw } = await charged({ ...edge, url });
  state.replays.length = 0;
  for (const [path, calls, json] of [
    [`/v1/payments/${raw}/resend-webhook`, state.resends],
    [`/v1/webhooks/endpoints/${newId('endpoint')}/test`, state.tests],
    [`/v1/webhooks/endpoints/${newId('endpoint')}/replay`, state.replays, { since: '2026-11-01' }],
  ] as [string, unknown[], object?][]) {
    state.beforeAnswer = () => {
      state.beforeAnswer = async () => {};
      wire.set('refuse');
      wire.set('pass');
      return new Promise(() => undefined);
    };
    const { status } = await ask(`${url}${path}`, { key, method: 'POST', ...(json && { json }) });
    t.is(status, json === undefined ? 200 : 202);
    t.is(calls.length, 2);
    t.deepEqual(calls[0], calls[1]);
  }
});

test.serial(
  'events: the cursor list envelope around bodies that are passed on as they are, and one of them',
  async (t) => {
    const { url, keys, webhooks } = t.context;
    const key = keys.state.issue();
    const ids = [1, 2, 3].map((n) => `evt_${String(n).repeat(32)}`);
    const bodies = ids.map((id) => eventBody(id, { '1': 'ã', b: null }));
    webhooks.state.events = bodies.map((body) => ({ id: body.id, bodyJson: JSON.stringify(body) }));
    const list = await ask(`${url}/v1/events?limit=2`, { key });
    t.deepEqual(
      [list.status, list.body as unknown],
      [200, { object: 'list', data: bodies.slice(0, 2), has_more: true, next_cursor: ids[1] }],
    );
    t.deepEqual((await ask(`${url}/v1/events`, { key })).body as unknown, {
      object: 'list',
      data: bodies,
      has_more: false,
      next_cursor: null,
    });
    const query = `starting_after=${ids[0]}&type=charge.failed&created_after=2026-01-01&created_before=2026-01-01`;
    await ask(`${url}/v1/events?${query}`, { key });
    t.like(webhooks.state.eventLists.at(-1), {
      limit: 25,
      startingAfter: ids[0],
      type: 'charge.failed',
      createdAfterMs: Date.UTC(2026, 0, 1),
      createdBeforeMs: Date.UTC(2026, 0, 2) - 1,
    });
    const one = await ask(`${url}/v1/events/${ids[2]}`, { key });
    t.deepEqual([one.status, one.body as unknown], [200, bodies[2]]);
    refusedWith(t, await ask(`${url}/v1/events/evt_${'0'.repeat(32)}`, { key }), 404, 'not_found');
    refusedWith(t, await ask(`${url}/v1/events/nonsense`, { key }), 404, 'not_found');
    refusedWith(t, await ask(`${url}/v1/events`), 401, 'unauthorized');
  },
);

test.serial('events: 400 for each wrong part of the query, as the list of charges', async (t) => {
  const { url, keys } = t.context;
  const key = keys.state.issue();
  for (const [query, code, param] of [
    ['limit=0', 'invalid_request', 'limit'],
    ['limit=101', 'invalid_request', 'limit'],
    ['starting_after=ch_1', 'invalid_cursor', 'starting_after'],
    ['type=payment.completed', 'invalid_request', 'type'],
    ['created_after=yesterday', 'invalid_request', 'created_after'],
    ['created_before=1', 'invalid_request', 'created_before'],
    ['page=1', 'invalid_request', 'page'],
    ['offset=1', 'invalid_request', 'offset'],
    ['limit=1&limit=2', 'invalid_request', 'limit'],
  ] as const)
    t.is(refusedWith(t, await ask(`${url}/v1/events?${query}`, { key }), 400, code)['param'], param, query);
});

test.serial('deliveries: the span and the charge are passed on, by the rules of the other lists', async (t) => {
  const { url, keys, webhooks } = t.context;
  const key = keys.state.issue();
  const chargeId = newId('charge');
  const query = `created_after=2026-01-01&created_before=2026-01-01&charge=tx_${chargeId}`;
  t.is((await ask(`${url}/v1/webhooks/deliveries?${query}`, { key })).status, 200);
  t.like(webhooks.state.deliveryLists.at(-1), {
    createdAfterMs: Date.UTC(2026, 0, 1),
    createdBeforeMs: Date.UTC(2026, 0, 2) - 1,
    chargeId,
  });
  for (const [wrong, param] of [
    ['created_after=yesterday', 'created_after'],
    ['created_before=1', 'created_before'],
    ['charge=we_1', 'charge'],
    ['created=1', 'created'],
  ] as const)
    t.is(
      refusedWith(t, await ask(`${url}/v1/webhooks/deliveries?${wrong}`, { key }), 400, 'invalid_request')['param'],
      param,
    );
});

test.serial('default: its secret is rotated, its deliveries are listed; it is no endpoint otherwise', async (t) => {
  const { url, keys, webhooks } = t.context;
  const key = keys.state.issue();
  const at = `${url}/v1/webhooks/endpoints/default`;
  const rotated = await ask(`${at}/rotate-secret`, { key, method: 'POST' });
  t.deepEqual([rotated.status, rotated.body as unknown], [200, { id: 'default', secret: 'b'.repeat(64) }]);
  t.is((await ask(`${at}/rotate-secret`, { key, json: { id: 'default' } })).status, 200);
  const other = await ask(`${at}/rotate-secret`, { key, json: { id: newId('endpoint') } });
  t.is(refusedWith(t, other, 400, 'invalid_request')['param'], 'id');
  webhooks.state.deliveries = [{ ...TEST_DELIVERY, id: newId('delivery'), endpointId: 'default' }];
  t.teardown(() => {
    webhooks.state.deliveries = [];
  });
  webhooks.state.hasDefault = true;
  const { body: endpoints } = await ask(`${url}/v1/webhooks/endpoints`, { key });
  webhooks.state.hasDefault = false;
  t.like((endpoints['data'] as object[])[1], { id: 'default', url: null, status: 'ACTIVE' });
  const { body } = await ask(`${url}/v1/webhooks/deliveries?endpointId=default`, { key });
  t.like((body['data'] as object[])[0], { endpointId: 'default' });
  refusedWith(t, await ask(`${at}/test`, { key, method: 'POST' }), 404, 'not_found');
  refusedWith(t, await ask(at, { key, method: 'PATCH', json: { status: 'ACTIVE' } }), 404, 'not_found');
  refusedWith(t, await ask(at, { key, method: 'DELETE' }), 404, 'not_found');
});
