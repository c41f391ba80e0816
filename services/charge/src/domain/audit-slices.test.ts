import { newId, Refusal } from '@gx/core';
import test from 'ava';
import { firstSlice, nameOfStart, parseStart, type SliceStart, sliceAfter, sliceOf, within } from './audit-slices.ts';
import { MONEY_SUMS, SUMS } from './contribution.ts';
import type { Addition } from './rollup.ts';

const accountId = newId('account');
const tenant = { accountId, livemode: true };
const addition = (day: string): Addition => ({
  tenant,
  cell: { day, method: 'PIX', currency: 'BRL' },
  sums: Object.fromEntries(SUMS.map((name) => [name, 1])),
  timeToPay: new Map([[40, 1]]),
});

test('slices of an account follow each other through both sides of both modes and leave no day out', (t) => {
  const ends = ['2026-11-20', null, '2026-11-21', '2026-11-22', null, null, null];
  const seen: [string, string | null][] = [];
  let start: SliceStart | undefined = firstSlice(accountId);
  for (const end of ends) {
    const slice = sliceOf(start as SliceStart, end);
    seen.push([nameOfStart(slice).slice(accountId.length + 1), slice.before]);
    start = sliceAfter(slice);
  }
  t.is(start, undefined);
  t.deepEqual(seen, [
    ['test:created', '2026-11-20'],
    ['test:created:2026-11-20', null],
    ['test:paid', '2026-11-21'],
    ['test:paid:2026-11-21', '2026-11-22'],
    ['test:paid:2026-11-22', null],
    ['live:created', null],
    ['live:paid', null],
  ]);
});

test('a day is never divided: a slice has one at least, also at the end of a month', (t) => {
  const from = '2026-11-30';
  t.is(sliceOf({ tenant, side: 'paid', from }, from).before, '2026-12-01');
  t.is(sliceOf({ tenant, side: 'paid', from }, '2026-12-09').before, '2026-12-09');
});

test('each sum of each day is in one slice of one side', (t) => {
  const days = ['2026-11-19', '2026-11-20', '2026-11-21'].map(addition);
  const side = (name: 'created' | 'paid', from: string | null, before: string | null) =>
    within({ tenant, side: name, from, before }, days).map(({ cell, sums, timeToPay }) => [
      cell.day,
      Object.keys(sums).length + timeToPay.size,
    ]);
  const [money, rest] = [MONEY_SUMS.size + 1, SUMS.length - MONEY_SUMS.size];
  t.deepEqual(side('created', null, '2026-11-20'), [['2026-11-19', rest]]);
  t.deepEqual(side('created', '2026-11-20', '2026-11-21'), [['2026-11-20', rest]]);
  t.deepEqual(side('paid', '2026-11-20', null), [
    ['2026-11-20', money],
    ['2026-11-21', money],
  ]);
});

test('a slice is named so that an operator can give its name back; anything else is refused by name', (t) => {
  const starts: SliceStart[] = [
    firstSlice(accountId),
    { tenant, side: 'paid', from: '2024-02-29' },
    { tenant, side: 'created', from: null },
  ];
  for (const start of starts) t.deepEqual(parseStart(nameOfStart(start)), start);
  t.deepEqual(parseStart(`acc_${accountId}:live:paid`), { tenant, side: 'paid', from: null });
  for (const bad of [
    '',
    'acc:live:paid',
    accountId,
    `${accountId}:live`,
    `${accountId}:real:paid`,
    `${accountId}:live:refunded`,
    `${accountId}:live:paid:`,
    `${accountId}:live:paid:2026-02-30`,
    `${accountId}:live:paid:2026-13-01`,
    `${accountId}:live:paid:2026-11-20:BRL`,
  ]) {
    const error = t.throws(() => parseStart(bad), { instanceOf: Refusal }, bad);
    t.deepEqual([error?.code, error?.more.param], ['invalid_request', 'from'], bad);
  }
});
