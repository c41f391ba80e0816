import { isoMillis } from '@gx/core';
import { uniqueName } from '@gx/testkit';
import { ask, type Edge, refusedWith, testOnOneEdge } from './harness/gateway.ts';
import { REFUSED_URL } from './harness/payments-stand-in.ts';

const test = testOnOneEdge();
const VALID = { amount: 1_000, paymentMethods: ['PIX'] };
const SECRET_URL = 'https://shop.example/hooks?token=canary-of-the-merchant';

/** A merchant who creates payments; the key is a new one unless given. */
function merchant({ url, keys }: Edge) {
  const key = keys.state.issue();
  const create = (more: object = {}) =>
    ask(`${url}/v1/payments`, { key, json: { ...VALID, idempotencyKey: uniqueName('idem'), ...more } });
  return { key, create };
}

test('201 has the fields of the specification in its order and no other; what was not given is null', async (t) => {
  const { create } = merchant(t.context);
  const { status, body } = await create();
  t.is(status, 201);
  t.regex(String(body['id']), /^tx_[0-9a-f-]{36}$/);
  const { id: _, ...rest } = body;
  t.deepEqual(rest, {
    status: 'WAITING_PAYMENT',
    amount: 1_000,
    currency: 'BRL',
    paymentMethods: ['PIX'],
    customerName: null,
    customerDocument: null,
    customerEmail: null,
    metadata: {},
    createdAt: isoMillis(new Date(1_790_000_000_000)),
  });
  t.deepEqual(Object.keys(body), ['id', ...Object.keys(rest)]);
});

test('201 with everything: the service receives exactly that, and the merchant reads what is his', async (t) => {
  const { create } = merchant(t.context);
  const idempotencyKey = uniqueName('idem');
  const { status, body } = await create({
    amount: 250_000,
    currency: 'BRL',
    paymentMethods: ['PIX', 'BOLETO'],
    customerId: 'user-7',
    customerName: 'Ana',
    customerDocument: '529.982.247-25',
    customerEmail: 'ana@example.com',
    metadata: { order: 7, _internal: 1, returnUrl: 'https://shop.example/back' },
    webhookUrl: SECRET_URL,
    idempotencyKey,
  });
  t.is(status, 201);
  t.like(body, {
    amount: 250_000,
    customerName: 'Ana',
    customerDocument: '52998224725',
    customerEmail: 'ana@example.com',
    metadata: { order: 7 },
  });
  const received = t.context.charge.state.requests.find((request) => request.idempotencyKey === idempotencyKey);
  t.like(received, {
    surface: 'PAYMENTS',
    amount: 250_000,
    currency: 'BRL',
    paymentMethods: ['PIX', 'BOLETO'],
    customerId: 'user-7',
    webhookUrl: SECRET_URL,
    returnUrl: 'https://shop.example/back',
    metadataJson: '{"order":7}',
  });
  t.like(received?.customer, { name: 'Ana', document: '52998224725', email: 'ana@example.com' });
  t.regex(received?.requestHash ?? '', /^v1:[0-9a-f]{64}$/);
  t.false(JSON.stringify(t.context.host.lines).includes('canary-of-the-merchant'), 'nothing of the address is logged');
});

test('201 again for the same key and body, word for word, marked as a replay; 409 for another body', async (t) => {
  const { create } = merchant(t.context);
  const idempotencyKey = uniqueName('idem');
  const first = await create({ idempotencyKey });
  t.is(first.headers.get('idempotent-replayed'), null);
  const again = await create({ idempotencyKey });
  t.deepEqual([again.status, again.headers.get('idempotent-replayed')], [201, 'true']);
  t.deepEqual(again.body, first.body);
  refusedWith(t, await create({ idempotencyKey, amount: 1_001 }), 409, 'idempotency_key_reused');
});

test('a key in the body may be any text: created once, replayed, 409 for another body, and passed on as it came', async (t) => {
  const { create } = merchant(t.context);
  for (const idempotencyKey of [' pedido nº 7 · ação ', 'заказ 7 от сегодня', `${uniqueName('idem')} 🔑`]) {
    const first = await create({ idempotencyKey });
    t.is(first.status, 201, idempotencyKey);
    t.true(t.context.charge.state.requests.some((request) => request.idempotencyKey === idempotencyKey));
    const again = await create({ idempotencyKey });
    t.deepEqual([again.headers.get('idempotent-replayed'), again.body], ['true', first.body]);
    refusedWith(t, await create({ idempotencyKey, amount: 1_001 }), 409, 'idempotency_key_reused');
  }
});

test('one namespace of keys: 409 a key of POST /v1/charges here, and one from here there (A32)', async (t) => {
  const { url } = t.context;
  const { key, create } = merchant(t.context);
  const charge = (idempotencyKey: string) =>
    ask(`${url}/v1/charges`, {
      key,
      json: { amount: 1_000, payment_method: 'pix' },
      headers: { 'idempotency-key': idempotencyKey },
    });
  const [here, there] = [uniqueName('idem'), uniqueName('idem')];
  t.is((await create({ idempotencyKey: here })).status, 201);
  refusedWith(t, await charge(here), 409, 'idempotency_key_reused');
  t.is((await charge(there)).status, 201);
  refusedWith(t, await create({ idempotencyKey: there }), 409, 'idempotency_key_reused');
});

test('the key of the header means nothing here', async (t) => {
  const { url } = t.context;
  const { key } = merchant(t.context);
  const headers = { 'idempotency-key': uniqueName('idem') };
  const error = refusedWith(t, await ask(`${url}/v1/payments`, { key, json: VALID, headers }), 400, 'invalid_request');
  t.is(error['param'], 'idempotencyKey');
});

test('400 webhookUrl that webhooks would not deliver to: nothing is created, and the key stays free', async (t) => {
  const { create } = merchant(t.context);
  const idempotencyKey = uniqueName('idem');
  const error = refusedWith(t, await create({ idempotencyKey, webhookUrl: REFUSED_URL }), 400, 'invalid_url');
  t.is(error['param'], 'webhookUrl');
  t.false(t.context.charge.state.requests.some((request) => request.idempotencyKey === idempotencyKey));
  t.is((await create({ idempotencyKey })).status, 201);
});

test.serial('a key that was used answers as it did, whatever is thought of its webhookUrl today', async (t) => {
  const { create } = merchant(t.context);
  const { state } = t.context.webhooks;
  const request = { idempotencyKey: uniqueName('idem'), webhookUrl: 'https://shop.example/replayed' };
  const first = await create(request);
  t.is(first.status, 201);
  const replays = async (rule: string): Promise<void> => {
    const again = await create(request);
    t.deepEqual([again.status, again.headers.get('idempotent-replayed')], [201, 'true'], rule);
    t.deepEqual(again.body, first.body, rule);
    refusedWith(t, await create({ ...request, amount: 1_001 }), 409, 'idempotency_key_reused');
  };
  state.refusedUrls.add(request.webhookUrl);
  await replays('the address is refused by now');
  refusedWith(t, await create({ ...request, idempotencyKey: uniqueName('idem') }), 400, 'invalid_url');
  state.isAway = true;
  t.teardown(() => {
    state.isAway = false;
  });
  await replays('webhooks is away');
  const free = uniqueName('idem');
  refusedWith(t, await create({ ...request, idempotencyKey: free }), 503, 'service_unavailable');
  t.false(t.context.charge.state.requests.some(({ idempotencyKey }) => idempotencyKey === free));
});

test('refusals in the order of precedence: key, body, the address, then the rules of the charge', async (t) => {
  const { url } = t.context;
  const bad = { ...VALID, amount: 0, webhookUrl: REFUSED_URL, idempotencyKey: uniqueName('idem') };
  refusedWith(t, await ask(`${url}/v1/payments`, { json: bad }), 401, 'unauthorized');
  const { create } = merchant(t.context);
  refusedWith(t, await create(bad), 400, 'invalid_amount');
  const unserved = { paymentMethods: ['CRYPTO'], currency: 'USDT' };
  refusedWith(t, await create({ ...unserved, webhookUrl: REFUSED_URL }), 400, 'invalid_url');
  const error = refusedWith(t, await create(unserved), 422, 'unprocessable_entity');
  t.deepEqual([error['reason'], error['param']], ['no_provider_for_method', 'paymentMethods']);
});

test('400 a body that is no object, and none at all', async (t) => {
  const { url } = t.context;
  const { key } = merchant(t.context);
  for (const raw of ['[]', '7', 'null', '']) {
    const answer = await ask(`${url}/v1/payments`, {
      key,
      raw,
      method: 'POST',
      headers: { 'content-type': 'application/json' },
    });
    t.is(answer.status, 400, raw);
  }
});
