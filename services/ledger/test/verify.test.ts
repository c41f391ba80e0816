import { sha256Hex } from '@gx/core';
import test from 'ava';
import { hashOf } from '../src/domain/entry.ts';
import type { WalletKey } from '../src/domain/wallet.ts';
import { toEntry } from '../src/store/documents.ts';
import type { EntryDocument, LedgerModels } from '../src/store/models.ts';
import { ledgerStores, newTenant, payment, walletOf, wanted } from './rig.ts';

const ENTRIES = 6;
type Plant = (models: LedgerModels, key: WalletKey) => Promise<unknown>;

async function entryAt(models: LedgerModels, key: WalletKey, seq: number): Promise<EntryDocument> {
  const found = await models.entries.findOne({ ...key, seq }).lean<EntryDocument>();
  if (found === null) throw new Error(`no entry ${seq}`);
  return found;
}

/** Writes as someone would who has the database and not our code. */
const raw = ({ entries }: LedgerModels) => entries.collection;

/** Each defect in a wallet of its own, and what the verifier has to say about that wallet. */
const DEFECTS: Readonly<Record<string, { readonly plant: Plant; readonly found: readonly string[] }>> = {
  'one centavo': {
    plant: (models, key) => raw(models).updateOne({ ...key, seq: 3 }, { $inc: { 'postings.1.amount': -1 } }),
    found: ['3 broken_chain', '3 unbalanced', '6 wrong_balance'],
  },
  'one centavo, moved so that it sums to zero': {
    plant: (models, key) =>
      raw(models).updateOne({ ...key, seq: 3 }, { $inc: { 'postings.1.amount': -1, 'postings.2.amount': 1 } }),
    found: ['3 broken_chain', '6 wrong_balance'],
  },
  'a deleted entry': {
    plant: (models, key) => raw(models).deleteOne({ ...key, seq: 3 }),
    found: ['4 missing_entry', '6 wrong_balance'],
  },
  'a deleted last entry': {
    plant: (models, key) => raw(models).deleteOne({ ...key, seq: ENTRIES }),
    found: ['5 missing_entry', '5 wrong_balance'],
  },
  'a reordered pair': {
    plant: async (models, key) => {
      await raw(models).updateOne({ ...key, seq: 3 }, { $set: { seq: -1 } });
      await raw(models).updateOne({ ...key, seq: 4 }, { $set: { seq: 3 } });
      await raw(models).updateOne({ ...key, seq: -1 }, { $set: { seq: 4 } });
    },
    found: ['3 broken_chain', '4 broken_chain', '5 broken_chain'],
  },
  'an edited balance': {
    plant: (models, key) => models.wallets.collection.updateOne({ ...key }, { $inc: { available: 1 } }),
    found: ['6 wrong_balance'],
  },
  'a negative balance': {
    plant: (models, key) => models.wallets.collection.updateOne({ ...key }, { $set: { available: -1 } }),
    found: ['6 negative_available', '6 wrong_balance'],
  },
  'a branch that replaced an entry, with a hash that fits the one before it': {
    plant: async (models, key) => {
      const before = toEntry(await entryAt(models, key, 2));
      const forged = { ...toEntry(await entryAt(models, key, 3)), at: new Date(0) };
      await raw(models).updateOne({ ...key, seq: 3 }, { $set: { at: forged.at, hash: hashOf(before.hash, forged) } });
    },
    found: ['4 broken_chain'],
  },
  'an entry that was put on top without the wallet': {
    plant: async (models, key) => {
      const last = toEntry(await entryAt(models, key, ENTRIES));
      const forged = { ...last, reference: 'paid:forged' as const, seq: ENTRIES + 1 };
      const { _id, outbox: _event, ...document } = await entryAt(models, key, ENTRIES);
      const hash = hashOf(last.hash, forged);
      await raw(models).insertOne({ ...document, _id: forged.reference, seq: forged.seq, hash } as never);
    },
    found: ['7 broken_chain', '7 wrong_balance', '7 wrong_listing'],
  },
  'a fork: two entries at one place': {
    plant: async (models, key) => {
      await raw(models).dropIndex('wallet_seq');
      const { _id, ...document } = await entryAt(models, key, 3);
      await raw(models).insertOne({ ...document, _id: 'paid:fork', hash: sha256Hex('fork') } as never);
    },
    found: ['3 broken_chain'],
  },
  'a balance of the list that is not the replay': {
    plant: (models, key) => raw(models).updateOne({ ...key, seq: 3 }, { $inc: { 'listing.available': 1 } }),
    found: ['3 wrong_listing', '4 wrong_listing'],
  },
  'a time of the list that is not the replay': {
    plant: (models, key) => raw(models).updateOne({ ...key, seq: 3 }, { $set: { 'listing.at': new Date(0) } }),
    found: ['3 wrong_listing'],
  },
  'a line that another type would find': {
    plant: (models, key) => raw(models).updateOne({ ...key, seq: 3 }, { $set: { 'listing.types': ['payout'] } }),
    found: ['3 wrong_listing'],
  },
  'an entry that is in no list': {
    plant: (models, key) => raw(models).updateOne({ ...key, seq: 3 }, { $unset: { listing: 1 } }),
    found: ['3 wrong_listing'],
  },
  'a list that may go back in time': {
    plant: (models, key) => models.wallets.collection.updateOne({ ...key }, { $set: { 'listed.at': new Date(0) } }),
    found: ['6 wrong_listing'],
  },
  'a deleted wallet': {
    plant: (models, key) => models.wallets.collection.deleteOne({ ...key }),
    found: ['6 wrong_balance'],
  },
};

test('verify finds each planted defect in its wallet and nothing in the others', async (t) => {
  const { models, post, verify } = await ledgerStores(t);
  const keys = new Map(Object.keys(DEFECTS).map((name) => [name, walletOf(newTenant())]));
  const healthy = [walletOf(newTenant()), walletOf(newTenant(true))];
  for (const key of [...keys.values(), ...healthy]) {
    await post(Array.from({ length: ENTRIES }, () => wanted(payment(key))));
  }
  t.is((await verify()).problemCount, 0);
  for (const [name, key] of keys) await DEFECTS[name]?.plant(models, key);
  const { problems, wallets, problemCount } = await verify();
  t.is(wallets, keys.size + healthy.length);
  t.is(problemCount, problems.length);
  for (const [name, { accountId }] of keys) {
    const found = problems.filter((problem) => problem.accountId === accountId);
    t.deepEqual(found.map(({ seq, kind }) => `${seq} ${kind}`).sort(), [...(DEFECTS[name]?.found ?? [])].sort(), name);
  }
  const sick = new Set([...keys.values()].map(({ accountId }) => String(accountId)));
  t.true(problems.every(({ accountId }) => sick.has(accountId ?? '')));
});

test('verify finds held money that no tranche will release', async (t) => {
  const { models, post, verify } = await ledgerStores(t);
  const held = payment(newTenant(), { settlementDelaySeconds: 60 });
  await post([wanted(held)]);
  t.is((await verify()).problemCount, 0);
  await models.tranches.collection.deleteMany({});
  const { problems } = await verify();
  t.deepEqual(
    problems.map(({ kind, message }) => [kind, message]),
    [
      ['tranche_mismatch', 'the credit is pending and in no tranche: nobody will release it'],
      ['wrong_balance', 'pending is 980, its tranches sum to 0'],
    ],
  );
});

test('verify raises no false alarm while entries are being posted', async (t) => {
  const { post, verify } = await ledgerStores(t);
  const tenant = newTenant();
  let posting = true;
  const load = (async () => {
    for (let nth = 0; nth < 60; nth += 1) await post(Array.from({ length: 5 }, () => wanted(payment(tenant))));
    posting = false;
  })();
  const counts: number[] = [];
  while (posting) {
    const { problems, entries } = await verify();
    t.deepEqual(problems, []);
    counts.push(Number(entries));
  }
  await load;
  t.true(counts.length > 2);
});

test('verify lists a hundred problems and counts all of them', async (t) => {
  const { models, post, verify } = await ledgerStores(t);
  await post(Array.from({ length: 120 }, () => wanted(payment(newTenant()))));
  await models.wallets.collection.updateMany({}, { $inc: { available: 1 } });
  const { problems, problemCount } = await verify();
  t.deepEqual([problems.length, problemCount], [100, 120]);
});
