import { randomUUID } from 'node:crypto';
import type { Context } from '../../stories/cases/one-product.ts';
import type { Body, MerchantResponse } from '../../stories/merchant.ts';
import { type ApiUser, CPF, ids, list, livesFor, openApiUser, refused } from './api-user.ts';
import { once, type T, table } from './table.ts';

const tills = once(openApiUser);
/** Creating a charge with this is refused so. */
async function refuses(t: T, api: ApiUser, body: object, expected: readonly [string, string]): Promise<void> {
  refused(t, await api.create(body), [400, ...expected]);
}
async function accepts(t: T, api: ApiUser, body: object): Promise<Body> {
  const answer = await api.create(body);
  t.is(answer.status, 201, JSON.stringify(answer.body));
  return answer.body;
}
const lock = (expected_payer_tax_id: string, customer: object = { name: 'Ana' }) => ({
  customer,
  expected_payer_tax_id,
});

const body = table('POST /v1/charges, body', tills, {
  amount: [
    'a positive integer, required',
    async (t, api) => {
      for (const amount of [undefined, 0, -1, 1.5, '100'])
        await refuses(t, api, { amount }, ['invalid_amount', 'amount']);
      t.is((await accepts(t, api, { amount: 1 })).amount, 1);
    },
  ],
  currency: [
    'BRL, given or not',
    async (t, api) => {
      await refuses(t, api, { currency: 'USD' }, ['invalid_currency', 'currency']);
      for (const more of [{}, { currency: 'BRL' }]) t.is((await accepts(t, api, more)).currency, 'BRL');
    },
  ],
  payment_method: [
    'pix, required; the shortcut fills it in',
    async (t, api) => {
      for (const payment_method of [undefined, 'boleto', 'PIX'])
        await refuses(t, api, { payment_method }, ['invalid_request', 'payment_method']);
      const headers = { 'idempotency-key': randomUUID() };
      const shortcut = await api.send('POST', '/v1/pix/charges', { headers, body: { amount: 100 } });
      t.deepEqual([shortcut.status, shortcut.body.payment_method], [201, 'pix']);
    },
  ],
  description: [
    'up to 500 characters, read as metadata.description',
    async (t, api) => {
      await refuses(t, api, { description: 'd'.repeat(501) }, ['invalid_request', 'description']);
      const { id } = await accepts(t, api, { description: 'd'.repeat(500) });
      t.deepEqual((await api.get(id)).body.metadata, { description: 'd'.repeat(500) });
    },
  ],
  expires_in: [
    '60 to 86400 s, more is as much, none is the hour of the account',
    async (t, api) => {
      for (const expires_in of [59, 60.5, '600'])
        await refuses(t, api, { expires_in }, ['invalid_expires_in', 'expires_in']);
      for (const [expires_in, expected] of [
        [60, 60],
        [86_400, 86_400],
        [86_401, 86_400],
        [undefined, 3_600],
      ] as const) {
        const { created_at, pix } = await accepts(t, api, { expires_in });
        livesFor(t, [created_at, pix?.expires_at], expected);
      }
    },
  ],
  'customer.name': [
    'free, and required beside a lock',
    async (t, api) => {
      await refuses(t, api, { customer: { name: 7 } }, ['invalid_request', 'customer.name']);
      await refuses(t, api, lock(CPF, {}), ['invalid_request', 'customer.name']);
      t.is((await accepts(t, api, { customer: { name: 'Rui' } })).customer.name, 'Rui');
    },
  ],
  'customer.document': [
    'a CPF or CNPJ',
    async (t, api) => {
      await refuses(t, api, { customer: { document: '52998224726' } }, ['invalid_document', 'customer.document']);
      for (const [document, read] of [
        ['390.533.447-05', '39053344705'],
        ['11.222.333/0001-81', '11222333000181'],
      ])
        t.is((await accepts(t, api, { customer: { document } })).customer.document, read as string);
    },
  ],
  'customer.email': [
    'an address, given back as it came',
    async (t, api) => {
      await refuses(t, api, { customer: { email: 'a@' } }, ['invalid_request', 'customer.email']);
      t.is((await accepts(t, api, { customer: { email: 'rui@example.com' } })).customer.email, 'rui@example.com');
    },
  ],
  'customer.phone': [
    'a number, given back as it came',
    async (t, api) => {
      await refuses(t, api, { customer: { phone: 'call me' } }, ['invalid_request', 'customer.phone']);
      t.is((await accepts(t, api, { customer: { phone: '+351912345678' } })).customer.phone, '+351912345678');
    },
  ],
  expected_payer_tax_id: [
    'a CPF or CNPJ that the customer’s document does not contradict',
    async (t, api) => {
      const param = 'expected_payer_tax_id';
      await refuses(t, api, lock('52998224700'), ['invalid_document', param]);
      await refuses(t, api, lock(CPF, { name: 'Ana', document: '11144477735' }), ['invalid_request', param]);
      for (const document of ['11222333000181', '52998224725'])
        t.is((await accepts(t, api, lock(document, { name: 'Ana', document }))).expected_payer_tax_id, document);
    },
  ],
  metadata: [
    'an object, given back without keys that are reserved or begin with _',
    async (t, api) => {
      await refuses(t, api, { metadata: ['a'] }, ['invalid_request', 'metadata']);
      const kept = { order: 7, deep: { list: [1, 'two', null, true] } };
      const reserved = { _x: 1, returnUrl: 'https://a.example/', webhookUrl: 1, idempotencyKey: 1, customerId: 1 };
      const { id } = await accepts(t, api, { metadata: { ...kept, ...reserved } });
      t.deepEqual((await api.get(id)).body.metadata, kept);
    },
  ],
});

/**
 * More charges than any list shows unasked, oldest first; the second is cancelled and the third is
 * somebody’s.
 */
export const longLists = once(async (context: Context) => {
  const api = await openApiUser(context);
  const charges: Body[] = [];
  for (let nth = 0; nth < 26; nth += 1) {
    const customer = nth === 2 ? { customer: { name: 'Ana', document: CPF } } : {};
    charges.push((await api.create({ amount: 1_000 + nth, ...customer })).body);
  }
  await api.cancel(charges[1]?.id ?? '');
  const read = async (query: string): Promise<MerchantResponse> => api.send('GET', `/v1/charges${query}`);
  const newest = charges.map(({ id }) => id).toReversed();
  return { api, charges, newest, read };
});

const params = table('GET /v1/charges, query', longLists, {
  limit: [
    '1 to 100, 25 by default',
    async (t, { read, newest }) => {
      for (const limit of [0, 101, 'x']) refused(t, await read(`?limit=${limit}`), [400, 'invalid_request', 'limit']);
      t.deepEqual(ids((await read('')).body), newest.slice(0, 25));
      t.deepEqual(ids((await read('?limit=1')).body), newest.slice(0, 1));
      t.deepEqual(ids((await read('?limit=100')).body), newest);
    },
  ],
  starting_after: [
    'the charges behind that one; pages and offsets are refused',
    async (t, { read, newest }) => {
      t.deepEqual(ids((await read(`?starting_after=${newest[3]}&limit=2`)).body), newest.slice(4, 6));
      for (const param of ['page', 'offset']) refused(t, await read(`?${param}=1`), [400, 'invalid_request', param]);
    },
  ],
  status: [
    'a public word',
    async (t, { read, charges }) => {
      t.deepEqual(ids((await read('?status=cancelled')).body), [charges[1]?.id]);
      t.is(list((await read('?status=pending&limit=100')).body).length, 25);
      refused(t, await read('?status=CANCELLED'), [400, 'invalid_request', 'status']);
    },
  ],
  created_after: [
    'from that moment on, itself included',
    async (t, { read, charges, newest }) => {
      const at = charges[20]?.created_at ?? '';
      const later = charges.filter(({ created_at }) => created_at >= at).length;
      t.deepEqual(ids((await read(`?created_after=${at}&limit=100`)).body), newest.slice(0, later));
      refused(t, await read('?created_after=yesterday'), [400, 'invalid_request', 'created_after']);
    },
  ],
  created_before: [
    'up to that moment, itself included',
    async (t, { read, charges, newest }) => {
      const at = charges[3]?.created_at ?? '';
      const later = charges.filter(({ created_at }) => created_at > at).length;
      t.deepEqual(ids((await read(`?created_before=${at}&limit=100`)).body), newest.slice(later));
      refused(t, await read('?created_before=2026-02-30'), [400, 'invalid_request', 'created_before']);
    },
  ],
  customer_id: [
    'the document that the charge was made with',
    async (t, { read, charges }) => {
      for (const written of [CPF, '529.982.247-25'])
        t.deepEqual(ids((await read(`?customer_id=${written}`)).body), [charges[2]?.id]);
      t.deepEqual(ids((await read('?customer_id=11144477735')).body), []);
    },
  ],
});

const envelope = table('Charge list', longLists, {
  object: ['always list', async (t, { read }) => t.is((await read('')).body.object as string, 'list')],
  data: [
    'charges as they are read one by one, but for the image',
    async (t, { read, api, newest }) => {
      const { pix, ...charge } = (await api.get(newest[0] ?? '')).body;
      const { qr_code_base64: _, ...code } = pix ?? {};
      t.deepEqual<object, object>(list((await read('?limit=1')).body)[0] ?? {}, { ...charge, pix: code });
    },
  ],
  has_more: [
    'whether the list goes on',
    async (t, { read }) => {
      const more = async (query: string) => (await read(query)).body['has_more'];
      t.deepEqual([await more('?limit=25'), await more('?limit=26'), await more('?status=paid')], [true, false, false]);
    },
  ],
  next_cursor: [
    'the last charge of the page while there is more, else null',
    async (t, { read, newest }) => {
      const first = (await read('?limit=20')).body['next_cursor'];
      t.is(first, newest[19]);
      const { body: second } = await read(`?limit=20&starting_after=${first}`);
      t.deepEqual([ids(second), second['next_cursor']], [newest.slice(20), null]);
    },
  ],
});

export const CHARGE_REQUEST_TABLES = [body, params, envelope];
