import { randomUUID } from 'node:crypto';
import type { Contract } from '@gx/testkit/openapi';
import { type ApiUser, openApiUser, order, paidCharge } from '../../conformance/rows/api-user.ts';
import type { MerchantResponse } from '../merchant.ts';
import { test } from './one-product.ts';

/** The forms in which a merchant may name its own charge (decisions A1). */
const FORMS = ['ch_', 'tx_', ''];
/** Where a charge is named in a query. */
const CURSORS: Readonly<Record<string, string>> = { 'GET /v1/charges': 'starting_after' };

const open = async (api: ApiUser): Promise<string> => (await api.create({ amount: 900 })).body.id;
const paid = async (api: ApiUser): Promise<string> => (await paidCharge(api, 900)).id;
/** Behind it in the list there is another one, of which nothing becomes any more. */
const second = async (api: ApiUser): Promise<string> => {
  await paid(api);
  return paid(api);
};
/** By card: a dispute of it can be opened at once. */
const card = (api: ApiUser): Promise<string> =>
  order(api, { amount: 900, currency: 'USD', paymentMethods: ['CREDIT_CARD'] }, 'approved');

type OperationCase = {
  /** A charge that the operation fits. */
  readonly of: (api: ApiUser) => Promise<string>;
  readonly body?: () => object;
  readonly status: number;
};
/** Every operation that names a charge: of which one, with what, and what it is answered. */
// biome-ignore format: one row per operation, read as a table
const CASES: Readonly<Record<string, OperationCase>> = {
  'GET /v1/charges/{id}':                                { of: paid, status: 200 },
  'GET /v1/charges':                                     { of: second, status: 200 },
  'GET /v1/payments/{id}':                               { of: paid, status: 200 },
  'GET /v1/payments/{id}/provider-status':               { of: paid, status: 200 },
  'GET /v1/payments/{id}/receipt':                       { of: paid, status: 200 },
  'GET /v1/payments/{id}/refunds':                       { of: paid, status: 200 },
  'POST /v1/payments/{id}/cancel':                       { of: open, status: 200 },
  'POST /v1/payments/{id}/refund':                       { of: paid, status: 201, body: () => ({ amount: 100, idempotencyKey: randomUUID() }) },
  'POST /v1/payments/{id}/resend-webhook':               { of: open, status: 200 },
  'POST /v1/test_helpers/charges/{id}/simulate_payment': { of: open, status: 202, body: () => ({}) },
  'POST /v1/test_helpers/charges/{id}/simulate_bank_return': { of: paid, status: 202, body: () => ({ amount: 1, id: 'MEDofall' }) },
  'POST /v1/test_helpers/charges/{id}/simulate_dispute': { of: paid, status: 202, body: () => ({ outcome: 'opened', amount: 1 }) },
  'POST /v1/test_helpers/charges/{id}/simulate_outcome': { of: card, status: 202, body: () => ({ outcome: 'dispute' }) },
  'GET /v1/test_helpers/charges/{id}/bank':              { of: paid, status: 200 },
};

/** The operations that name a charge, by what the contract says of the ids in their paths. */
const naming = ({ paths }: Contract): string[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .map(([method, operation]) => {
        const { parameters = [] } = operation as { parameters?: { name: string; in: string; description?: string }[] };
        const at = `${method.toUpperCase()} ${path}`;
        const isNamed = parameters.some(
          ({ name, in: where, description }) =>
            (where === 'path' && name === 'id' && description?.startsWith('Of a charge')) || name === CURSORS[at],
        );
        return isNamed ? at : '';
      })
      .filter((at) => at !== ''),
  );

/** An answer apart from what every answer has of its own; the charge that was asked for stays one. */
const same = ({ status, body }: MerchantResponse, charge: string): string =>
  JSON.stringify([status, body])
    .replaceAll(charge.slice(3), '<charge>')
    .replaceAll(body?.request_id ?? '<none>', '<request>')
    .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '<uuid>')
    .replaceAll(/\d{4}-\d{2}-\d{2}T[\d:.]+Z/g, '<time>')
    .replaceAll(/"(data:image|000201)[^"]+"/g, '"<code>"')
    .replaceAll(/\bE\d{8}\d{12}[0-9A-Za-z]{11}\b/g, '<end-to-end id>');

test('a merchant’s own charge is named as ch_, tx_ or raw: each operation gives one answer to the three', async (t) => {
  const api = await openApiUser(t.context);
  const contract = (await api.send('GET', '/openapi.json')).body as unknown as Contract;
  const operations = naming(contract);
  t.deepEqual(operations.toSorted(), Object.keys(CASES).toSorted(), 'each has its row here');

  for (const operation of operations) {
    const { of, body, status } = CASES[operation] as OperationCase;
    const [method, path = ''] = operation.split(' ');
    const shared = method === 'GET' ? await of(api) : undefined;
    const answers = await Promise.all(
      FORMS.map(async (form) => {
        // What writes has a charge of its own for each form.
        const charge = shared ?? (await of(api));
        const id = `${form}${charge.slice(3)}`;
        const cursor = CURSORS[operation];
        const at = cursor === undefined ? path.replace('{id}', id) : `${path}?limit=1&${cursor}=${id}`;
        const answer = await api.send(method as 'GET', at, body === undefined ? {} : { body: body() });
        t.is(answer.status, status, `${operation} of ${form}: ${JSON.stringify(answer.body)}`);
        return same(answer, charge);
      }),
    );
    t.deepEqual([...new Set(answers)], answers.slice(0, 1), operation);
  }
  t.log(`${operations.length} operations, ${FORMS.length} forms`);
});
