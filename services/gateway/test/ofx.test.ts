import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PublicWalletTransaction } from '@gx/contracts';
import test, { type ExecutionContext } from 'ava';
import { startOfDay } from '../src/statement/days.ts';
import { OFX_FORM } from '../src/statement/ofx-form.ts';

const PAYOUT = 'po_019ae000-0000-7000-8000-000000000003';
const line = (nth: number, more: Partial<PublicWalletTransaction> = {}): PublicWalletTransaction => ({
  id: `wt_aaaaaaaaaaaaaaaa00000000000${nth}0042524c`,
  object: 'wallet_transaction',
  type: 'charge',
  amount: 1_000,
  fee: 20,
  net: 980,
  currency: 'BRL',
  balance_after: { available: 980, pending: 0, retained: 0 },
  source: { type: 'charge', id: 'ch_019ae000-0000-7000-8000-000000000001' },
  description: 'Payment received',
  created_at: '2026-11-21T12:00:00.000Z',
  available_at: '2026-11-22T12:00:00.000Z',
  ...more,
});
const source = { type: 'payout', id: PAYOUT } as const;
const LINES = [
  line(1),
  line(2, { type: 'hold', amount: 550, fee: 0, net: 0, source, description: 'Set aside for a payout' }),
  line(3, { type: 'payout', amount: -500, fee: 0, net: -500, source, description: 'Payout sent' }),
  line(4, { type: 'payout_fee', amount: -50, fee: 0, net: -50, source, description: 'Fee <of> a payout & more' }),
  line(5, { type: 'adjustment', source: null, description: 'Adjustment', net: 1 }),
];

function textOf(tz: string, lines = LINES): string {
  const {
    begin,
    line: write,
    end,
  } = OFX_FORM.write({
    from: '2026-11-01',
    to: '2026-11-30',
    tz,
    currency: 'BRL',
    fromMs: startOfDay('2026-11-01', tz),
    endMs: startOfDay('2026-12-01', tz),
    accountId: '019ae000-0000-7000-8000-0000000000ff',
    livemode: true,
    openingBalance: 0,
    closingBalance: 431,
  });
  return begin + lines.map(write).join('') + end;
}

test('the OFX of a statement is as recorded, each element where OFX 2.2 has it', (t) => {
  const text = textOf('America/Sao_Paulo');
  t.snapshot(text);
  const open: string[] = [];
  for (const [, slash, name = ''] of text.matchAll(/<(\/?)([A-Z0-9]+)>/g)) {
    if (slash === '') open.push(name);
    else t.is(open.pop(), name);
  }
  t.deepEqual(open, [], 'well-formed');
  t.regex(text, /^[\n -~]*$/, 'ASCII, which is UTF-8 too');
  const ids = [...text.matchAll(/<(BANKID|BRANCHID|ACCTID|NAME|MEMO|FITID)>(.*?)</g)];
  const MAX: Readonly<Record<string, number>> = {
    BANKID: 9,
    BRANCHID: 22,
    ACCTID: 22,
    NAME: 32,
    MEMO: 255,
    FITID: 255,
  };
  t.deepEqual(
    ids.filter(([, name = '', value = '']) => value.length > (MAX[name] ?? 0)),
    [],
  );
});

test('the lines sum to what the balance changed by, in the unit of the balance', (t) => {
  const text = textOf('UTC');
  const amounts = [...text.matchAll(/<TRNAMT>(.*?)</g)].map(([, amount]) => Number(amount));
  t.deepEqual(amounts, [980, 0, -500, -50, 1]);
  t.is(
    amounts.reduce((sum, amount) => sum + amount, 0),
    Number(/<BALAMT>(.*?)</.exec(text)?.[1]),
  );
});

const ends = test.macro({
  exec: (t, tz: string, begin: string, end: string) => {
    const text = textOf(tz);
    for (const name of ['DTSERVER', 'DTEND', 'DTASOF']) t.is(new RegExp(`<${name}>(.*?)<`).exec(text)?.[1], end, name);
    t.is(/<DTSTART>(.*?)</.exec(text)?.[1], begin);
  },
  title: (what) => `the period of a statement ${what} ends with its last day, and nothing in it is of now`,
});
test('in the zone of Brazil', ends, 'America/Sao_Paulo', '20261101000000.000[-3]', '20261130235959.999[-3]');
test('in UTC', ends, 'UTC', '20261101000000.000[0]', '20261130235959.999[0]');
test('at half an hour', ends, 'Asia/Kolkata', '20261101000000.000[5.5]', '20261130235959.999[5.5]');

/** What libofx, with which GnuCash imports, makes of a text; undefined where Debian's package `ofx` is not there. */
async function dumped(t: ExecutionContext, text: string): Promise<string | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'gx-ofx-'));
  t.teardown(() => rm(folder, { recursive: true }));
  const file = join(folder, 'statement.ofx');
  await writeFile(file, text);
  const { error, status, stdout } = spawnSync('ofxdump', [file], {
    encoding: 'utf8',
    env: { ...process.env, TZ: 'UTC' },
  });
  if (error !== undefined && 'code' in error && error.code === 'ENOENT') {
    t.log('there is no ofxdump here (Debian: ofx): libofx read nothing');
    t.pass();
    return undefined;
  }
  t.is(status, 0);
  return stdout;
}
const valuesIn = (dump: string, name: string): string[] =>
  dump
    .split('\n')
    .filter((one) => one.trim().startsWith(`${name}: `))
    .map((one) => one.slice(one.indexOf(`${name}: `) + name.length + 2).trim());

test('libofx reads the account, each line, the balance and the period', async (t) => {
  for (const tz of ['America/Sao_Paulo', 'UTC', 'Asia/Kolkata']) {
    const dump = await dumped(t, textOf(tz));
    if (dump === undefined) return;
    t.false(/error|warning/i.test(dump.replaceAll(/Severity: INFO/g, '')), dump);
    t.deepEqual(
      valuesIn(dump, "Financial institution's ID for this transaction"),
      LINES.map(({ id }) => id),
    );
    t.deepEqual(valuesIn(dump, 'Total money amount'), ['980.00', '0.00', '-500.00', '-50.00', '1.00']);
    t.deepEqual(valuesIn(dump, 'Ledger balance'), ['431.00']);
    t.deepEqual(valuesIn(dump, 'Account type'), ['CHECKING']);
    t.deepEqual(new Set(valuesIn(dump, 'Date posted')), new Set(['Sat Nov 21 12:00:00 2026 UTC']), tz);
    t.deepEqual(valuesIn(dump, 'Extra transaction information (memo)').at(-2), `Fee <of> a payout & more, ${PAYOUT}`);
    // libofx counts in seconds.
    const last = startOfDay('2026-12-01', tz) - 1_000;
    for (const name of ['Ledger balance date', 'End date of this statement'])
      t.deepEqual(valuesIn(dump, name).map(Date.parse), [last], `${name} in ${tz}`);
  }
});

test('libofx reads a statement of nothing', async (t) => {
  const dump = await dumped(t, textOf('UTC', []));
  if (dump === undefined) return;
  t.deepEqual(valuesIn(dump, 'Ledger balance'), ['431.00']);
  t.deepEqual(valuesIn(dump, 'Total money amount'), []);
});
