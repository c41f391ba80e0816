import { type EndToEndId, newId } from '@gx/core';
import test from 'ava';
import type { EntryDraft, HoldReference } from '../src/domain/entry.ts';
import { returnPix, type SuspenseDetails, suspendPix } from '../src/domain/suspense.ts';
import type { WalletKey } from '../src/domain/wallet.ts';
import { releaseTranches } from '../src/jobs/release-tranches.ts';
import { trancheStore } from '../src/store/tranches.ts';
import { ledgerStores, newHold, newTenant, payment, termsOf, walletOf, wanted } from './rig.ts';

type Stores = Awaited<ReturnType<typeof ledgerStores>>;
type Scene = { readonly key: WalletKey; readonly holds: readonly [HoldReference, HoldReference, HoldReference] };
type Defect = {
  readonly plant: (models: Stores['models'], scene: Scene) => Promise<unknown>;
  /** `<seq> <kind> <message>`, without the reference in it. */
  readonly found: readonly string[];
};

const holdsOf = ({ holds }: Stores['models']) => holds.collection;
const tranchesOf = ({ tranches }: Stores['models']) => tranches.collection;
const entriesOf = ({ entries }: Stores['models']) => entries.collection;

/**
 * A wallet with a credit (1), a hold that is open (2), one that is spent (3, 4), one given back (5, 6), a
 * tranche (7).
 */
async function furnish({ post, hold }: Stores): Promise<Scene> {
  const key = walletOf(newTenant());
  const holds = [newHold(), newHold(), newHold()] as const;
  await post([wanted(payment(key))]);
  for (const [nth, reference] of holds.entries()) {
    await hold({ ...key, reference, kind: 'place', terms: termsOf({ amount: 100 + nth }) });
    if (nth > 0) await hold({ ...key, reference, kind: nth === 1 ? 'commit' : 'void' });
  }
  await post([wanted(payment(key, { settlementDelaySeconds: 3_600, paidAt: new Date() }))]);
  return { key, holds };
}

/** Each defect in a wallet of its own, and what the verifier has to say about that wallet. */
const DEFECTS: Readonly<Record<string, Defect>> = {
  'a hold of one centavo less': {
    plant: (models, { holds: [open] }) => holdsOf(models).updateOne({ _id: open as never }, { $inc: { held: -1 } }),
    found: ['7 hold_mismatch', '7 wrong_balance retained is 100, its holds sum to 99'],
  },
  'a hold of one centavo less in its terms too': {
    plant: (models, { holds: [open] }) =>
      holdsOf(models).updateOne({ _id: open as never }, { $inc: { held: -1, 'terms.amount': -1 } }),
    found: ['2 hold_mismatch', '7 wrong_balance retained is 100, its holds sum to 99'],
  },
  'an open hold that says it was spent': {
    plant: (models, { holds: [open] }) =>
      holdsOf(models).updateOne({ _id: open as never }, { $set: { state: 'COMMITTED' } }),
    found: ['7 hold_mismatch', '7 wrong_balance retained is 100, its holds sum to 0'],
  },
  'a spent hold that says it is open': {
    plant: (models, { holds: [, spent] }) =>
      holdsOf(models).updateOne({ _id: spent as never }, { $set: { state: 'HELD' } }),
    found: ['4 hold_mismatch', '7 wrong_balance retained is 100, its holds sum to 201'],
  },
  'a spent hold that says it was given back': {
    plant: (models, { holds: [, spent] }) =>
      holdsOf(models).updateOne({ _id: spent as never }, { $set: { state: 'VOIDED' } }),
    found: ['4 hold_mismatch', '7 hold_mismatch'],
  },
  'a hold that pays for another charge': {
    plant: (models, { holds: [, , back] }) =>
      holdsOf(models).updateOne({ _id: back as never }, { $set: { 'terms.chargeId': newId('charge') } }),
    found: ['5 hold_mismatch', '6 hold_mismatch'],
  },
  'a deleted hold': {
    plant: (models, { holds: [open] }) => holdsOf(models).deleteOne({ _id: open as never }),
    found: ['2 hold_mismatch', '7 wrong_balance retained is 100, its holds sum to 0'],
  },
  'a hold of nobody, with fields of another kind': {
    plant: (models, { key }) =>
      holdsOf(models).insertOne({ _id: newHold(), ...key, state: 'HELD', held: 0, terms: { amount: 'x' } } as never),
    found: ['7 hold_mismatch'],
  },
  'a hold without an entry': {
    plant: (models, { key }) =>
      holdsOf(models).insertOne({
        _id: newHold(),
        ...key,
        state: 'HELD',
        held: 5,
        terms: termsOf({ amount: 5 }),
      } as never),
    found: ['7 hold_mismatch', '7 wrong_balance retained is 100, its holds sum to 105'],
  },
  'retained that no hold explains': {
    plant: (models, { key }) => models.wallets.collection.updateOne({ ...key }, { $inc: { retained: 1 } }),
    found: [
      '7 wrong_balance retained is 101, its entries sum to 100',
      '7 wrong_balance retained is 101, its holds sum to 100',
    ],
  },
  'an orphan tranche': {
    plant: (models, { key }) =>
      tranchesOf(models).insertOne({ _id: newId('charge'), ...key, amount: 7, releaseAt: new Date() } as never),
    found: ['7 tranche_mismatch', '7 wrong_balance pending is 980, its tranches sum to 987'],
  },
  'a tranche of one centavo more': {
    plant: (models, { key }) => tranchesOf(models).updateOne({ ...key }, { $inc: { amount: 1 } }),
    found: ['7 tranche_mismatch', '7 wrong_balance pending is 980, its tranches sum to 981'],
  },
  'a tranche that is due at another time': {
    plant: (models, { key }) => tranchesOf(models).updateOne({ ...key }, { $set: { releaseAt: new Date(0) } }),
    found: ['7 tranche_mismatch'],
  },
  'a deleted tranche': {
    plant: (models, { key }) => tranchesOf(models).deleteOne({ ...key }),
    found: ['7 tranche_mismatch', '7 wrong_balance pending is 980, its tranches sum to 0'],
  },
  'a deleted entry of a hold': {
    plant: (models, { holds: [, spent] }) => entriesOf(models).deleteOne({ _id: `${spent}:confirm` as never }),
    found: ['5 missing_entry', '7 hold_mismatch', '7 wrong_balance retained is 100, its entries sum to 201'],
  },
};

test('verify finds each hold and each tranche that does not agree with its entries, and nothing else', async (t) => {
  const stores = await ledgerStores(t);
  const scenes = new Map<string, Scene>();
  for (const name of Object.keys(DEFECTS)) scenes.set(name, await furnish(stores));
  const healthy = await furnish(stores);
  t.deepEqual((await stores.verify()).problems, []);
  for (const [name, scene] of scenes) await DEFECTS[name]?.plant(stores.models, scene);
  const { problems } = await stores.verify();
  for (const [name, { key }] of scenes) {
    const rows = problems
      .filter(({ accountId }) => accountId === key.accountId)
      .map(({ seq, kind, message }) => (kind === 'wrong_balance' ? `${seq} ${kind} ${message}` : `${seq} ${kind}`));
    t.deepEqual(rows.sort(), [...(DEFECTS[name]?.found ?? [])].sort(), name);
  }
  t.true(problems.every(({ accountId }) => accountId !== healthy.key.accountId));
});

/** Held, and due since a while. */
const due = () => ({ settlementDelaySeconds: 1, paidAt: new Date(Date.now() - 60_000) });

test('verify finds a tranche of a wallet that never was, and one that is still there after its release', async (t) => {
  const { models, post, write, host, verify } = await ledgerStores(t);
  const nowhere = walletOf(newTenant());
  const orphan = { _id: newId('charge'), ...nowhere, amount: 7, releaseAt: new Date(Date.now() + 60_000) };
  await tranchesOf(models).insertOne(orphan as never);
  const key = walletOf(newTenant());
  await post([wanted(payment(key, due()))]);
  const kept = await models.tranches.findOne(key).lean();
  await releaseTranches({ tranches: trancheStore(models), write, log: host.log })();
  await tranchesOf(models).insertOne(kept as never);
  const { problems, wallets } = await verify();
  t.is(wallets, 1, 'a tranche alone is no wallet');
  const rows = problems.map(({ accountId, kind, message }) => [
    accountId === nowhere.accountId ? 'nowhere' : 'released',
    kind,
    message.replace(/[0-9a-f-]{36}/, '<charge>'),
  ]);
  t.deepEqual(rows.sort(), [
    ['nowhere', 'tranche_mismatch', 'no credit opened the tranche of charge <charge>'],
    ['released', 'tranche_mismatch', 'the tranche of charge <charge> was released and is still there'],
    ['released', 'wrong_balance', 'pending is 0, its tranches sum to 980'],
  ]);
});

let pix = 0;
function newPix(): EndToEndId {
  pix += 1;
  return `E${pix}` as EndToEndId;
}
const suspense = (change: Partial<SuspenseDetails> = {}): SuspenseDetails => ({
  livemode: false,
  chargeId: '',
  amount: 1_000,
  currency: 'BRL',
  endToEndId: newPix(),
  ...change,
});
const drafted = (draft: EntryDraft | string) => {
  if (typeof draft === 'string') throw new Error(draft);
  return { draft, traceparent: undefined };
};

test('verify finds suspense that does not come out even: other amounts, returned and credited, credited past it', async (t) => {
  const { post, verify } = await ledgerStores(t);
  const tenant = newTenant();
  const [fine, short, both, past, ghost] = [newPix(), newPix(), newPix(), newPix(), newPix()];
  const credit = (endToEndId: EndToEndId, wasHeld: boolean) => wanted(payment(tenant, { endToEndId, wasHeld }));
  const aside = (endToEndId: EndToEndId, amount = 1_000) => drafted(suspendPix(suspense({ endToEndId, amount })));
  const back = (endToEndId: EndToEndId, amount = 1_000) => drafted(returnPix(suspense({ endToEndId, amount })));
  await post([aside(fine), credit(fine, true)]);
  t.deepEqual((await verify({ suspenseGraceSeconds: 0 })).problems, []);
  await post([aside(short), back(short, 999), aside(both), credit(both, true), back(both), aside(past)]);
  await post([credit(past, false), credit(ghost, true)]);
  const { problems } = await verify({ suspenseGraceSeconds: 0 });
  t.deepEqual(problems.map(({ kind, message }) => `${kind} ${message}`).sort(), [
    'suspense_mismatch 1000 left suspense that never came there',
    'suspense_mismatch 999 left suspense of a Pix of 1000',
    'suspense_mismatch the Pix was credited and returned',
    'suspense_mismatch the Pix was credited without leaving suspense',
  ]);
  t.is((await verify()).problemCount, 3, 'what never came may still come');
});

test('suspense of live and of test, and of each currency, do not pay for each other', async (t) => {
  const { post, verify } = await ledgerStores(t);
  const endToEndId = newPix();
  await post([
    drafted(suspendPix(suspense({ endToEndId, livemode: true }))),
    drafted(returnPix(suspense({ endToEndId, livemode: false }))),
  ]);
  const { problems, addresses } = await verify({ suspenseGraceSeconds: 0 });
  t.deepEqual(
    problems.map(({ livemode, message }) => [livemode, message]),
    [[false, '1000 left suspense that never came there']],
  );
  t.deepEqual(
    addresses.map(({ livemode, address, balance }) => [livemode, address, balance]),
    [
      [false, 'platform:suspense', 1_000],
      [false, 'provider:clearing', -1_000],
      [true, 'platform:suspense', -1_000],
      [true, 'provider:clearing', 1_000],
    ],
  );
});

test('verify raises no false alarm while holds come and go, tranches are released and suspense moves', async (t) => {
  const stores = await ledgerStores(t);
  const other = await stores.another();
  const key = walletOf(newTenant());
  await stores.post([wanted(payment(key, { amount: 100_000 }))]);
  let busy = true;
  const release = releaseTranches({ tranches: trancheStore(other.models), write: other.write, log: stores.host.log });
  const load = (async () => {
    for (let nth = 0; nth < 40; nth += 1) {
      const reference = newHold();
      const endToEndId = newPix();
      await Promise.all([
        stores.hold({ ...key, reference, kind: 'place', terms: termsOf({ amount: 10 }) }),
        other.post([wanted(payment(key, due())), drafted(suspendPix(suspense({ endToEndId })))]),
      ]);
      await Promise.all([
        other.hold({ ...key, reference, kind: nth % 3 === 0 ? 'void' : 'commit' }),
        stores.post([drafted(returnPix(suspense({ endToEndId })))]),
        release(),
      ]);
    }
    busy = false;
  })();
  let runs = 0;
  while (busy) {
    t.deepEqual((await stores.verify({ suspenseGraceSeconds: 0 })).problems, []);
    runs += 1;
  }
  await load;
  t.true(runs > 2);
  t.is(await stores.models.entries.countDocuments({ _id: /^release:/ as never }), 40);
  t.like(await stores.verify({ suspenseGraceSeconds: 0 }), { problemCount: 0 });
});

test('the addresses of each world and currency sum to zero', async (t) => {
  const stores = await ledgerStores(t);
  for (let nth = 0; nth < 3; nth += 1) await furnish(stores);
  await stores.post([wanted(payment(newTenant(true), { currency: 'ARS' }))]);
  const { addresses } = await stores.verify();
  const sums = new Map<string, number>();
  for (const { livemode, currency, balance } of addresses) {
    const name = `${livemode} ${currency}`;
    sums.set(name, (sums.get(name) ?? 0) + Number(balance));
  }
  t.deepEqual(
    [...sums],
    [
      ['false BRL', 0],
      ['true ARS', 0],
    ],
  );
});
