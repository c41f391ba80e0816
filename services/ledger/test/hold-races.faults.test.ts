import { SERVICES } from '@gx/contracts';
import { cents, Refusal } from '@gx/core';
import type { Call } from '@gx/runtime';
import { localClient, until } from '@gx/testkit';
import test from 'ava';
import type { HoldReference } from '../src/domain/entry.ts';
import type { Hold } from '../src/domain/hold.ts';
import {
  ledgerService,
  ledgerStores,
  newHold,
  newTenant,
  payment,
  paymentEvent,
  termsOf,
  walletOf,
  wanted,
} from './rig.ts';

const call: Call = { requestId: 'test' };
const ROUNDS = Number(process.env['RACE_ROUNDS'] ?? 40);

type Stores = Awaited<ReturnType<typeof ledgerStores>>;
type Replica = Pick<Stores, 'hold' | 'post'>;

const isShort = (error: unknown): boolean => error instanceof Refusal && error.more.reason === 'insufficient_balance';

/** The hold, or `short`. */
const placed = (placing: Promise<Hold>): Promise<Hold['state'] | 'short'> =>
  placing.then(
    ({ state }) => state,
    (error: unknown) => {
      if (isShort(error)) return 'short' as const;
      throw error;
    },
  );

test('two holds that race for the last balance on two replicas: exactly one wins, in every round, and nothing is left half done', async (t) => {
  const one = await ledgerStores(t);
  const other = await one.another();
  for (let round = 0; round < ROUNDS; round += 1) {
    const key = walletOf(newTenant());
    await one.post([wanted(payment(key))]);
    const references = [newHold(), newHold(), newHold()];
    const askers: readonly Replica[] = [one, other, other];
    const terms = termsOf({ amount: 600, fee: 10 });
    const outcomes = await Promise.all(
      references.map((reference, nth) =>
        placed((askers[nth] as Replica).hold({ ...key, reference, kind: 'place', terms })),
      ),
    );
    t.deepEqual(outcomes.toSorted(), ['HELD', 'short', 'short']);
    t.like(await one.models.wallets.findOne(key).lean(), { available: 370, retained: 610, seq: 2 });
    t.is(await one.models.holds.countDocuments(key), 1);
  }
  t.like(await one.verify(), { wallets: ROUNDS, entries: 2 * ROUNDS, problemCount: 0 });
});

test('a commit that races a void: one of them ends the hold, the other is refused, available and bank agree', async (t) => {
  const one = await ledgerStores(t);
  const other = await one.another();
  let committed = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const key = walletOf(newTenant());
    await one.post([wanted(payment(key))]);
    const named = { ...key, reference: newHold() };
    await one.hold({ ...named, kind: 'place', terms: termsOf() });
    const ends = await Promise.allSettled([
      (round % 2 === 0 ? one : other).hold({ ...named, kind: 'commit' }),
      (round % 2 === 0 ? other : one).hold({ ...named, kind: 'void' }),
    ]);
    const won = ends.findIndex(({ status }) => status === 'fulfilled');
    t.is(ends.filter(({ status }) => status === 'fulfilled').length, 1);
    const lost = ends.flatMap((end) => (end.status === 'rejected' ? [(end.reason as Refusal).more.reason] : []));
    t.deepEqual(lost, [won === 0 ? 'hold_committed' : 'hold_voided']);
    t.like(await one.models.wallets.findOne(key).lean(), { available: won === 0 ? 480 : 980, retained: 0 });
    committed += won === 0 ? 1 : 0;
  }
  t.log(`${ROUNDS} rounds, the commit won ${committed}`);
  t.like(await one.verify(), { problemCount: 0 });
});

test('credits and holds on one hot wallet from three replicas: exact, never negative, every hold has its money', async (t) => {
  const one = await ledgerStores(t);
  const replicas: readonly Replica[] = [one, await one.another(), await one.another()];
  const key = walletOf(newTenant());
  const holds = Array.from({ length: 60 }, newHold);
  const acts = holds.flatMap((reference, nth) => {
    const at = (offset: number) => replicas[(nth + offset) % replicas.length] as Replica;
    return [
      async () => void (await at(0).post([wanted(payment(key))])),
      async () => void (await placed(at(1).hold({ ...key, reference, kind: 'place', terms: termsOf() }))),
      async () => void (await placed(at(2).hold({ ...key, reference, kind: 'place', terms: termsOf() }))),
      async () =>
        void (await at(0)
          .hold({ ...key, reference, kind: nth % 2 === 0 ? 'void' : 'commit' })
          .catch(refusedEnd)),
    ];
  });
  await Promise.all(acts.map((act) => act()));
  const wallet = await one.models.wallets.findOne(key).lean();
  const states = await one.models.holds.find(key).lean();
  const sum = (state: string) => states.reduce((all, hold) => (hold.state === state ? all + hold.held : all), 0);
  t.is(wallet?.retained, cents(sum('HELD')));
  t.is(wallet?.available, cents(60 * 980 - sum('HELD') - sum('COMMITTED')));
  t.true((wallet?.available ?? -1) >= 0);
  t.like(await one.verify(), { wallets: 1, problemCount: 0 });
});

/** A commit may come before its place, a place after its void; both are answers, anything else is a fault. */
function refusedEnd(error: unknown): void {
  if (!(error instanceof Error) || !/hold: hold_unknown/.test(error.message)) throw error;
}

test('a refund that fails late gives its share back once, and another one can be placed with it', async (t) => {
  const one = await ledgerStores(t);
  const other = await one.another();
  const key = walletOf(newTenant());
  await one.post([wanted(payment(key))]);
  const [failing, refused]: HoldReference[] = [newHold(), newHold()];
  if (failing === undefined || refused === undefined) return t.fail();
  const all = termsOf({ amount: 980 });
  await one.hold({ ...key, reference: failing, kind: 'place', terms: all });
  t.is(await placed(other.hold({ ...key, reference: refused, kind: 'place', terms: all })), 'short');
  await Promise.all([one, other, one, other].map(({ hold }) => hold({ ...key, reference: failing, kind: 'void' })));
  t.like(await one.models.wallets.findOne(key).lean(), { available: 980, retained: 0, seq: 3 });
  t.is(await placed(other.hold({ ...key, reference: refused, kind: 'place', terms: all })), 'HELD');
  return t.like(await one.verify(), { entries: 4, problemCount: 0 });
});

test('a fee that makes the refund larger than the balance: short, and not a centavo moves', async (t) => {
  const { models, post, hold, verify } = await ledgerStores(t);
  const key = walletOf(newTenant());
  await post([wanted(payment(key))]);
  const reference = newHold();
  t.is(await placed(hold({ ...key, reference, kind: 'place', terms: termsOf({ amount: 980, fee: 1 }) })), 'short');
  t.is(await placed(hold({ ...key, reference, kind: 'place', terms: termsOf({ amount: 1, fee: 5_000 }) })), 'short');
  t.like(await models.wallets.findOne(key).lean(), { available: 980, retained: 0, seq: 1 });
  t.is(await placed(hold({ ...key, reference, kind: 'place', terms: termsOf({ amount: 979, fee: 1 }) })), 'HELD');
  t.like(await verify(), { entries: 2, problemCount: 0 });
});

test('a PlaceHold without an answer in time is never short: repeated it is the one hold, voided it is gone', async (t) => {
  const ledger = await ledgerService(t, 2);
  const tenant = newTenant();
  await ledger.send([paymentEvent(payment(tenant))]);
  await until('it is credited', () => ledger.announced().length === 1, { timeoutMs: 60_000 });
  const hasty = localClient(SERVICES.ledger, `127.0.0.1:${ledger.port}`, { idempotent: [], deadlineMs: 400 });
  t.teardown(hasty.close);
  const [repeated, voided] = [newHold(), newHold()];
  const place = (reference: string) => ({ tenant, reference, currency: 'BRL', amount: 300 });
  const unlock = await lockWallet(ledger.database.connection, tenant.accountId);
  for (const reference of [repeated, voided]) {
    const error = await t.throwsAsync(hasty.placeHold(call, place(reference)), { instanceOf: Refusal });
    t.is(error?.code, 'service_unavailable');
  }
  await unlock();
  t.is((await ledger.rpc.placeHold(call, place(repeated))).state, 'HELD');
  const { state } = await ledger.rpc.voidHold(call, { tenant, reference: voided, currency: 'BRL' });
  t.is(state, 'VOIDED');
  await until('nothing waits any more', async () => {
    const [wallet] = (await ledger.rpc.listWallets(call, { tenant })).wallets;
    return wallet?.available === 680 && wallet.retained === 300;
  });
  t.is((await ledger.rpc.placeHold(call, place(voided))).state, 'VOIDED');
  t.deepEqual((await ledger.rpc.verifyLedger(call, {})).problems, []);
});

/** Holds a wallet's document as a transaction would that does not come to its end; answers how to let go. */
async function lockWallet(
  connection: Stores['database']['connection'],
  accountId: string,
): Promise<() => Promise<void>> {
  const session = await connection.startSession();
  session.startTransaction();
  await connection.collection('wallets').updateOne({ accountId }, { $set: { locked: true } }, { session });
  return async () => {
    await session.abortTransaction();
    await session.endSession();
  };
}
