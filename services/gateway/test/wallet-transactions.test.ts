import { WALLET_TRANSACTION_TYPES } from '@gx/contracts';
import { newId } from '@gx/core';
import { ask, refusedWith, testOnOneEdge } from './harness/gateway.ts';
import { transaction } from './harness/ledger-stand-in.ts';

const test = testOnOneEdge();
const passedOn = (request: object | undefined): object =>
  Object.fromEntries(Object.entries(request ?? {}).filter(([name]) => name !== 'tenant' && !name.startsWith('_')));

test.serial('200 lines of every type as the contract has them, and the cursor of the next page', async (t) => {
  const { url, keys, ledger } = t.context;
  const key = keys.state.issue();
  const words = WALLET_TRANSACTION_TYPES.map((type) => type.toUpperCase() as 'CHARGE');
  ledger.state.transactions = words.map((type, nth) => transaction(nth, { type }));
  const { status, body } = await ask(`${url}/v1/wallets/transactions?limit=5`, { key });
  const page = body as unknown as { data: Record<string, unknown>[]; has_more: boolean; next_cursor: string };
  t.deepEqual(
    [status, page.data.length, page.has_more, page.next_cursor],
    [200, 5, true, page.data[4]?.['id'] as string],
  );
  t.deepEqual(page.data[0], {
    id: `wt_${transaction(0).id}`,
    object: 'wallet_transaction',
    type: 'charge',
    amount: 1_000,
    fee: 20,
    net: 980,
    currency: 'BRL',
    balance_after: { available: 0, pending: 0, retained: 0 },
    source: { type: 'charge', id: 'ch_019ae000-0000-7000-8000-000000000001' },
    description: 'Payment received',
    created_at: '2026-11-21T12:00:00.000Z',
    available_at: '2026-11-22T12:00:00.000Z',
  });
  const all = await ask(`${url}/v1/wallets/transactions?limit=100`, { key });
  const lines = all.body['data'] as { type: string; description: string }[];
  t.deepEqual(
    lines.map(({ type }) => type),
    [...WALLET_TRANSACTION_TYPES],
  );
  t.true(lines.every(({ description }) => description.length > 0));
  t.deepEqual([all.body['has_more'], all.body['next_cursor']], [false, null]);
  ledger.state.transactions = (['CHARGE', 'REFUND', 'PAYOUT', 'DISPUTE', 'RETURN'] as const).map((type, nth) =>
    transaction(nth, { type: 'HOLD', source: { type, id: newId('charge') } }),
  );
  ledger.state.transactions.push(transaction(9, { type: 'ADJUSTMENT', source: null as never }));
  const sources = (await ask(`${url}/v1/wallets/transactions`, { key })).body['data'] as {
    source: { id: string } | null;
  }[];
  t.deepEqual(
    sources.map(({ source }) => source?.id.slice(0, 3)),
    ['ch_', 're_', 'po_', 'dp_', 're_', undefined],
  );
});

test.serial('the list has 25 lines without a filter, and of exactly what its query names', async (t) => {
  const { url, keys, ledger } = t.context;
  const key = keys.state.issue();
  const listed = async (query: string) => {
    t.is((await ask(`${url}/v1/wallets/transactions${query}`, { key })).status, 200, query);
    return passedOn(ledger.state.lists.at(-1));
  };
  t.deepEqual(await listed(''), { limit: 25, type: 'TYPE_UNSPECIFIED', sources: [] });
  t.like(await listed('?limit=100&currency=USDT&type=payout_fee'), {
    limit: 100,
    currency: 'USDT',
    type: 'PAYOUT_FEE',
  });
  t.like(await listed('?created_after=2026-01-01&created_before=2026-01-31'), {
    createdAfterMs: Date.parse('2026-01-01T00:00:00.000Z'),
    createdBeforeMs: Date.parse('2026-01-31T23:59:59.999Z'),
  });
  const cursor = transaction().id ?? '';
  t.like(await listed(`?starting_after=wt_${cursor.toUpperCase()}`), { startingAfter: cursor });
  const id = newId('charge');
  const of = (...types: string[]) => ({ sources: types.map((type) => ({ type, id })) });
  t.like(await listed(`?source=ch_${id}`), of('CHARGE'));
  t.like(await listed(`?source=tx_${id}`), of('CHARGE'));
  t.like(await listed(`?source=re_${id}`), of('REFUND', 'RETURN'));
  t.like(await listed(`?source=po_${id}`), of('PAYOUT'));
  t.like(await listed(`?source=dp_${id}`), of('DISPUTE'));
  t.like(await listed(`?source=${id}`), of('CHARGE', 'REFUND', 'RETURN', 'PAYOUT', 'DISPUTE'));
});

const REFUSED: readonly (readonly [query: string, code: string, param: string])[] = [
  ['limit=0', 'invalid_request', 'limit'],
  ['limit=101', 'invalid_request', 'limit'],
  ['starting_after=x', 'invalid_cursor', 'starting_after'],
  ['starting_after=ch_019ae000-0000-7000-8000-000000000001', 'invalid_cursor', 'starting_after'],
  ['starting_after=wt_zz', 'invalid_cursor', 'starting_after'],
  ['currency=brl', 'invalid_currency', 'currency'],
  ['type=CHARGE', 'invalid_request', 'type'],
  ['type=sale', 'invalid_request', 'type'],
  ['created_after=yesterday', 'invalid_request', 'created_after'],
  ['created_before=2026-02-30', 'invalid_request', 'created_before'],
  ['source=we_019ae000-0000-7000-8000-000000000001', 'invalid_request', 'source'],
  ['source=ana', 'invalid_request', 'source'],
  ['page=2', 'invalid_request', 'page'],
  ['offset=2', 'invalid_request', 'offset'],
  ['sort=amount', 'invalid_request', 'sort'],
];
for (const [query, code, param] of REFUSED)
  test(`400 ${code} names ${param}: ${query}`, async (t) => {
    const { url, keys } = t.context;
    const answer = await ask(`${url}/v1/wallets/transactions?${query}`, { key: keys.state.issue() });
    t.is(refusedWith(t, answer, 400, code)['param'], param);
  });

test('401 without a key', async (t) => {
  const { url } = t.context;
  for (const path of ['transactions', 'statement?from=2026-11-01&to=2026-11-30'])
    refusedWith(t, await ask(`${url}/v1/wallets/${path}`), 401, 'unauthorized');
});
