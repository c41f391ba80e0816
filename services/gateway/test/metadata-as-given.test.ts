import { uniqueName } from '@gx/testkit';
import { eventBody } from './harness/event-body.ts';
import { testOnOneEdge } from './harness/gateway.ts';

/**
 * Metadata comes back as given (specification, Charges): the bytes of the answers are compared, not what a
 * reader makes of them.
 */
const test = testOnOneEdge();
const NUMBERS =
  '{"preco":1.10,"id":12345678901234567890,"list":[1e2,1.0,-0,{"x":0.1234567890123456789}],"n":7,"s":"1.10"}';

async function textOf(url: string, key: string, more: RequestInit = {}): Promise<string> {
  const headers = { apikey: key, 'content-type': 'application/json', ...(more.headers as Record<string, string>) };
  const response = await fetch(url, { ...more, headers });
  const text = await response.text();
  return `${response.status} ${text}`;
}

test('a charge with numbers of any text in its metadata, then create, replay, GET and list show them as given', async (t) => {
  const { url, keys, charge } = t.context;
  const key = keys.state.issue();
  const post = {
    method: 'POST',
    headers: { 'idempotency-key': uniqueName('idem') },
    // With blanks, as many clients write it: what comes back has none, and the same numbers.
    body: `{"amount": 1000, "payment_method": "pix", "metadata": ${NUMBERS.replaceAll(':', ' : ')}}`,
  };
  const created = await textOf(`${url}/v1/charges`, key, post);
  t.true(created.startsWith('201 ') && created.includes(`"metadata":${NUMBERS}`), created.slice(0, 300));
  t.true(charge.state.requests.some(({ metadataJson }) => metadataJson === NUMBERS));
  t.is(await textOf(`${url}/v1/charges`, key, post), created);
  const id = /"id":"(ch_[0-9a-f-]+)"/.exec(created)?.[1] ?? '';
  for (const path of [`/v1/charges/${id}`, '/v1/charges', `/v1/payments/${id}`, '/v1/payments'])
    t.true((await textOf(url + path, key)).includes(`"metadata":${NUMBERS}`), path);
});

test('a payment with numbers of any text in its metadata, then create and replay show them as given', async (t) => {
  const { url, keys } = t.context;
  const key = keys.state.issue();
  const body = `{"amount":1000,"paymentMethods":["PIX"],"idempotencyKey":"${uniqueName('idem')}","metadata":${NUMBERS}}`;
  const created = await textOf(`${url}/v1/payments`, key, { method: 'POST', body });
  t.true(created.startsWith('201 ') && created.includes(`"metadata":${NUMBERS}`), created.slice(0, 300));
  t.is(await textOf(`${url}/v1/payments`, key, { method: 'POST', body }), created);
});

test('a retry that writes the numbers of its metadata in another way, then it is a replay of the first answer', async (t) => {
  const { url, keys } = t.context;
  const key = keys.state.issue();
  const idempotencyKey = uniqueName('idem');
  const create = (metadata: string) =>
    textOf(`${url}/v1/charges`, key, {
      method: 'POST',
      headers: { 'idempotency-key': idempotencyKey },
      body: `{"amount":1000,"payment_method":"pix","metadata":${metadata}}`,
    });
  const first = await create('{"a":1.10,"b":1e2,"c":2}');
  t.is(await create('{"c":2.0,"b":100,"a":1.1}'), first);
  t.regex(await create('{"a":1.11,"b":100,"c":2}'), /^409 /);
});

test('two integers that differ in their text alone, then the second under the same key is 409', async (t) => {
  const { url, keys } = t.context;
  const key = keys.state.issue();
  const idempotencyKey = uniqueName('idem');
  const create = (order: string) =>
    textOf(`${url}/v1/charges`, key, {
      method: 'POST',
      headers: { 'idempotency-key': idempotencyKey },
      body: `{"amount":1000,"payment_method":"pix","metadata":{"order":${order}}}`,
    });
  t.regex(await create('12345678901234567890'), /^201 /);
  t.regex(await create('12345678901234567890'), /^201 /);
  t.regex(await create('12345678901234567891'), /^409 /);
  t.regex(await create('"12345678901234567890"'), /^409 /);
});

test('numbers within the limits of metadata, then they count as they are written; a number is no object', async (t) => {
  const { url, keys } = t.context;
  const key = keys.state.issue();
  const create = (metadata: string) =>
    textOf(`${url}/v1/charges`, key, {
      method: 'POST',
      headers: { 'idempotency-key': uniqueName('idem') },
      body: `{"amount":1000,"payment_method":"pix","metadata":${metadata}}`,
    });
  const deepest = `{"a":${'['.repeat(7)}1.10${']'.repeat(7)}}`;
  t.regex(await create(deepest), /^201 /);
  t.regex(await create(`{"a":1.${'0'.repeat(16_384)}}`), /^400 .*"param":"metadata"/);
  for (const metadata of ['1.10', '[1.10]', '12345678901234567890', '{"a":1e400}', '{"a":-1e400}'])
    t.regex(await create(metadata), /^400 .*"param":"metadata"/, metadata);
});

test('events and deliveries whose bodies have numbers of any text, then they are shown as they were sent', async (t) => {
  const { url, keys, webhooks } = t.context;
  const key = keys.state.issue();
  const id = `evt_${'7'.repeat(32)}`;
  const bodyJson = JSON.stringify(eventBody(id, { here: 1 })).replace('{"here":1}', NUMBERS);
  webhooks.state.events = [{ id, bodyJson }];
  t.true((await textOf(`${url}/v1/events`, key)).includes(`"data":[${bodyJson}]`));
  t.is(await textOf(`${url}/v1/events/${id}`, key), `200 ${bodyJson}`);
  const deliveryId = '0199f3a2-8b7c-7d21-9c44-1f6e5a0b3c2d';
  webhooks.state.deliveries = [
    {
      id: deliveryId,
      endpointId: deliveryId,
      eventType: 'charge.paid',
      status: 'DELIVERED',
      attempts: 1,
      maxAttempts: 15,
      payloadJson: bodyJson,
      createdAtMs: 1,
      updatedAtMs: 1,
    },
  ];
  for (const path of [`/v1/webhooks/deliveries/dlv_${deliveryId}`, '/v1/webhooks/deliveries'])
    t.true((await textOf(url + path, key)).includes(`"payload":${bodyJson}`), path);
});
