import { until } from '@gx/testkit';
import test from 'ava';
import { releaseTranches } from '../src/jobs/release-tranches.ts';
import { trancheStore } from '../src/store/tranches.ts';
import { walletStore } from '../src/store/wallets.ts';
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

const HOUR = 3_600;
const ago = (seconds: number): Date => new Date(Date.now() - seconds * 1_000);

test('held money is pending until its time, then available; the balance names the next release', async (t) => {
  const ledger = await ledgerService(t);
  const tenant = newTenant();
  const due = payment(tenant, { settlementDelaySeconds: HOUR, paidAt: ago(2 * HOUR) });
  const later = payment(tenant, { amount: 500, settlementDelaySeconds: HOUR, paidAt: ago(60) });
  await ledger.send([due, later].map((details) => paymentEvent(details)));
  const wallet = await until('what is due is released', async () => {
    const { wallets } = await ledger.rpc.listWallets({ requestId: 'test' }, { tenant });
    return wallets.find(({ available }) => available > 0);
  });
  t.like(wallet, { available: 980, pending: 480, nextReleaseAmount: 480 });
  t.is(wallet.nextReleaseAtMs, later.paidAt.getTime() + HOUR * 1_000);
  const references = await ledger.database.connection.collection('journal_entries').distinct('_id');
  t.true((references as unknown[]).includes(`release:${due.chargeId}`));
  t.like(await ledger.rpc.verifyLedger({ requestId: 'test' }, {}), { entries: 3, problemCount: 0 });
});

test('two replicas that release at once release once, and a second run changes nothing', async (t) => {
  const one = await ledgerStores(t);
  const other = await one.another();
  const tenants = [newTenant(), newTenant(true)];
  const held = { settlementDelaySeconds: HOUR, paidAt: ago(2 * HOUR) };
  await one.post(tenants.flatMap((tenant) => Array.from({ length: 20 }, () => wanted(payment(tenant, held)))));
  const release = ({ models, write }: typeof other) =>
    releaseTranches({ tranches: trancheStore(models), write, log: one.host.log })();
  await Promise.all([release(one), release(other), release(one)]);
  await release(other);
  for (const tenant of tenants) {
    const wallet = await one.models.wallets.findOne(walletOf(tenant)).lean();
    t.like(wallet, { available: 20 * 980, pending: 0, seq: 40 });
  }
  t.is(await one.models.tranches.countDocuments(), 0);
  t.like(await one.verify(), { entries: 80, problemCount: 0 });
});

test('each currency has its own next release; what is released at one moment is one amount', async (t) => {
  const ledger = await ledgerService(t);
  const tenant = newTenant();
  const held = { settlementDelaySeconds: HOUR, paidAt: ago(60) };
  const later = { settlementDelaySeconds: HOUR, paidAt: ago(30) };
  await ledger.send(
    [
      payment(tenant, held),
      payment(tenant, { ...held, amount: 520 }),
      payment(tenant, later),
      payment(tenant, { ...later, currency: 'ARS' }),
      payment(tenant, { currency: 'USD' }),
      payment({ ...tenant, livemode: true }, { ...held, paidAt: ago(90) }),
    ].map((details) => paymentEvent(details)),
  );
  await until('all are credited', () => ledger.announced().length === 6);
  const { wallets } = await ledger.rpc.listWallets({ requestId: 'test' }, { tenant });
  const at = ({ paidAt }: { paidAt: Date }) => paidAt.getTime() + HOUR * 1_000;
  t.deepEqual(
    wallets.map((wallet) => [wallet.currency, wallet.pending, wallet.nextReleaseAtMs, wallet.nextReleaseAmount]),
    [
      ['BRL', 980 + 500 + 980, at(held), 980 + 500],
      ['ARS', 980, at(later), 980],
      ['USD', 0, undefined, undefined],
    ],
  );
  t.like(await ledger.rpc.verifyLedger({ requestId: 'test' }, {}), { wallets: 4, problemCount: 0 });
});

test('a hold takes what is available and nothing that is pending; once released it can be held', async (t) => {
  const { models, post, write, hold, host, verify } = await ledgerStores(t);
  const key = walletOf(newTenant());
  const soon = payment(key, { settlementDelaySeconds: HOUR, paidAt: ago(2 * HOUR) });
  await post([wanted(soon), wanted(payment(key, { amount: 120 }))]);
  const place = { ...key, reference: newHold(), kind: 'place', terms: termsOf({ amount: 101 }) } as const;
  await t.throwsAsync(hold(place), { message: /100 centavos available, 101 required/ });
  await releaseTranches({ tranches: trancheStore(models), write, log: host.log })();
  t.is((await hold(place)).state, 'HELD');
  t.like(await models.wallets.findOne(key).lean(), { available: 979, pending: 0, retained: 101 });
  t.like(await verify(), { problemCount: 0 });
});

test('the next release is found by its index, however many tranches a wallet has', async (t) => {
  const { models, post } = await ledgerStores(t);
  const tenant = newTenant();
  const held = { settlementDelaySeconds: HOUR };
  await post(Array.from({ length: 300 }, (_, nth) => wanted(payment(tenant, { ...held, paidAt: ago(nth) }))));
  await post(Array.from({ length: 300 }, () => wanted(payment(newTenant(), { ...held, paidAt: ago(1) }))));
  const [view] = await walletStore(models).ofTenant(tenant);
  t.is(view?.next?.amount as number, 980);
  const { stages } = (await walletStore(models)
    .queryOfTenant(tenant)
    .explain('executionStats')) as unknown as QueryPlan;
  const examined = stages.flatMap(({ totalDocsExamined, collectionScans }) =>
    totalDocsExamined === undefined ? [] : [[Number(totalDocsExamined), Number(collectionScans)]],
  );
  t.deepEqual(examined, [
    [1, 0],
    [1, 0],
  ]);
});

type QueryPlan = {
  readonly stages: readonly { readonly totalDocsExamined?: number; readonly collectionScans?: number }[];
};
