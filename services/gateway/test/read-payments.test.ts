import { isoMillis } from '@gx/core';
import { uniqueName } from '@gx/testkit';
import { SORT_BY } from '../src/input/payment-list.ts';
import { ask, type Edge, refusedWith, testOnOneEdge } from './harness/gateway.ts';
import { FOREIGN_ID } from './harness/stand-ins.ts';

const test = testOnOneEdge();
const forms = (id: string): string[] => [`ch_${id}`, `tx_${id}`, id];

/** A merchant with so many payments; ids are raw. */
async function withPayments({ url, keys }: Edge, many = 1) {
  const key = keys.state.issue();
  const ids: string[] = [];
  for (let i = 0; i < many; i += 1) {
    const json = {
      amount: 1_000 + i,
      paymentMethods: ['PIX'],
      customerName: 'Ana',
      idempotencyKey: uniqueName('idem'),
    };
    ids.push(String((await ask(`${url}/v1/payments`, { key, json })).body['id']).slice(3));
  }
  const get = (path: string) => ask(`${url}/v1/payments${path}`, { key });
  return { key, ids, id: ids[0] ?? '', get };
}

test('200 one payment by ch_, tx_ and raw id: every field of the specification in its order, none beside', async (t) => {
  const { id, get } = await withPayments(t.context);
  for (const form of forms(id)) {
    const { status, body } = await get(`/${form}`);
    t.is(status, 200);
    t.is(body['id'], `tx_${id}`);
    t.deepEqual(
      Object.keys(body).join(' '),
      'id status amount currency paymentMethods paidWith pixQrCode pixCopyPaste pixExpiresAt cardRedirectUrl mbEntity mbReference mbExpiresAt ' +
        'boletoBarcode boletoLine boletoPdfUrl boletoExpiresAt cryptoAddress cryptoAmount cryptoNetwork cryptoCurrency providerFee platformFee ' +
        'netAmount metadata createdAt paidAt',
    );
    t.regex(String(body['pixQrCode']), /^data:image\/png;base64,iVBORw0K/);
    t.like(body, { paidWith: null, paidAt: null, netAmount: 1_000, cardRedirectUrl: null, mbEntity: null });
  }
});

test('200 an id whose digits are in upper case names the same payment, and the answer has it in lower case', async (t) => {
  const { id, get } = await withPayments(t.context);
  for (const form of forms(id.toUpperCase())) t.is((await get(`/${form}`)).body['id'], `tx_${id}`);
});

test('400 a parameter that a read does not know, whatever it reads; names that begin with _ are nobody’s', async (t) => {
  const { id, get } = await withPayments(t.context);
  for (const path of ['', '/stats', '/metrics', `/${id}`, `/${id}/refunds`, `/${id}/provider-status`]) {
    const error = refusedWith(t, await get(`${path}?metadata[order]=A1`), 400, 'invalid_request');
    t.is(error['param'], 'metadata[order]', path);
  }
  for (const path of ['', `/${id}`]) t.is((await get(`${path}?_=1764150000`)).status, 200, path);
});

test('404 a foreign, an unknown and a shapeless id are one answer, on each route that takes one', async (t) => {
  const { id } = await withPayments(t.context);
  const stranger = await withPayments(t.context);
  for (const act of ['', '/provider-status', '/receipt']) {
    const answers = await Promise.all(
      [...forms(id), ...forms(FOREIGN_ID), 'nonsense', `re_${id}`].map((form) => stranger.get(`/${form}${act}`)),
    );
    const messages = answers.map((answer) => refusedWith(t, answer, 404, 'not_found')['message']);
    t.is(new Set(messages).size, 1, act);
  }
});

test('200 the list: page and limit as they counted, total of all pages, the fields of N7 and no code', async (t) => {
  const { ids, get } = await withPayments(t.context, 3);
  const { status, body } = await get('?page=2&limit=2');
  t.is(status, 200);
  t.deepEqual(Object.keys(body), ['data', 'total', 'page', 'limit']);
  t.like(body, { total: 3, page: 2, limit: 2 });
  t.deepEqual((body['data'] as object[])[0], {
    id: `tx_${ids[2]}`,
    status: 'WAITING_PAYMENT',
    amount: 1_002,
    currency: 'BRL',
    paymentMethods: ['PIX'],
    customerName: 'Ana',
    customerDocument: null,
    customerEmail: null,
    metadata: {},
    createdAt: isoMillis(new Date(1_790_000_000_000)),
    paidWith: null,
    providerFee: 0,
    platformFee: 0,
    netAmount: 1_002,
    paidAt: null,
  });
});

test('a list is sorted by every scalar field that its items have, and by nothing else (decisions A40)', async (t) => {
  const { get } = await withPayments(t.context);
  const { body } = await get('');
  const [item = {}] = body['data'] as object[];
  const scalar = Object.entries(item).filter(([, value]) => typeof value !== 'object' || value === null);
  t.deepEqual(scalar.map(([field]) => field).toSorted(), [...SORT_BY].toSorted());
});

// Alone, because it looks at what was asked last.
test.serial('the list asks for exactly what its query names: 20 newest first unless it says otherwise', async (t) => {
  const { get } = await withPayments(t.context);
  const queryFor = async (query: string) => {
    t.is((await get(query)).status, 200, query);
    const { tenant: _, ...request } = t.context.charge.payments.pages.at(-1) ?? {};
    return Object.fromEntries(Object.entries(request).filter(([name]) => !name.startsWith('_')));
  };
  t.deepEqual(await queryFor(''), { page: 1, limit: 20, sortBy: 'CREATED_AT', ascending: false });
  t.like(await queryFor('?page=5000&limit=20'), { page: 5_000, limit: 20 });
  t.like(await queryFor('?limit=100&sortOrder=asc'), { limit: 100, ascending: true });
  t.like(await queryFor('?sortBy=amount'), { sortBy: 'AMOUNT', ascending: false });
  t.like(await queryFor('?sortBy=status&sortOrder=asc'), { sortBy: 'STATUS', ascending: true });
  for (const field of SORT_BY) {
    const sortBy = field.replace(/[A-Z]/g, '_$&').toUpperCase();
    t.like(await queryFor(`?sortBy=${field}`), { sortBy, ascending: false } as object);
  }
  t.like(await queryFor('?status=DISPUTE'), { status: 'DISPUTE' });
  t.like(await queryFor('?startDate=2026-01-01&endDate=2026-01-31'), {
    createdFromMs: Date.parse('2026-01-01T00:00:00.000Z'),
    createdToMs: Date.parse('2026-01-31T23:59:59.999Z'),
  });
  t.like(await queryFor('?startDate=2026-01-01T10:00:00-03:00'), {
    createdFromMs: Date.parse('2026-01-01T13:00:00.000Z'),
  });
});

for (const [query, param] of [
  ['page=0', 'page'],
  ['page=-1', 'page'],
  ['page=1.5', 'page'],
  ['page=', 'page'],
  ['limit=0', 'limit'],
  ['limit=101', 'limit'],
  ['limit=x', 'limit'],
  ['page=5001', 'page'],
  ['page=1001&limit=100', 'page'],
  ['status=paid', 'status'],
  ['status=REJECTED', 'status'],
  ['startDate=yesterday', 'startDate'],
  ['endDate=2026-02-30', 'endDate'],
  ['sortBy=metadata', 'sortBy'],
  ['sortBy=paymentMethods', 'sortBy'],
  ['sortBy=customerId', 'sortBy'],
  ['sortBy=%24where', 'sortBy'],
  ['sortOrder=DESC', 'sortOrder'],
  ['limit=1&limit=2', 'limit'],
] as const) {
  test(`400 ?${query}`, async (t) => {
    const { get } = await withPayments(t.context, 0);
    t.is(refusedWith(t, await get(`?${query}`), 400, 'invalid_request')['param'], param);
  });
}

test.serial(
  '200 provider-status by ch_, tx_ and raw id: what the bank says, its own answer as an object',
  async (t) => {
    const { id, get } = await withPayments(t.context);
    const { payments } = t.context.charge;
    payments.atBank = {
      provider: 'sim',
      providerTransactionId: 'a'.repeat(32),
      providerStatus: 'ATIVA',
      rawResponseJson: '{"status":"ATIVA"}',
    };
    t.teardown(() => {
      payments.atBank = {};
    });
    for (const form of forms(id)) {
      const { status, body } = await get(`/${form}/provider-status`);
      t.is(status, 200, form);
      t.deepEqual(body, {
        localStatus: 'WAITING_PAYMENT',
        provider: 'sim',
        providerTransactionId: 'a'.repeat(32),
        providerStatus: 'ATIVA',
        rawResponse: { status: 'ATIVA' },
      });
    }
  },
);

test.serial(
  '200 provider-status of what never reached a provider: every field, null, and the named error (A14)',
  async (t) => {
    const { id, get } = await withPayments(t.context);
    t.deepEqual((await get(`/${id}/provider-status`)).body, {
      localStatus: 'WAITING_PAYMENT',
      provider: null,
      providerTransactionId: null,
      providerStatus: null,
      rawResponse: null,
      error: 'TRANSACTION_HAS_NO_PROVIDER_REFERENCE',
    });
  },
);

const RECEIPT = Buffer.from('%PDF-1.7');
test.serial('receipt by ch_, tx_ and raw id: 422 receipt_unavailable where the bank makes none (A43)', async (t) => {
  const { id, get } = await withPayments(t.context);
  for (const form of forms(id)) {
    const error = refusedWith(t, await get(`/${form}/receipt`), 422, 'unprocessable_entity');
    t.is(error['reason'], 'receipt_unavailable', form);
  }
});

test.serial(
  'receipt by ch_, tx_ and raw id: the file in base64 under its type, where the bank makes one',
  async (t) => {
    const { id, get } = await withPayments(t.context);
    const { payments } = t.context.charge;
    payments.receipt = RECEIPT;
    t.teardown(() => {
      payments.receipt = undefined;
    });
    for (const form of forms(id)) {
      const { status, body } = await get(`/${form}/receipt`);
      t.is(status, 200);
      t.deepEqual(Object.entries(body), [
        ['contentType', 'application/pdf'],
        ['base64', RECEIPT.toString('base64')],
      ]);
    }
  },
);
