import test from 'ava';
import { ledgerReport } from './verify-ledger.ts';

const problem = {
  accountId: '01939b6e-7f4b-7000-8000-000000000001',
  livemode: false,
  currency: 'BRL',
  seq: 7,
  kind: 'wrong_balance',
  message: 'available is 5, its journal says 0',
};

test('a sound ledger is reported in one line', (t) => {
  t.is(
    ledgerReport({ wallets: 1, entries: 2, problems: [], problemCount: 0, addresses: [] }),
    '1 wallet and 2 journal entries read: every balance and every chain agrees.\n',
  );
});

test('problems are a table with a line each, and the sum says how many are not in it', (t) => {
  const report = ledgerReport({
    wallets: 3,
    entries: 1,
    problems: [problem, { ...problem, seq: 12 }],
    problemCount: 40,
    addresses: [],
  });
  const [heading = '', first = '', second = '', sum] = report.split('\n');
  t.regex(heading, /^ACCOUNT +MODE +CURRENCY +SEQ +PROBLEM +DETAIL$/);
  t.regex(first, /^01939b6e-\S+ +test +BRL +7 +wrong_balance +available is 5, its journal says 0$/);
  t.is(first.indexOf('wrong_balance'), second.indexOf('wrong_balance'));
  t.is(sum, '3 wallets and 1 journal entry read: 40 problems, the first 2 above.');
});

test('where the money stands comes first: each address with its debits less its credits', (t) => {
  const address = { livemode: true, currency: 'BRL', address: 'merchant:available', balance: -980, bankProfileId: '' };
  const addresses = [
    address,
    { ...address, livemode: false, address: 'provider:clearing', balance: 1_000, bankProfileId: 'efi' },
  ];
  const report = ledgerReport({ wallets: 1, entries: 1, problems: [], problemCount: 0, addresses });
  const rows = report.split('\n').map((line) => line.replaceAll(/ {2,}/g, ' | '));
  t.deepEqual(rows, [
    'MODE | CURRENCY | ADDRESS | DEBITS LESS CREDITS | BANK PROFILE',
    'live | BRL | merchant:available | -980',
    'test | BRL | provider:clearing | 1000 | efi',
    '',
    '1 wallet and 1 journal entry read: every balance and every chain agrees.',
    '',
  ]);
  const wrong = ledgerReport({ wallets: 1, entries: 1, problems: [problem], problemCount: 1, addresses });
  t.regex(wrong, /^MODE[\s\S]+\n\nACCOUNT[\s\S]+1 problem\.\n$/);
});
