import { execFileSync } from 'node:child_process';
import { newId, Refusal } from '@gx/core';
import { until } from '@gx/testkit';
import { ask, refusedWith, testOnOneEdge } from './harness/gateway.ts';
import { transaction } from './harness/ledger-stand-in.ts';

const test = testOnOneEdge();
const PERIOD = 'from=2026-11-01&to=2026-11-30';
/** Three pages of two lines each, and one without any. */
const THREE_PAGES = async (nth: number) => ({
  openingBalance: 500,
  closingBalance: 6_380,
  transactions: nth === 1 ? [] : [transaction(nth * 2 + 1), transaction(nth * 2 + 2)],
  ...(nth < 3 ? { next: String(nth + 1) } : {}),
});
const LINES = [1, 2, 5, 6, 7, 8].map((nth) => `wt_${transaction(nth).id}`);

test.serial('200 JSON: the balances at both ends and every line, oldest first', async (t) => {
  const { url, keys, ledger } = t.context;
  const key = keys.state.issue();
  ledger.state.page = THREE_PAGES;
  const { status, headers, body } = await ask(`${url}/v1/wallets/statement?${PERIOD}`, { key });
  t.is(status, 200);
  t.is(headers.get('cache-control'), 'no-store');
  t.is(headers.get('Content-Disposition'), null);
  t.deepEqual(Object.keys(body), ['from', 'to', 'currency', 'opening_balance', 'closing_balance', 'transactions']);
  t.like(body, { from: '2026-11-01', to: '2026-11-30', currency: 'BRL', opening_balance: 500, closing_balance: 6_380 });
  const lines = body['transactions'] as { id: string }[];
  t.deepEqual(
    lines.map(({ id }) => id),
    LINES,
  );
  ledger.state.transactions = [transaction(1)];
  const { body: list } = await ask(`${url}/v1/wallets/transactions`, { key });
  t.deepEqual(lines[0], (list['data'] as object[])[0] as never, 'a line is the same as in the list');
});

test.serial('200 a statement of nothing is whole in every format', async (t) => {
  const { url, keys, ledger } = t.context;
  const key = keys.state.issue();
  ledger.state.page = async () => ({ openingBalance: 7, closingBalance: 7 });
  const { body } = await ask(`${url}/v1/wallets/statement?${PERIOD}`, { key });
  t.deepEqual([body['opening_balance'], body['closing_balance'], body['transactions']], [7, 7, []]);
  t.is((await textOf(`${url}/v1/wallets/statement?${PERIOD}&format=csv`, key)).split('\r\n').length, 2);
  t.regex(await textOf(`${url}/v1/wallets/statement?${PERIOD}&format=ofx`, key), /<BALAMT>7<\/BALAMT>.*<\/OFX>\n$/s);
});

test.serial(
  '200 CSV: a reader of CSV finds the fields of a transaction in their order, nested ones by both names',
  async (t) => {
    const { url, keys, ledger } = t.context;
    const key = keys.state.issue();
    ledger.state.page = async () => ({
      transactions: [
        transaction(1),
        transaction(2, {
          type: 'REFUND_FEE',
          amount: -50,
          fee: 0,
          net: -50,
          source: { type: 'REFUND', id: '019ae000-0000-7000-8000-000000000002' },
        }),
      ],
    });
    const response = await fetch(`${url}/v1/wallets/statement?${PERIOD}&format=csv`, { headers: { apikey: key } });
    t.is(response.headers.get('content-type'), 'text/csv; charset=utf-8; header=present');
    t.is(response.headers.get('Content-Disposition'), 'attachment; filename="statement-BRL-2026-11-01-2026-11-30.csv"');
    const text = await response.text();
    const program =
      'import csv,json,sys,io;print(json.dumps(list(csv.DictReader(io.StringIO(sys.stdin.buffer.read().decode(),newline=""),strict=True))))';
    const rows = JSON.parse(execFileSync('python3', ['-c', program], { input: text, encoding: 'utf8' })) as Record<
      string,
      string
    >[];
    t.deepEqual(Object.entries(rows[0] ?? {}), [
      ['id', LINES[0]],
      ['object', 'wallet_transaction'],
      ['type', 'charge'],
      ['amount', '1000'],
      ['fee', '20'],
      ['net', '980'],
      ['currency', 'BRL'],
      ['balance_after.available', '980'],
      ['balance_after.pending', '0'],
      ['balance_after.retained', '0'],
      ['source.type', 'charge'],
      ['source.id', 'ch_019ae000-0000-7000-8000-000000000001'],
      ['description', 'Payment received'],
      ['created_at', '2026-11-21T12:00:00.001Z'],
      ['available_at', '2026-11-22T12:00:00.001Z'],
    ] as never);
    t.like(rows[1], { amount: '-50', net: '-50', 'source.id': 're_019ae000-0000-7000-8000-000000000002' });
    t.is(text.split('\r\n').length, 4, 'each record ends with CRLF');
  },
);

test.serial(
  'the ledger is called for the days of the zone, both included, in milliseconds, page after page',
  async (t) => {
    const { url, keys, ledger } = t.context;
    const key = keys.state.issue();
    ledger.state.page = async () => ({});
    const period = async (query: string) => {
      t.is((await ask(`${url}/v1/wallets/statement?${query}`, { key })).status, 200, query);
      const { currency, fromMs, toMs } = ledger.state.statements.at(-1) ?? {};
      return [currency, ...[fromMs, toMs].map((at) => new Date(Number(at)).toISOString())];
    };
    t.deepEqual(await period(PERIOD), ['BRL', '2026-11-01T03:00:00.000Z', '2026-12-01T03:00:00.000Z']);
    t.deepEqual(await period('from=2026-11-21&to=2026-11-21&tz=UTC&currency=USDT'), [
      'USDT',
      '2026-11-21T00:00:00.000Z',
      '2026-11-22T00:00:00.000Z',
    ]);
    t.deepEqual(await period('from=2018-11-04&to=2018-11-04'), [
      'BRL',
      '2018-11-04T03:00:00.000Z',
      '2018-11-05T02:00:00.000Z',
    ]);
    t.deepEqual(await period('from=2026-11-21&to=2026-11-21&tz=Etc/GMT+3'), [
      'BRL',
      '2026-11-21T03:00:00.000Z',
      '2026-11-22T03:00:00.000Z',
    ]);
    t.deepEqual(await period('from=2024-01-01&to=2024-12-31&tz=UTC'), [
      'BRL',
      '2024-01-01T00:00:00.000Z',
      '2025-01-01T00:00:00.000Z',
    ]);
    ledger.state.statements = [];
    ledger.state.page = THREE_PAGES;
    await ask(`${url}/v1/wallets/statement?${PERIOD}`, { key });
    t.deepEqual(
      ledger.state.statements.map(({ after }) => after),
      [undefined, '1', '2', '3'],
    );
  },
);

const REFUSED: readonly (readonly [query: string, param: string, code?: string])[] = [
  ['to=2026-11-30', 'from'],
  ['from=2026-11-01', 'to'],
  ['from=2026-02-30&to=2026-11-30', 'from'],
  ['from=2026-11-01T00:00:00Z&to=2026-11-30', 'from'],
  ['from=2026-11-01&to=30/11/2026', 'to'],
  ['from=1999-12-31&to=2000-01-01', 'from'],
  ['from=2026-11-30&to=2026-11-29', 'to'],
  ['from=2026-01-01&to=2027-01-02', 'to'],
  ['from=2026-11-01&to=2026-11-30&tz=-03:00', 'tz'],
  ['from=2026-11-01&to=2026-11-30&tz=Mars/Olympus', 'tz'],
  ['from=2026-11-01&to=2026-11-30&currency=real', 'currency', 'invalid_currency'],
  ['from=2026-11-01&to=2026-11-30&format=pdf', 'format'],
  ['from=2026-11-01&to=2026-11-30&type=charge', 'type'],
];
for (const [query, param, code = 'invalid_request'] of REFUSED)
  test(`400 ${code} names ${param}: ${query}`, async (t) => {
    const { url, keys } = t.context;
    const answer = await ask(`${url}/v1/wallets/statement?${query}`, { key: keys.state.issue() });
    t.is(refusedWith(t, answer, 400, code)['param'], param);
  });

test.serial('503 in the envelope when the ledger does not answer the first page', async (t) => {
  const { url, keys, ledger } = t.context;
  ledger.state.page = () => Promise.reject(new Refusal('service_unavailable', 'Not now.'));
  for (const format of ['json', 'csv', 'ofx']) {
    const answer = await ask(`${url}/v1/wallets/statement?${PERIOD}&format=${format}`, { key: keys.state.issue() });
    refusedWith(t, answer, 503, 'service_unavailable');
  }
});

test.serial(
  'a page that fails later resets the connection: no client has a whole statement, and the log says why',
  async (t) => {
    const { url, keys, ledger, host } = t.context;
    ledger.state.page = async (nth) => {
      if (nth === 2) throw new Error('the third page is broken');
      return THREE_PAGES(nth);
    };
    for (const format of ['json', 'csv', 'ofx']) {
      const key = keys.state.issue();
      const response = await fetch(`${url}/v1/wallets/statement?${PERIOD}&format=${format}`, {
        headers: { apikey: key, 'x-request-id': `broken-${format}` },
      });
      t.is(response.status, 200);
      await t.throwsAsync(response.text(), undefined, format);
      const log = () => host.lines.filter((line) => line.includes(`broken-${format}`)).join('\n');
      await until('it is logged', () => log().includes('request aborted') && log().includes('broken off'));
    }
  },
);

test.serial(
  '429 for a fifth statement of an account at once, with the time to wait; it is let in when one has ended',
  async (t) => {
    const { url, keys, ledger } = t.context;
    const accountId = '019ae000-0000-7000-8000-0000000000aa';
    const key = keys.state.issue('test', accountId);
    const [opened, ends] = [[] as AbortController[], [] as (() => void)[]];
    const endAll = (): void => {
      for (const end of ends.splice(0)) end();
    };
    t.teardown(endAll);
    ledger.state.page = async (nth) => {
      if (nth > 0) await new Promise<void>((resolve) => ends.push(resolve));
      return { transactions: [transaction(nth + 1)], ...(nth > 0 ? {} : { next: '1' }) };
    };
    const address = `${url}/v1/wallets/statement?${PERIOD}&format=csv`;
    const open = async () => {
      const abort = new AbortController();
      const response = await fetch(address, { headers: { apikey: key }, signal: abort.signal });
      opened.push(abort);
      return response;
    };
    for (let nth = 0; nth < 4; nth += 1) t.is((await open()).status, 200);
    const refused = await ask(address, { key });
    refusedWith(t, refused, 429, 'rate_limited');
    t.is(refused.headers.get('retry-after'), '1');
    t.is((await fetch(address, { headers: { apikey: keys.state.issue() } })).status, 200, 'another account');
    opened[0]?.abort();
    endAll();
    await until('one is let in', async () => {
      const again = await open();
      return again.status === 200;
    });
  },
);

test.serial('HEAD is the headers of a statement: its first page is read, and no other', async (t) => {
  const { url, keys, ledger } = t.context;
  const accountId = newId('account');
  ledger.state.page = THREE_PAGES;
  const sent = { key: keys.state.issue('test', accountId), method: 'HEAD' };
  const answer = await ask(`${url}/v1/wallets/statement?${PERIOD}&format=csv`, sent);
  t.is(answer.status, 200);
  t.is(answer.headers.get('content-type'), 'text/csv; charset=utf-8; header=present');
  t.is(ledger.state.statements.filter(({ tenant }) => tenant?.accountId === accountId).length, 1);
});

async function textOf(address: string, key: string): Promise<string> {
  return (await fetch(address, { headers: { apikey: key } })).text();
}
