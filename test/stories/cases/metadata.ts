import { uniqueName, until } from '@gx/testkit';
import { PATIENTLY } from '../merchant.ts';
import { PAID } from '../payment.ts';
import { NAMES, openShop } from '../shop.ts';
import { test } from './one-product.ts';

/** Numbers of which a reader of JSON would change the text. */
const NUMBERS = '"preco":1.10,"id":12345678901234567890,"list":[1e2,1.0,-0,{"x":0.1234567890123456789}]';

test.serial(
  'metadata with numbers of any text, then answers, lists, events, deliveries and webhooks of both families show them as given',
  async (t) => {
    const { stack, sink } = t.context;
    const shop = await openShop(stack, sink);
    const path = `/${uniqueName('metadata')}`;
    await shop.send('POST', '/v1/webhooks/endpoints', { body: { url: sink.url(path), events: NAMES } });
    const raw = `{"amount":1000,"payment_method":"pix","description":"Café","metadata":{${NUMBERS}}}`;
    const created = await shop.send('POST', '/v1/charges', { raw, headers: { 'idempotency-key': uniqueName('idem') } });
    t.is(created.status, 201);
    const { id } = created.body;
    await shop.pay(id);
    await shop.untilWebhooks(id, PAID);
    const sent = await until(
      'all is sent',
      () => sink.requests(path).length >= PAID.length && sink.requests(path),
      PATIENTLY,
    );
    const given = `"metadata":{${NUMBERS},"description":"Café"}`;
    for (const { headers, body } of sent)
      if (String(headers['x-service-event-type']).startsWith('charge.')) t.true(body.includes(given), body);
    const pages = [
      `/v1/charges/${id}`,
      '/v1/charges',
      `/v1/payments/${id}`,
      '/v1/payments',
      '/v1/events',
      '/v1/webhooks/deliveries',
    ];
    for (const page of pages) t.true((await shop.send('GET', page)).text.includes(given), page);
  },
);
