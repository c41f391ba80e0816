import { until } from '@gx/testkit';
import test from 'ava';
import { releaseTranches } from '../src/jobs/release-tranches.ts';
import { trancheStore } from '../src/store/tranches.ts';
import { ledgerService, ledgerStores, newTenant, receipt, receiptEvent, walletOf, wanted } from './rig.ts';

const HOUR = 3_600;
const ago = (seconds: number): Date => new Date(Date.now() - seconds * 1_000);

test('held money is pending until its time, then available; the balance names the next release', async (t) => {
  const ledger = await ledgerService(t);
  const tenant = newTenant();
  const due = receipt(tenant, { settlementDelaySeconds: HOUR, settledAt: ago(2 * HOUR) });
  const later = receipt(tenant, { amount: 500, settlementDelaySeconds: HOUR, settledAt: ago(60) });
  await ledger.send([due, later].map((facts) => receiptEvent(facts)));
  const wallet = await until('what is due is released', async () => {
    const { wallets } = await ledger.rpc.listWallets({ requestId: 'test' }, { tenant });
    return wallets.find(({ available }) => available > 0);
  });
  t.like(wallet, { available: 980, pending: 480, nextReleaseAmount: 480 });
  t.is(wallet.nextReleaseAtMs, later.settledAt.getTime() + HOUR * 1_000);
  const references = await ledger.database.connection.collection('journal_entries').distinct('_id');
  t.true((references as unknown[]).includes(`release:${due.chargeId}`));
  t.like(await ledger.rpc.verifyLedger({ requestId: 'test' }, {}), { entries: 3, problemCount: 0 });
});

test('two replicas that release at once release once, and a second run changes nothing', async (t) => {
  const one = await ledgerStores(t);
  const other = await one.another();
  const tenants = [newTenant(), newTenant(true)];
  const held = { settlementDelaySeconds: HOUR, settledAt: ago(2 * HOUR) };
  await one.post(tenants.flatMap((tenant) => Array.from({ length: 20 }, () => wanted(receipt(tenant, held)))));
  const release = ({ models, post }: typeof other) =>
    releaseTranches({ tranches: trancheStore(models), post, log: one.host.log })();
  await Promise.all([release(one), release(other), release(one)]);
  await release(other);
  for (const tenant of tenants) {
    const wallet = await one.models.wallets.findOne(walletOf(tenant)).lean();
    t.like(wallet, { available: 20 * 980, pending: 0, seq: 40 });
  }
  t.is(await one.models.tranches.countDocuments(), 0);
  t.like(await one.verify(), { entries: 80, problemCount: 0 });
});
