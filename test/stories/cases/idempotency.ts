import { randomUUID } from 'node:crypto';
import { bankRequests } from '../bank-requests.ts';
import { test } from './one-product.ts';

test('fifty parallel creates with one key are one charge and fifty equal 201s', async (t) => {
  const { merchant, gateways } = t.context.stack;
  t.is(gateways.length, 2);
  const key = randomUUID();
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => merchant.create({ description: 'Pedido 1' }, key)),
  );
  t.deepEqual([...new Set(answers.map(({ status }) => status))], [201]);
  t.is(new Set(answers.map(({ body }) => JSON.stringify(body))).size, 1);
  t.is(answers.filter(({ headers }) => headers['idempotent-replayed'] === 'true').length, 49);
  const { body } = await merchant.send('GET', '/v1/charges?limit=100');
  const data = body['data'] as { id: string; metadata: { description?: string } }[];
  t.is(data.filter((charge) => charge.metadata.description === 'Pedido 1').length, 1);
  t.is((await bankRequests(t.context.stack, answers[0]?.body.pix?.txid)).creates, 1);
});

test('the same key with another body is 409, with JSON keys in another order a replay, on the shortcut route too', async (t) => {
  const { merchant } = t.context.stack;
  const key = randomUUID();
  const headers = { 'idempotency-key': key };
  const first = await merchant.send('POST', '/v1/charges', {
    headers,
    raw: '{"amount":500,"payment_method":"pix","metadata":{"a":1,"b":[2]}}',
  });
  t.is(first.status, 201);
  const reordered = await merchant.send('POST', '/v1/charges', {
    headers,
    raw: '{"metadata":{"b":[2.0],"a":1},"payment_method":"pix","amount":5e2}',
  });
  t.is(reordered.status, 201);
  t.deepEqual(reordered.body, first.body);
  t.is(reordered.headers['idempotent-replayed'], 'true');
  const shortcut = await merchant.send('POST', '/v1/pix/charges', {
    headers,
    raw: '{"amount":500,"metadata":{"a":1,"b":[2]}}',
  });
  t.deepEqual(shortcut.body, first.body);
  for (const other of [
    { amount: 501 },
    { description: 'x' },
    { metadata: { a: 1, b: [3] } },
    { currency: 'BRL', metadata: { a: 2 } },
  ]) {
    const refused = await merchant.create({ amount: 500, metadata: { a: 1, b: [2] }, ...other }, key);
    t.is(refused.status, 409);
    t.like(refused.body.error, { type: 'conflict_error', code: 'idempotency_key_reused' });
  }
});

test('another account and another environment may use the same key', async (t) => {
  const { merchant: first, accounts, gateway } = t.context.stack;
  const { merchant } = await import('../merchant.ts');
  const second = merchant(gateway, accounts[1]?.testKey ?? '');
  const key = randomUUID();
  const [a, b] = [await first.create({ amount: 700 }, key), await second.create({ amount: 800 }, key)];
  t.deepEqual([a.status, b.status], [201, 201]);
  t.not(a.body.id, b.body.id);
  t.is((await second.get(a.body.id)).status, 404);
  const live = await merchant(gateway, accounts[0]?.liveKey ?? '').create({ amount: 700 }, key);
  t.is(live.status, 422, 'live has no bank until an operator sets one');
  t.is(live.body.error.reason, 'no_provider_for_method');
});

test('a refused request stores nothing: the key is free for the corrected body', async (t) => {
  const { merchant } = t.context.stack;
  const key = randomUUID();
  const refused = await merchant.create({ amount: -5 }, key);
  t.is(refused.status, 400);
  t.like(refused.body.error, { code: 'invalid_amount', param: 'amount' });
  const nameless = await merchant.create({ expected_payer_tax_id: '52998224725' }, key);
  t.is(nameless.status, 400);
  t.like(nameless.body.error, { code: 'invalid_request', param: 'customer.name' });
  t.is((await merchant.create({ amount: 900 }, key)).status, 201);
});
