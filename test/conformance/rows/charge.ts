import { randomUUID } from 'node:crypto';
import jsqr from 'jsqr';
import { request } from 'undici';
import type { Context } from '../../stories/cases/one-product.ts';
import { type Body, type MerchantResponse, merchant, PATIENTLY } from '../../stories/merchant.ts';
import { decodePng } from '../../stories/png.ts';
import { type ApiUser, CPF, ISO, livesFor, openApiUser, refused, STRANGER, UUID } from './api-user.ts';
import { once, table } from './table.ts';

const BODY = {
  amount: 1_234,
  description: 'Pedido 7',
  expires_in: 600,
  customer: { name: 'Ana', document: '529.982.247-25', email: 'ana@example.com', phone: '+55 (11) 96471-4730' },
  expected_payer_tax_id: '529.982.247-25',
  metadata: { order: 7, _hidden: 1, returnUrl: 'https://loja.example/' },
};

/** A charge with everything that one can have, and one with nothing: as created, as read, and as paid. */
const charges = once(async (context: Context) => {
  const api = await openApiUser(context);
  const begun = Date.now();
  const { body: created } = await api.create(BODY);
  const answered = Date.now();
  const { body: open } = await api.get(created.id);
  const image = await request(created.pix?.qr_code_url ?? '');
  const png = { type: image.headers['content-type'], bytes: Buffer.from(await image.body.arrayBuffer()) };
  const { body: bare } = await api.create({ amount: 500 });
  await Promise.all([api.payWith(created.id, CPF, 'notification'), api.payWith(bare.id, STRANGER, 'notification')]);
  const [paid, barePaid] = await Promise.all(
    [created.id, bare.id].map((id) => api.untilStatus(id, 'paid', PATIENTLY.timeoutMs)),
  );
  return { context, begun, answered, created, open, png, bare, paid: paid as Body, barePaid: barePaid as Body };
});
const raw = ({ id }: Body): string => id.slice(3);

const charge = table('Charge', charges, {
  id: [
    'ch_ and a uuid, never the txid',
    (t, { created, open }) => {
      t.regex(created.id, new RegExp(`^ch_${UUID}$`));
      t.is(open.id, created.id);
      t.not(raw(created), created.pix?.txid);
      t.not(raw(created).replaceAll('-', ''), created.pix?.txid);
    },
  ],
  object: ['always charge', (t, { created, paid }) => t.deepEqual([created.object, paid.object], ['charge', 'charge'])],
  amount: [
    'the requested amount, in centavos',
    (t, { created, paid }) => t.deepEqual([created.amount, paid.amount], [1_234, 1_234]),
  ],
  currency: ['BRL, also where nobody says so', (t, { bare }) => t.is(bare.currency, 'BRL')],
  status: [
    'a public word: pending, then paid',
    (t, { created, open, paid }) =>
      t.deepEqual([created.status, open.status, paid.status], ['pending', 'pending', 'paid']),
  ],
  payment_method: ['pix', (t, { created }) => t.is(created.payment_method, 'pix')],
  customer: [
    'what was supplied and nothing else; never the document that the bank saw',
    (t, { created, bare, barePaid }) => {
      const { customer } = BODY;
      t.deepEqual<object, object>(created.customer, { ...customer, document: CPF });
      t.deepEqual<object, object>(bare.customer, { name: null, document: null });
      t.false(JSON.stringify(barePaid).includes(STRANGER));
    },
  ],
  expected_payer_tax_id: [
    'the lock, where one was set',
    (t, { created, open, bare }) => {
      t.deepEqual([created.expected_payer_tax_id, open.expected_payer_tax_id], [CPF, CPF]);
      t.false('expected_payer_tax_id' in bare);
    },
  ],
  pix: [
    'code, image, time and txid',
    (t, { created }) =>
      t.deepEqual(Object.keys(created.pix ?? {}), ['br_code', 'qr_code_url', 'qr_code_base64', 'expires_at', 'txid']),
  ],
  checkout_url: [
    'the page of the charge by its raw id, on create and on get',
    (t, { context, created, open }) => {
      const expected = `${context.stack.checkout}/${raw(created)}`;
      t.deepEqual([created.checkout_url, open.checkout_url], [expected, expected]);
    },
  ],
  settlement: [
    'empty until the charge is paid, then with its end-to-end id',
    (t, { created, open, paid }) => {
      t.deepEqual([created.settlement, open.settlement], [{}, {}]);
      t.deepEqual(Object.keys(paid.settlement), ['end_to_end_id']);
      t.regex(paid.settlement.end_to_end_id ?? '', /^E[0-9A-Za-z]{31}$/);
    },
  ],
  metadata: [
    'the merchant’s own, the description folded in',
    (t, { created, open, bare }) => {
      t.deepEqual([created.metadata, open.metadata], Array(2).fill({ order: 7, description: 'Pedido 7' }));
      t.deepEqual(bare.metadata, {});
    },
  ],
  created_at: [
    'when it was created, in UTC with milliseconds',
    (t, { begun, answered, created, paid }) => {
      t.regex(created.created_at, ISO);
      const at = Date.parse(created.created_at);
      t.true(begun - 1_000 <= at && at <= answered + 1_000);
      t.is(paid.created_at, created.created_at);
    },
  ],
});

const pix = table('Pix block', charges, {
  br_code: [
    'an EMV payload that ends in its checksum',
    (t, { created, open }) => {
      t.regex(created.pix?.br_code ?? '', /^000201.+br\.gov\.bcb\.pix.+6304[0-9A-F]{4}$/i);
      t.is(open.pix?.br_code, created.pix?.br_code);
    },
  ],
  qr_code_url: [
    'where the image is, without a key',
    (t, { png, created }) => {
      t.is(png.type, 'image/png');
      t.true(png.bytes.equals(Buffer.from(created.pix?.qr_code_base64 ?? '', 'base64')));
    },
  ],
  qr_code_base64: [
    'a PNG that reads as the code',
    (t, { created }) => {
      const image = decodePng(Buffer.from(created.pix?.qr_code_base64 ?? '', 'base64'));
      t.is(jsqr.default(image.data, image.width, image.height)?.data, created.pix?.br_code);
    },
  ],
  expires_at: [
    'as many seconds after the creation as requested',
    (t, { created }) => {
      t.regex(created.pix?.expires_at ?? '', ISO);
      livesFor(t, [created.created_at, created.pix?.expires_at], 600);
    },
  ],
  txid: [
    'the one that the bank bound',
    async (t, { context, created, paid }) => {
      t.regex(created.pix?.txid ?? '', /^[0-9A-Za-z]{26,35}$/);
      t.is(paid.pix?.txid, created.pix?.txid);
      const known = (await context.bank.arrived()).find(
        ({ end_to_end_id }) => end_to_end_id === paid.settlement.end_to_end_id,
      );
      t.is(known?.txid, created.pix?.txid);
    },
  ],
});

const tills = once(openApiUser);
/** With these headers and no others; again, unchanged, while somebody is away. */
const post = (api: ApiUser, headers: Readonly<Record<string, string>>): Promise<MerchantResponse> =>
  merchant(api.gateway, '', { patient: true }).send('POST', '/v1/charges', {
    headers,
    body: { amount: 100, payment_method: 'pix' },
  });
const all = (api: ApiUser) => ({
  apikey: api.login.apikey,
  'idempotency-key': randomUUID(),
  'content-type': 'application/json',
});

const headers = table('POST /v1/charges, header', tills, {
  apikey: [
    'required',
    async (t, api) => {
      const { apikey: _, ...without } = all(api);
      refused(t, await post(api, without), [401, 'unauthorized']);
      t.is((await post(api, all(api))).status, 201);
    },
  ],
  'Idempotency-Key': [
    'required, with 8 to 128 characters',
    async (t, api) => {
      const { 'idempotency-key': _, ...without } = all(api);
      refused(t, await post(api, without), [400, 'invalid_request', 'Idempotency-Key']);
      for (const [length, status] of [
        [7, 400],
        [8, 201],
        [128, 201],
        [129, 400],
      ] as const) {
        const key = randomUUID().repeat(4).slice(0, length);
        t.is((await post(api, { ...without, 'idempotency-key': key })).status, status, String(length));
      }
    },
  ],
  'Content-Type': [
    'application/json and nothing else',
    async (t, api) => {
      for (const type of ['text/plain', 'application/x-www-form-urlencoded'])
        refused(t, await post(api, { ...all(api), 'content-type': type }), [400, 'invalid_request']);
      const typed = { ...all(api), 'content-type': 'application/json; charset=utf-8' };
      t.is((await post(api, typed)).status, 201);
    },
  ],
});

export const CHARGE_TABLES = [charge, pix, headers];
