import test from 'ava';
import { watchLedger } from '../src/jobs/watch-ledger.ts';
import { auditStore } from '../src/store/audit.ts';
import { gauged } from './gauged.ts';
import { ledgerStores, newTenant, payment, walletOf, wanted } from './rig.ts';

test.serial(
  'the ledger goes round its wallets a few at a time, reports what does not agree, and that it agrees again',
  async (t) => {
    const stands = await gauged(t);
    const { models, post, host, verify } = await ledgerStores(t);
    const tenants = Array.from({ length: 5 }, () => newTenant());
    for (const tenant of tenants) for (let n = 0; n < 3; n += 1) await post([wanted(payment(tenant))]);
    const run = watchLedger({
      audit: auditStore(models),
      log: host.log,
      now: host.now,
      pace: { wallets: 2, entries: 100 },
    });
    const round = async (): Promise<void> => {
      for (let runs = 0; runs < 4; runs += 1) await run();
    };
    await round();
    t.is(await stands(), 0);
    t.is((await verify()).problemCount, 0);

    const key = walletOf(tenants[3] as never);
    await models.wallets.collection.updateOne({ ...key }, { $inc: { available: 1 } });
    await round();
    t.is(await stands(), (await verify()).problemCount, 'as much as a verification of everything finds');
    t.true((await stands()) > 0);
    const alarms = () => host.lines.filter((line) => line.includes('"alarm":"ledger_mismatch"'));
    t.is(alarms().length, 1);
    t.true(alarms()[0]?.includes(key.accountId));
    await round();
    t.is(alarms().length, 1, 'the same finding is no news');

    await models.wallets.collection.updateOne({ ...key }, { $inc: { available: -1 } });
    await round();
    t.is(await stands(), 0);
  },
);

test.serial('a wallet that takes several runs is judged as a whole, while it is written to', async (t) => {
  const stands = await gauged(t);
  const { models, post, host } = await ledgerStores(t);
  const tenant = newTenant();
  const credit = async (times: number): Promise<void> => {
    for (let n = 0; n < times; n += 1) await post([wanted(payment(tenant))]);
  };
  await credit(3);
  const run = watchLedger({
    audit: auditStore(models),
    log: host.log,
    now: host.now,
    pace: { wallets: 1, entries: 1 },
  });
  for (let runs = 0; runs < 6; runs += 1) {
    await run();
    await credit(1);
    t.is(await stands(), 0);
  }
  await models.entries.collection.deleteOne({ ...walletOf(tenant), seq: 2 });
  for (let runs = 0; runs < 6; runs += 1) await run();
  t.true((await stands()) > 0);
});

test.serial('a run that fails has judged nothing, and the next one begins the wallet anew', async (t) => {
  const stands = await gauged(t);
  const { models, post, host } = await ledgerStores(t);
  await post([wanted(payment(newTenant()))]);
  const audit = auditStore(models);
  let away = true;
  const chain: typeof audit.chain = (key, seq) => {
    if (away) throw new Error('database away');
    return audit.chain(key, seq);
  };
  const run = watchLedger({ audit: { ...audit, chain }, log: host.log, now: host.now });
  await t.throwsAsync(run, { message: 'database away' });
  t.is(await stands(), 0);
  away = false;
  await models.wallets.collection.updateOne({}, { $inc: { available: 1 } });
  await run();
  t.true((await stands()) > 0);
});
