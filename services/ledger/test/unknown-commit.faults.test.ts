import { SERVICES } from '@gx/contracts';
import { Refusal } from '@gx/core';
import { localClient, servers, until } from '@gx/testkit';
import test, { type ExecutionContext } from 'ava';
import { journalStore } from '../src/store/journal.ts';
import {
  emptyLedger,
  ledgerStores,
  newHold,
  newTenant,
  payment,
  paymentEvent,
  startReplica,
  termsOf,
  walletOf,
  wanted,
} from './rig.ts';
import { type Cut, tcpProxy } from './tcp-proxy.ts';

/**
 * A way to the database that can be cut; a direct connection, or the driver would find another one by itself.
 */
async function cuttableWay(t: ExecutionContext) {
  const proxy = await tcpProxy(Number(new URL(servers().mongoUrl).port));
  t.teardown(proxy.stop);
  return { proxy, url: `mongodb://127.0.0.1:${proxy.port}/?directConnection=true` };
}

// biome-ignore format: one row per cut, read as a table
const CUTS: Readonly<Record<string, Cut>> = {
  'the wallet’s write is lost on its way':      { word: '$inc',           when: 'before', times: 1 },
  'the entries are written, the answer is lost': { word: 'merchant:available', when: 'after', times: 1 },
  'the commit is lost on its way':              { word: 'commitTransaction', when: 'before', times: 1 },
  'the commit worked, the answer is lost':      { word: 'commitTransaction', when: 'after',  times: 1 },
  'three commits in a row are lost':            { word: 'commitTransaction', when: 'before', times: 3 },
  'three answers to the commit are lost':       { word: 'commitTransaction', when: 'after',  times: 3 },
};

for (const [name, cut] of Object.entries(CUTS)) {
  test(`connection cut inside a transaction, ${name}: every entry once, every hold once, however many ask again`, async (t) => {
    const near = await ledgerStores(t);
    const { proxy, url } = await cuttableWay(t);
    const far = await near.another(url);
    const key = walletOf(newTenant());
    await near.post([wanted(payment(key))]);
    const credits = Array.from({ length: 3 }, () => wanted(payment(key)));
    proxy.cutAt(cut);
    const outcomes = await far.post(credits);
    t.is(proxy.cuts(), cut.times, 'the cut was made');
    t.true(outcomes.every(({ kind }) => kind === 'posted' || kind === 'known'));
    proxy.cutAt(cut);
    const named = { ...key, reference: newHold() };
    const held = await far.hold({ ...named, kind: 'place', terms: termsOf() });
    t.is(proxy.cuts(), cut.times);
    proxy.cutAt(undefined);
    t.is(held.state, 'HELD');
    const again = await near.post(credits);
    t.true(again.every(({ kind }) => kind === 'known'));
    t.is((await near.hold({ ...named, kind: 'place', terms: termsOf() })).state, 'HELD');
    t.like(await near.models.wallets.findOne(key).lean(), { available: 4 * 980 - 500, retained: 500, seq: 5 });
    t.like(await near.verify(), { entries: 5, problemCount: 0 });
  });
}

test('a batch that lost its server inside its transaction: the session is ended before its wallets are written apart', async (t) => {
  const near = await ledgerStores(t);
  const { proxy, url } = await cuttableWay(t);
  const { models, registry } = await near.another(url);
  let abandoned = 0;
  const abandon: typeof registry.abandon = async (session) => {
    abandoned += 1;
    await registry.abandon(session);
  };
  const batches = [newTenant(), newTenant()].map((tenant) => ({
    key: walletOf(tenant),
    writes: [{ kind: 'post' as const, ...wanted(payment(tenant)) }],
  }));
  proxy.cutAt({ word: 'merchant:available', when: 'after', times: 1 });
  const written = await journalStore(models, { ...registry, abandon }).write(batches, new Date());
  t.is(proxy.cuts(), 1, 'the cut was made');
  t.is(abandoned, 1);
  t.deepEqual(
    written.map((each) => each.status === 'fulfilled' && each.value.map(({ kind }) => kind)),
    [['posted'], ['posted']],
  );
  t.like(await near.verify(), { entries: 2, problemCount: 0 });
});

test('a caller whose commit has no answer gets 503, and on a retry the hold that stands', async (t) => {
  const empty = await emptyLedger(t);
  const { proxy, url } = await cuttableWay(t);
  const { database, topicPrefix, chargeAddress } = empty;
  const near = await empty.another();
  const far = await startReplica(t, { url, db: database.db, topicPrefix, chargeAddress });
  const tenant = newTenant();
  await empty.send([paymentEvent(payment(tenant))]);
  await until('it is credited', () => empty.announced().length === 1);
  const hasty = localClient(SERVICES.ledger, `127.0.0.1:${far.port}`, { idempotent: [], deadlineMs: 1_500 });
  t.teardown(hasty.close);
  const hold = { tenant, reference: newHold(), currency: 'BRL', amount: 500 };
  proxy.cutAt({ word: 'commitTransaction', when: 'after', times: 10_000 });
  const error = await t.throwsAsync(hasty.placeHold({ requestId: 'test' }, hold), { instanceOf: Refusal });
  t.is(error?.code, 'service_unavailable');
  const { state, held } = await near.rpc.placeHold({ requestId: 'test' }, hold);
  t.deepEqual([state, held], ['HELD', 500]);
  proxy.cutAt(undefined);
  t.is((await far.rpc.placeHold({ requestId: 'test' }, hold)).state, 'HELD');
  const [wallet] = (await near.rpc.listWallets({ requestId: 'test' }, { tenant })).wallets;
  t.like(wallet, { available: 480, retained: 500 });
  t.like(await near.rpc.verifyLedger({ requestId: 'test' }, {}), { entries: 2, problemCount: 0 });
});
