import type { WalletTransaction } from '@gx/contracts/ledger';
import { addMillis, cents, newId, Refusal } from '@gx/core';
import { random } from '@gx/testkit/faults';
import test from 'ava';
import { TRANSACTION_TYPES } from '../src/domain/transaction.ts';
import { numbered } from './busy-wallet.ts';
import { call, expectedOf, LONG_AGO, listRig, replay } from './list-rig.ts';
import { newTenant, payment, walletOf, wanted } from './rig.ts';

const STEPS = 1_500;
const idsOf = (lines: readonly Pick<WalletTransaction, 'id'>[]): readonly string[] => lines.map(({ id }) => id);
const netOf = (lines: readonly WalletTransaction[]): number => lines.reduce((sum, { net }) => sum + net, 0);

test('the list of a busy wallet is what a replay of its journal gives, whatever the size of its pages', async (t) => {
  t.timeout(120_000);
  const { live, chain, list, rpc, verify } = await listRig(t);
  const tenant = newTenant();
  await live(walletOf(tenant), STEPS, random('busy'));
  const journal = await chain(walletOf(tenant));
  const lines = await list(tenant);
  t.deepEqual(
    lines.map(({ id, type, amount, fee, net, createdAtMs }) => [
      id,
      type?.toLowerCase(),
      amount,
      fee,
      net,
      createdAtMs,
    ]),
    expectedOf(journal).map(({ id, type, amount, fee, net, createdAt }) => [
      id,
      type,
      amount,
      fee,
      net,
      createdAt.getTime(),
    ]),
  );
  t.is(new Set(idsOf(lines)).size, lines.length);
  t.deepEqual(idsOf(await list(tenant, {}, 7)), idsOf(lines));
  const after = new Map(replay(journal).map((one) => [one.at, one]));
  const last = replay(journal).at(-1);
  t.is(netOf(lines), last?.total ?? 0);
  // Newest first: the first line of a moment that is met is the last of its last entry.
  let moment = 0;
  for (const line of lines) {
    if (line.createdAtMs === moment) continue;
    moment = line.createdAtMs;
    t.like(after.get(moment), line.balanceAfter ?? {});
  }
  const { wallets } = await rpc.listWallets(call, { tenant });
  t.like(wallets[0], lines[0]?.balanceAfter ?? {}, 'the newest is what the balance says');
  t.deepEqual(
    (await verify({ suspenseGraceSeconds: 0 })).problems.filter(({ kind }) => kind !== 'suspense_mismatch'),
    [],
  );
});

test('nets of any period sum to the change of the wallet over it, in the list and in the statement, whatever happened', async (t) => {
  t.timeout(300_000);
  const { live, chain, list, statement } = await listRig(t);
  const tenant = newTenant(true);
  const key = walletOf(tenant);
  const chance = random('periods');
  const end = await live(key, STEPS, chance);
  const balances = replay(await chain(key));
  const types = new Set((await list(tenant)).map(({ type }) => type?.toLowerCase()));
  t.deepEqual(
    TRANSACTION_TYPES.filter((type) => !types.has(type)),
    ['adjustment'],
    'everything happened',
  );
  const totalBefore = (moment: number): number => balances.findLast(({ at }) => at < moment)?.total ?? 0;
  const span = end.getTime() - LONG_AGO.getTime();
  const moment = (): number =>
    // Often to the millisecond of an entry.
    chance.chance(0.5) ? chance.pick(balances).at + chance.below(2) : LONG_AGO.getTime() + chance.below(span);
  let checked = 0;
  const checkOne = async (nth: number): Promise<void> => {
    const [from = 0, to = 0] = [moment(), moment()].toSorted((a, b) => a - b);
    const [opening, closing] = [totalBefore(from), totalBefore(to)];
    const found = await statement(key, new Date(from), new Date(to));
    t.deepEqual([found.openingBalance, found.closingBalance], [opening, closing]);
    t.is(netOf(found.lines), closing - opening);
    if (nth % 20 === 0) {
      const listed = await list(tenant, { createdAfterMs: from, createdBeforeMs: to - 1 });
      t.deepEqual(idsOf(listed), idsOf(found.lines).toReversed());
    }
    checked += 1;
  };
  for (let nth = 0; nth < 3_000; nth += 10)
    await Promise.all(Array.from({ length: 10 }, (_, more) => checkOne(nth + more)));
  t.is(checked, 3_000);
});

test('a type, a source, a currency and times each leave out the rest, and do so together', async (t) => {
  t.timeout(120_000);
  const { live, list, page } = await listRig(t);
  const tenant = newTenant();
  await live(walletOf(tenant), 600, random('filters'));
  await live(walletOf(tenant, 'USD'), 200, random('filters in dollars'));
  const all = await list(tenant);
  t.deepEqual([...new Set(all.map(({ currency }) => currency))].sort(), ['BRL', 'USD']);
  for (const currency of ['BRL', 'USD', 'EUR'])
    t.deepEqual(idsOf(await list(tenant, { currency }, 9)), idsOf(all.filter((one) => one.currency === currency)));
  for (const type of new Set(all.map((one) => one.type)))
    t.deepEqual(idsOf(await list(tenant, { type }, 3)), idsOf(all.filter((one) => one.type === type)), type);
  const sources = new Map(
    all.flatMap(({ source }) => (source === null ? [] : [[`${source.type}:${source.id}`, source]])),
  );
  t.deepEqual([...new Set([...sources.values()].map(({ type }) => type))].sort(), [
    'CHARGE',
    'DISPUTE',
    'PAYOUT',
    'REFUND',
    'RETURN',
  ]);
  for (const source of sources.values()) {
    const own = all.filter((one) => one.source?.type === source.type && one.source.id === source.id);
    t.deepEqual(idsOf(await list(tenant, { sources: [source] }, 2)), idsOf(own), `${source.type} ${source.id}`);
  }
  const [one, other] = [...sources.values()];
  if (one === undefined || other === undefined) throw new Error('two sources');
  t.deepEqual(
    idsOf(await list(tenant, { sources: [one, other] })),
    idsOf(
      all.filter(
        ({ source }) =>
          [one.id, other.id].includes(source?.id ?? '') && [one.type, other.type].includes(source?.type ?? one.type),
      ),
    ),
  );
  t.deepEqual(await list(tenant, { sources: [{ type: 'REFUND', id: newId('refund') }] }), []);
  const [since, until] = [all.at(-100)?.createdAtMs ?? 0, all.at(60)?.createdAtMs ?? 0];
  const together = { currency: 'BRL', type: 'HOLD', createdAfterMs: since, createdBeforeMs: until } as const;
  const between = all.filter(({ createdAtMs: at }) => at >= since && at <= until);
  t.deepEqual(
    idsOf(await list(tenant, { createdAfterMs: since, createdBeforeMs: until }, 10)),
    idsOf(between),
    'both ends belong to it',
  );
  t.deepEqual(
    idsOf(await list(tenant, together, 4)),
    idsOf(between.filter((one) => one.currency === 'BRL' && one.type === 'HOLD')),
  );
  t.deepEqual((await page(tenant, 100, { createdAfterMs: until + 1, createdBeforeMs: since })).transactions, []);
});

test('wallets that move in the same moment and place are one list, each line of it once', async (t) => {
  const { journal, list } = await listRig(t);
  const tenant = newTenant();
  const currencies = ['BRL', 'EUR', 'USD'];
  for (const minute of [0, 0, 1, 2, 2])
    for (const currency of currencies)
      await journal.write(
        [{ key: walletOf(tenant, currency), writes: [{ kind: 'post', ...wanted(payment(tenant, { currency })) }] }],
        addMillis(LONG_AGO, minute * 60_000),
      );
  const lines = await list(tenant, {}, 100);
  t.is(lines.length, 15);
  t.deepEqual(
    lines.map(({ createdAtMs }) => createdAtMs),
    lines.map(({ createdAtMs }) => createdAtMs).toSorted((a, b) => b - a),
  );
  for (const limit of [1, 2, 4]) t.deepEqual(idsOf(await list(tenant, {}, limit)), idsOf(lines));
});

test('somebody else’s wallet, and the other mode’s, is in no list, no filter and no cursor', async (t) => {
  const { live, list, page, statement, rpc } = await listRig(t);
  const tenant = newTenant();
  const strangers = [newTenant(), { ...tenant, livemode: true }];
  await live(walletOf(tenant), 60, random('mine'));
  const mine = await list(tenant);
  const ends = [LONG_AGO, addMillis(LONG_AGO, 90 * 86_400_000)] as const;
  for (const stranger of strangers) {
    t.deepEqual(await list(stranger), []);
    t.deepEqual(await statement(walletOf(stranger), ...ends), { openingBalance: 0, closingBalance: 0, lines: [] });
    await live(walletOf(stranger), 60, random('mine'));
  }
  for (const stranger of strangers) {
    const theirs = await list(stranger);
    t.true(theirs.length > 10);
    t.deepEqual(
      idsOf(theirs).filter((id) => idsOf(mine).includes(id)),
      [],
    );
    for (const { source } of mine.slice(0, 5)) {
      const found = source === null ? [] : await list(stranger, { sources: [source] });
      t.deepEqual(
        idsOf(found).filter((id) => idsOf(mine).includes(id)),
        [],
      );
    }
    for (const { id } of [...mine.slice(0, 3), ...mine.slice(-3)]) {
      const refusal = await t.throwsAsync(page(stranger, 10, { startingAfter: id }), { instanceOf: Refusal });
      t.deepEqual([refusal?.code, refusal?.more.param], ['invalid_cursor', 'starting_after']);
    }
  }
  const platform = { accountId: '00000000-0000-7000-8000-000000000000', livemode: false };
  t.deepEqual((await rpc.listTransactions(call, { tenant: platform, limit: 10 })).transactions, []);
});

test('a cursor that names no line is refused: malformed, of no entry, of no line of its entry', async (t) => {
  const { live, list, page } = await listRig(t);
  const tenant = newTenant();
  await live(walletOf(tenant), 20, random('cursors'));
  const [newest] = await list(tenant);
  const id = newest?.id ?? '';
  const [proof, seq, line, currency] = [id.slice(0, 16), id.slice(16, 28), id.slice(28, 30), id.slice(30)];
  const wrong = [
    '',
    'x',
    numbered(1),
    id.toUpperCase(),
    `${id}00`,
    `wt_${id}`,
    `${proof}${seq}09${currency}`,
    `${proof}${'f'.repeat(12)}${line}${currency}`,
    `${proof}${seq}${line}${Buffer.from('EUR').toString('hex')}`,
    `${'0'.repeat(16)}${seq}${line}${currency}`,
  ];
  for (const startingAfter of wrong) {
    const refusal = await t.throwsAsync(page(tenant, 10, { startingAfter }), { instanceOf: Refusal }, startingAfter);
    t.is(refusal?.code, 'invalid_cursor', startingAfter);
  }
  t.is((await page(tenant, 100, { startingAfter: id })).transactions.length, (await list(tenant)).length - 1);
  for (const limit of [0, 101]) await t.throwsAsync(page(tenant, limit), { message: /limit/ });
});

test('a page stays as it is while new entries come in above it', async (t) => {
  const { live, list, page } = await listRig(t);
  const tenant = newTenant();
  const end = await live(walletOf(tenant), 40, random('pages'));
  const before = await list(tenant);
  const { transactions } = await page(tenant, 5);
  await live(walletOf(tenant), 40, random('more'), end);
  const next = await page(tenant, 100, { startingAfter: transactions.at(-1)?.id ?? '' });
  t.deepEqual(idsOf([...transactions, ...next.transactions]), idsOf(before));
});

test('a clock that goes back writes nothing before what is there', async (t) => {
  const { journal, chain, list, verify } = await listRig(t);
  const tenant = newTenant();
  const post = (minute: number) =>
    journal.write(
      [{ key: walletOf(tenant), writes: [{ kind: 'post', ...wanted(payment(tenant)) }] }],
      addMillis(LONG_AGO, minute * 60_000),
    );
  for (const minute of [5, 3, 4, 6, 0]) await post(minute);
  const minutes = (await chain(walletOf(tenant))).map(({ at }) => (at.getTime() - LONG_AGO.getTime()) / 60_000);
  t.deepEqual(minutes, [5, 5, 5, 6, 6]);
  t.deepEqual(
    (await list(tenant)).map(({ balanceAfter }) => balanceAfter?.available),
    [5, 4, 3, 2, 1].map((times) => times * 980),
  );
  t.is((await verify()).problemCount, 0);
});

test('a pending credit is available when it is released; whatever else there is, at once', async (t) => {
  const { post, list } = await listRig(t);
  const tenant = newTenant();
  const paidAt = new Date();
  await post([wanted(payment(tenant, { settlementDelaySeconds: 3_600, paidAt })), wanted(payment(tenant))]);
  const [now, held] = await list(tenant);
  t.is(held?.availableAtMs, paidAt.getTime() + 3_600_000);
  t.is(now?.availableAtMs, now?.createdAtMs);
  t.is(held?.balanceAfter?.pending, cents(980));
});
