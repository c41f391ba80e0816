import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { addMillis } from '@gx/core';
import { random } from '@gx/testkit/faults';
import test from 'ava';
import type { WalletKey } from '../src/domain/wallet.ts';
import { completeListings } from '../src/jobs/complete-listings.ts';
import type { LedgerModels } from '../src/store/models.ts';
import { call, expectedOf, LONG_AGO, listRig } from './list-rig.ts';
import { newTenant, payment, walletOf, wanted } from './rig.ts';

const DAY_MS = 86_400_000;
type Rig = Awaited<ReturnType<typeof listRig>>;

/** Leaves entries and wallet as a release does that knows no lists: those after `from`. */
async function unlist({ entries, wallets }: LedgerModels, key: WalletKey, from = 0): Promise<void> {
  const last = await entries.findOne({ ...key, seq: from }).lean();
  await entries.collection.updateMany({ ...key, seq: { $gt: from } }, { $unset: { listing: 1 } });
  const listed = last?.listing === undefined ? undefined : { seq: from, at: last.listing.at };
  await wallets.collection.updateOne(
    { ...key },
    listed === undefined ? { $unset: { listed: 1 } } : { $set: { listed } },
  );
}

const post = ({ journal }: Pick<Rig, 'journal'>, key: WalletKey, at: Date) =>
  journal.write([{ key, writes: [{ kind: 'post', ...wanted(payment(key)) }] }], at);
const raw = async ({ models }: Rig, key: WalletKey) => ({
  entries: await models.entries
    .find({ ...key }, { listing: 1 })
    .sort({ seq: 1 })
    .lean(),
  wallet: await models.wallets.findOne({ ...key }, { listed: 1, seq: 1 }).lean(),
});

test('what an earlier release wrote is listed before the first page is answered, and as it would have been', async (t) => {
  const rig = await listRig(t);
  const key = walletOf(newTenant());
  await rig.live(key, 3_000, random('before'));
  const [before, journal] = [await raw(rig, key), await rig.chain(key)];
  t.true(journal.length > 500, 'more than is listed at once');
  await unlist(rig.models, key);
  t.is(
    (await rig.verify({ suspenseGraceSeconds: 0 })).problems.filter(({ kind }) => kind === 'wrong_listing').length,
    0,
  );
  const lines = await rig.list(key);
  t.deepEqual(
    lines.map(({ id }) => id),
    expectedOf(journal).map(({ id }) => id),
  );
  t.deepEqual(await raw(rig, key), before);
});

test('a replica of an earlier release that writes beside this one only delays what both wrote, which the next reader lists', async (t) => {
  const rig = await listRig(t);
  const key = walletOf(newTenant());
  const end = await rig.live(key, 60, random('beside'));
  const { wallet } = await raw(rig, key);
  await unlist(rig.models, key, (wallet?.seq ?? 0) - 5);
  for (let nth = 0; nth < 3; nth += 1) await post(rig, key, addMillis(end, nth));
  // Its clock may be behind.
  await post(rig, key, LONG_AGO);
  const behind = await raw(rig, key);
  t.is(behind.entries.filter(({ listing }) => listing === undefined).length, 9);
  t.like(behind.wallet?.listed, { seq: (wallet?.seq ?? 0) - 5 });
  const lines = await rig.list(key);
  t.is(new Set(lines.map(({ id }) => id)).size, expectedOf(await rig.chain(key)).length);
  t.is(lines[0]?.createdAtMs, addMillis(end, 2).getTime(), 'never before the line before it');
  await post(rig, key, addMillis(end, 10));
  const { entries, wallet: after } = await raw(rig, key);
  t.true(entries.every(({ listing }) => listing !== undefined));
  t.is(after?.listed?.seq, after?.seq, 'it goes on by itself');
  t.is((await rig.verify()).problemCount, 0);
});

test('two that complete a list at once, while it is written to, complete the same one', async (t) => {
  const rig = await listRig(t);
  const key = walletOf(newTenant());
  const end = await rig.live(key, 2_000, random('at once'));
  await unlist(rig.models, key, 3);
  const writing = (async () => {
    for (let nth = 0; nth < 40; nth += 1) await post(rig, key, addMillis(end, nth));
  })();
  await Promise.all([rig.list(key), rig.list(key), rig.statement(key, LONG_AGO, end), writing]);
  const lines = await rig.list(key);
  t.is(lines.length, expectedOf(await rig.chain(key)).length);
  t.is((await rig.verify()).problemCount, 0);
});

test('the job lists what nobody reads; a wallet with a hole is named in the log and holds up no other', async (t) => {
  const rig = await listRig(t);
  const keys = [walletOf(newTenant()), walletOf(newTenant()), walletOf(newTenant())] as const;
  for (const key of keys) {
    for (let nth = 0; nth < 4; nth += 1) await post(rig, key, LONG_AGO);
    await unlist(rig.models, key);
  }
  await rig.models.entries.collection.deleteOne({ ...keys[1], seq: 2 });
  const lines: unknown[] = [];
  const log = { error: (...line: unknown[]) => void lines.push(line) } as never;
  await completeListings({ listings: rig.listings, log })();
  t.is(lines.length, 1);
  t.regex(JSON.stringify(lines), new RegExp(keys[1].accountId));
  for (const key of [keys[0], keys[2]]) t.is((await raw(rig, key)).wallet?.listed?.seq, 4);
  const left: WalletKey[] = [];
  for await (const key of rig.listings.behind()) left.push(key);
  t.deepEqual(left, [keys[1]]);
  await t.throwsAsync(rig.list(keys[1]), { message: /our side/ });
});

test('prepare lists what is there before this release serves', async (t) => {
  const rig = await listRig(t);
  const key = walletOf(newTenant());
  await rig.live(key, 60, random('prepare'));
  const before = await raw(rig, key);
  await unlist(rig.models, key);
  const env = { MONGO_URL: rig.database.url, MONGO_DB: rig.database.db };
  const [code] = await once(
    spawn(process.execPath, [join(import.meta.dirname, '../src/prepare.ts')], { env }),
    'close',
  );
  t.is(code, 0);
  t.deepEqual(await raw(rig, key), before);
});

test('once it was read, a period that is over takes nothing more: what comes late is listed after it', async (t) => {
  const rig = await listRig(t);
  const key = walletOf(newTenant());
  const midnight = addMillis(LONG_AGO, DAY_MS);
  await post(rig, key, addMillis(midnight, -2_000));
  const read = () => rig.statement(key, LONG_AGO, midnight);
  const first = await read();
  t.is(first.lines.length, 1);
  // By this very process, which remembers the wallet from before, and by one that has to read it.
  await post(rig, key, addMillis(midnight, -1_000));
  const { journal } = await rig.another();
  await post({ journal }, key, addMillis(midnight, -500));
  t.deepEqual(await read(), first);
  const created = (await rig.list(key)).map(({ createdAtMs }) => createdAtMs - midnight.getTime());
  t.deepEqual(created, [0, 0, -2_000]);
  t.is((await rig.verify()).problemCount, 0);
});

test('a period that is not over stays open, also to what comes before the end that was requested', async (t) => {
  const rig = await listRig(t);
  const key = walletOf(newTenant());
  await post(rig, key, LONG_AGO);
  const tomorrow = addMillis(rig.host.now(), DAY_MS);
  t.is((await rig.statement(key, LONG_AGO, tomorrow)).lines.length, 1);
  await post(rig, key, addMillis(LONG_AGO, 1));
  const { lines, openingBalance, closingBalance } = await rig.statement(key, LONG_AGO, tomorrow);
  t.deepEqual([lines.length, openingBalance, closingBalance], [2, 0, 1_960]);
});

test('writers that race with the first statement of a period: the second is the same', async (t) => {
  const rig = await listRig(t);
  const others = await Promise.all([rig.another(), rig.another()]);
  const key = walletOf(newTenant());
  await post(rig, key, LONG_AGO);
  let late = 0;
  for (let day = 1; day <= 25; day += 1) {
    const [from, to] = [addMillis(LONG_AGO, (day - 1) * DAY_MS), addMillis(LONG_AGO, day * DAY_MS)];
    // A read takes as long as a statement: every other day the writers are that much later.
    const isBegun = day % 2 === 0 ? rig.list(key) : Promise.resolve();
    const [first] = await Promise.all([
      rig.statement(key, from, to),
      ...[rig, ...others].map((replica) => isBegun.then(() => post(replica, key, addMillis(to, -1)))),
    ]);
    const again = await rig.statement(key, from, to);
    t.deepEqual(again, first, `day ${day}`);
    late += 3 - again.lines.length;
  }
  t.true(late > 0 && late < 75, `some came before it and some after: ${late}`);
  t.is((await rig.verify()).problemCount, 0);
});

test('the pages of a statement are of one moment, whatever comes between them', async (t) => {
  const rig = await listRig(t);
  const key = walletOf(newTenant());
  const end = await rig.live(key, 3_000, random('pages'));
  const question = {
    tenant: key,
    currency: 'BRL',
    fromMs: LONG_AGO.getTime(),
    toMs: addMillis(rig.host.now(), DAY_MS).getTime(),
  };
  const first = await rig.rpc.readStatement(call, question);
  t.not(first.next, undefined);
  await post(rig, key, addMillis(end, 1));
  const lines = [...first.transactions];
  for (let after = first.next; after !== undefined; ) {
    const page = await rig.rpc.readStatement(call, { ...question, after });
    t.deepEqual([page.openingBalance, page.closingBalance], [first.openingBalance, first.closingBalance]);
    lines.push(...page.transactions);
    after = page.next;
  }
  t.is(
    lines.reduce((sum, { net }) => sum + net, first.openingBalance),
    first.closingBalance,
  );
  t.is(lines.length, (await rig.list(key)).length - 1);
  for (const after of ['', '1', '1-2-x', '-1-2-3'])
    await t.throwsAsync(rig.rpc.readStatement(call, { ...question, after }), { message: /No such page/ });
});

test('a statement of a wallet that was never paid into, or of a time before it was, is of nothing', async (t) => {
  const rig = await listRig(t);
  const key = walletOf(newTenant());
  const nothing = { openingBalance: 0, closingBalance: 0, lines: [] };
  t.deepEqual(await rig.statement(key, LONG_AGO, addMillis(LONG_AGO, 1)), nothing);
  await post(rig, key, LONG_AGO);
  t.deepEqual(await rig.statement(key, addMillis(LONG_AGO, -DAY_MS), LONG_AGO), nothing);
  const later = await rig.statement(key, addMillis(LONG_AGO, 1), addMillis(LONG_AGO, DAY_MS));
  t.deepEqual(later, { openingBalance: 980, closingBalance: 980, lines: [] });
});
