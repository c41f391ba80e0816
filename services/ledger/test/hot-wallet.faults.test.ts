import { cents, sha256Hex, type Tenant } from '@gx/core';
import test from 'ava';
import { fold } from '../src/domain/fold.ts';
import { unopenedWallet, type Wallet, type WalletKey } from '../src/domain/wallet.ts';
import { append, GuardLost, readWallets, type WalletChange } from '../src/store/append.ts';
import type { LedgerModels } from '../src/store/models.ts';
import { ledgerStores, newHold, newTenant, payment, termsOf, walletOf, wanted } from './rig.ts';

test('a batch for one wallet is one transaction, whatever its size', async (t) => {
  const { models, post, verify } = await ledgerStores(t);
  const commands: string[] = [];
  models.connection.getClient().on('commandStarted', ({ commandName }) => commands.push(commandName));
  const tenant = newTenant();
  const outcomes = await post(Array.from({ length: 200 }, () => wanted(payment(tenant))));
  t.true(outcomes.every(({ kind }) => kind === 'posted'));
  t.is(commands.filter((name) => name === 'commitTransaction').length, 1);
  t.is(commands.filter((name) => name === 'insert').length, 2, 'the wallet and its entries');
  const wallet = await models.wallets.findOne(walletOf(tenant)).lean();
  t.like(wallet, { available: 200 * 980, seq: 200 });
  t.like(await verify(), { wallets: 1, entries: 200, problems: [], problemCount: 0 });
});

test('what waits while a wallet is written is folded into the next transaction', async (t) => {
  const { models, post } = await ledgerStores(t);
  const tenant = newTenant();
  await post([wanted(payment(tenant))]);
  const commands: string[] = [];
  models.connection.getClient().on('commandStarted', ({ commandName }) => commands.push(commandName));
  await Promise.all(Array.from({ length: 50 }, () => post([wanted(payment(tenant))])));
  t.is(commands.filter((name) => name === 'commitTransaction').length, 2, 'the first one, and all that waited for it');
});

test('two replicas on one hot wallet: the balance is exact, each payment counts once, the chain is whole', async (t) => {
  const one = await ledgerStores(t);
  const other = await one.another();
  const tenant = newTenant();
  const payments = Array.from({ length: 300 }, () => wanted(payment(tenant)));
  const batches = Array.from({ length: 30 }, (_, nth) => payments.slice(nth * 10, nth * 10 + 15));
  await Promise.all(batches.flatMap((batch, nth) => [one.post(batch), nth % 2 === 0 ? other.post(batch) : []]));
  const wallet = await one.models.wallets.findOne(walletOf(tenant)).lean();
  t.like(wallet, { available: 300 * 980, seq: 300 });
  t.like(await one.verify(), { wallets: 1, entries: 300, problems: [], problemCount: 0 });
});

const readWallet = async (models: LedgerModels, key: WalletKey): Promise<Wallet> => {
  const [wallet] = await models.connection.withSession((session) => readWallets(models, session, [key]));
  return wallet ?? unopenedWallet(key);
};

const NOTHING = { entries: new Map(), tranches: new Map(), lent: new Map() };
const TERMS = { at: new Date(0), creditMax: cents(0) };

/** One credit folded on what somebody believes to be the wallet. */
function stepFrom(before: Wallet): WalletChange {
  const acts = [{ kind: 'post', draft: wanted(payment(before)).draft } as const];
  const { entries, after } = fold({ wallet: before, ...NOTHING, holds: new Map() }, acts, TERMS);
  const additions = entries.map((entry) => ({ entry, event: undefined }));
  return { before, after, additions, holds: [], tranches: new Map(), stood: new Set() };
}

test('a zombie that folded on an old head changes nothing', async (t) => {
  const { models, post, verify } = await ledgerStores(t);
  const key = walletOf(newTenant());
  await post([wanted(payment(key))]);
  const stale = await readWallet(models, key);
  await post([wanted(payment(key))]);
  const late = models.connection.withSession((session) =>
    session.withTransaction(() => append(models, session, [stepFrom(stale)])),
  );
  await t.throwsAsync(late, { instanceOf: GuardLost });
  t.like(await verify(), { entries: 2, problemCount: 0 });
});

test('a zombie that saw no wallet at all cannot begin a second chain', async (t) => {
  const { models, post, verify } = await ledgerStores(t);
  const key = walletOf(newTenant());
  await post([wanted(payment(key))]);
  const late = models.connection.withSession((session) =>
    session.withTransaction(() => append(models, session, [stepFrom(unopenedWallet(key))])),
  );
  await t.throwsAsync(late, { code: 11_000 });
  t.like(await verify(), { entries: 1, problemCount: 0 });
});

test('a zombie that would end a hold that has ended meanwhile changes nothing', async (t) => {
  const { models, post, hold, verify } = await ledgerStores(t);
  const key = walletOf(newTenant());
  await post([wanted(payment(key))]);
  const named = { ...key, reference: newHold() };
  const stale = await hold({ ...named, kind: 'place', terms: termsOf() });
  await hold({ ...named, kind: 'void' });
  const before = await readWallet(models, key);
  const standing = { wallet: before, ...NOTHING, holds: new Map([[stale.reference, stale]]) };
  const rich = { ...standing, wallet: { ...before, retained: stale.held } };
  const { entries, after, holds } = fold(rich, [{ kind: 'hold', act: { ...named, kind: 'commit' } }], TERMS);
  const additions = entries.map((entry) => ({ entry, event: undefined }));
  const step: WalletChange = {
    before,
    after,
    additions,
    holds,
    tranches: new Map(),
    stood: new Set([stale.reference]),
  };
  const late = models.connection.withSession((session) =>
    session.withTransaction(() => append(models, session, [step])),
  );
  await t.throwsAsync(late, { instanceOf: GuardLost });
  t.like(await verify(), { entries: 3, problemCount: 0 });
});

test('whatever writes them, a second entry at one place or of one reference is refused by the database', async (t) => {
  const { models, post } = await ledgerStores(t);
  const key = walletOf(newTenant());
  await post([wanted(payment(key))]);
  const entry = await models.entries.findOne(key).lean();
  await t.throwsAsync(models.entries.collection.insertOne({ ...entry, _id: 'paid:other' } as never), { code: 11_000 });
  await t.throwsAsync(models.entries.collection.insertOne({ ...entry, seq: 2, hash: sha256Hex('x') } as never), {
    code: 11_000,
  });
});

test('a replica that was outrun on a new wallet folds again', async (t) => {
  const one = await ledgerStores(t);
  const replicas = [one, await one.another(), await one.another()];
  const tenants = Array.from({ length: 10 }, () => newTenant());
  await Promise.all(
    tenants.flatMap((tenant) => replicas.map(({ post }) => post([wanted(payment(tenant)), wanted(payment(tenant))]))),
  );
  t.like(await one.verify(), { wallets: 10, entries: 60, problems: [], problemCount: 0 });
});

test('credits of many wallets that wait together are one transaction, each in its own chain', async (t) => {
  const { models, post, verify } = await ledgerStores(t);
  const tenants = Array.from({ length: 40 }, () => newTenant());
  await Promise.all(tenants.map((tenant) => post([wanted(payment(tenant))])));
  const commands: string[] = [];
  models.connection.getClient().on('commandStarted', ({ commandName }) => commands.push(commandName));
  await post(tenants.flatMap((tenant) => [wanted(payment(tenant)), wanted(payment(tenant))]));
  const commits = commands.filter((name) => name === 'commitTransaction').length;
  t.true(commits <= 7, `${commits} transactions for 40 wallets`);
  t.is(await models.wallets.countDocuments({ available: cents(3 * 980), seq: 3 }), 40);
  t.like(await verify(), { wallets: 40, entries: 120, problemCount: 0 });
});

test('wallets written together by two replicas that share some of them: every credit once, every chain whole', async (t) => {
  const one = await ledgerStores(t);
  const other = await one.another();
  const tenants = Array.from({ length: 30 }, () => newTenant());
  for (let round = 0; round < 5; round += 1) {
    const drafts = tenants.map((tenant) => wanted(payment(tenant)));
    const both = await Promise.all([one.post(drafts), other.post(drafts.toReversed()), one.post(drafts.slice(0, 9))]);
    t.true(both.flat().every(({ kind }) => kind !== 'refused'));
  }
  t.is(await one.models.wallets.countDocuments({ available: cents(5 * 980), seq: 5 }), 30);
  t.like(await one.verify(), { wallets: 30, entries: 150, problemCount: 0 });
});

test('one wallet that cannot be written fails alone: those that were to be written with it are', async (t) => {
  const { models, post, verify } = await ledgerStores(t);
  const tenants = Array.from({ length: 12 }, () => newTenant());
  const [sick, ...well] = tenants as [Tenant, ...Tenant[]];
  await post(tenants.map((tenant) => wanted(payment(tenant))));
  const last = await models.entries.findOne(walletOf(sick)).lean();
  await models.entries.collection.insertOne({ ...last, _id: 'paid:on top', seq: 2 } as never);
  const outcomes = await Promise.all(tenants.map((tenant) => post([wanted(payment(tenant))])));
  t.deepEqual(
    outcomes.flat().map(({ kind }) => kind),
    ['refused', ...well.map(() => 'posted')],
  );
  t.is(await models.wallets.countDocuments({ available: cents(2 * 980), seq: 2 }), well.length);
  t.true((await verify()).problems.every(({ accountId }) => accountId === sick.accountId));
});

test('the same charge in two wallets of one run is credited in one of them and refused in the other', async (t) => {
  const { post, verify } = await ledgerStores(t);
  const [one, other] = [newTenant(), newTenant()];
  await post([wanted(payment(one)), wanted(payment(other))]);
  const charge = payment(one);
  const outcomes = await post([
    ...Array.from({ length: 8 }, () => wanted(payment(newTenant()))),
    wanted(charge),
    wanted({ ...charge, ...other }),
  ]);
  t.deepEqual(
    outcomes
      .slice(8)
      .map(({ kind }) => kind)
      .sort(),
    ['posted', 'refused'],
  );
  t.like(await verify(), { entries: 11, problemCount: 0 });
});
