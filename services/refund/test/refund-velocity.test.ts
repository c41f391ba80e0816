import type { MessageInit } from '@gx/contracts';
import type { RefundSettings } from '@gx/contracts/keys';
import type { Tenant } from '@gx/core';
import test, { type ExecutionContext } from 'ava';
import { encryptedText } from './encrypted-text.ts';
import {
  arrives,
  CALL,
  newTenant,
  order,
  type PaidCharge,
  PROFILE,
  paid,
  type Rpc,
  refunded,
  refusal,
  startRig,
  stored,
} from './rig.ts';

const rig = await startRig();
test.after.always('everything stops', rig.stop);
test.afterEach.always('the bank behaves again', rig.behave);

const ANA = '52998224725';
type Request = Parameters<typeof order>[1];

/** An account with these limits, and charges of it. */
function bounded(limits: MessageInit<RefundSettings>, livemode = false) {
  const tenant = newTenant(livemode);
  rig.accounts.bound(tenant, limits);
  return { tenant, charge: (amount = 1_000) => paid(rig, { tenant, amount }) };
}
const cashouts = (tenant: Tenant) =>
  paid(rig, { tenant, profileId: PROFILE, settlement: { payerTaxId: encryptedText(ANA) } });
const to = (destinationKey: string): Request => ({
  amount: 1,
  strategy: 'CASHOUT',
  passFeeToTenant: true,
  destinationKey,
});

async function isOver(t: ExecutionContext, it: PaidCharge, reason: string, change: Request = {}): Promise<void> {
  const refused = await refusal(rig.rpc.createRefund(CALL, order(it, change)));
  t.deepEqual([refused.code, refused.more.reason], ['fraud.refund_velocity_exceeded', reason as never]);
}

test.serial('403 over the count of a day: nothing stays, nothing is held, and the key is free', async (t) => {
  const { tenant, charge } = bounded({ countPerDay: 2 });
  const it = await charge();
  await refunded(rig, it, { amount: 1 });
  await refunded(rig, await charge(), { amount: 1 });
  const request = order(it, { amount: 2 });
  const { code, more } = await refusal(rig.rpc.createRefund(CALL, request));
  t.deepEqual([code, more.reason], ['fraud.refund_velocity_exceeded', 'refund_count_per_day']);
  t.is(rig.ledger.placed.filter((one) => one.tenant?.accountId === tenant.accountId).length, 2);
  const { refunds } = await rig.rpc.listRefunds(CALL, { tenant, chargeId: it.chargeId });
  t.is(refunds.length, 1);
  rig.accounts.bound(tenant, { countPerDay: 3 });
  const { refund, replayed } = await rig.rpc.createRefund(CALL, request);
  t.deepEqual([refund?.amount, replayed], [2, false]);
  await isOver(t, it, 'refund_count_per_day');
});

test.serial('a used key is answered again whatever the limits are now, and counts once', async (t) => {
  const { charge } = bounded({ countPerDay: 1 });
  const it = await charge();
  const request = order(it, { amount: 1 });
  const first = await rig.rpc.createRefund(CALL, request);
  const again = await rig.rpc.createRefund(CALL, request);
  t.deepEqual([again.refund?.id, again.replayed], [first.refund?.id, true]);
  await isOver(t, it, 'refund_count_per_day', { amount: 1 });
});

test.serial('another account, and the other mode of the same one, have days of their own', async (t) => {
  const { tenant, charge } = bounded({ countPerDay: 1 });
  await refunded(rig, await charge(), { amount: 1 });
  const live = { ...tenant, livemode: true };
  rig.accounts.bound(live, { countPerDay: 1 });
  await refunded(rig, await paid(rig, { tenant: live }), { amount: 1 });
  await refunded(rig, await bounded({ countPerDay: 1 }).charge(), { amount: 1 });
  await isOver(t, await charge(), 'refund_count_per_day', { amount: 1 });
});

test.serial('403 over the sum of a day, to the centavo, also for all that is left', async (t) => {
  const { charge } = bounded({ sumPerDay: 1_000 });
  await refunded(rig, await charge(), { amount: 600 });
  const whole = await charge(401);
  await isOver(t, whole, 'refund_sum_per_day');
  await refunded(rig, whole, { amount: 400 });
  await isOver(t, whole, 'refund_sum_per_day');
});

test.serial('what went before counts when a limit is set in the course of a day', async (t) => {
  const { tenant, charge } = bounded({});
  await refunded(rig, await charge(), { amount: 600 });
  rig.accounts.bound(tenant, { sumPerDay: 1_000 });
  await isOver(t, await charge(), 'refund_sum_per_day', { amount: 401 });
  await refunded(rig, await charge(), { amount: 400 });
});

test.serial(
  'twice the average sales of 30 days, and at least the minimum; sales are queried beyond it alone',
  async (t) => {
    const { tenant, charge } = bounded({ sumPerDayBySalesMin: 1_000 });
    rig.charges.sales.set(tenant.accountId, 30_000);
    const before = rig.charges.salesQueries;
    await refunded(rig, await charge(), { amount: 1_000 });
    t.is(rig.charges.salesQueries, before, 'the minimum is enough');
    await refunded(rig, await charge(), { amount: 1_000 });
    t.is(rig.charges.salesQueries, before + 1);
    await isOver(t, await charge(), 'refund_sum_per_day', { amount: 1 });
    rig.charges.sales.set(tenant.accountId, 30_015);
    await refunded(rig, await charge(), { amount: 1 });
  },
);

test.serial('nothing sold, or a minimum of nothing: the minimum alone, or the sales alone', async (t) => {
  const unsold = bounded({ sumPerDayBySalesMin: 500 });
  await refunded(rig, await unsold.charge(), { amount: 500 });
  await isOver(t, await unsold.charge(), 'refund_sum_per_day', { amount: 1 });
  const { tenant, charge } = bounded({ sumPerDayBySalesMin: 0 });
  rig.charges.sales.set(tenant.accountId, 1_500);
  await refunded(rig, await charge(), { amount: 100 });
  await isOver(t, await charge(), 'refund_sum_per_day', { amount: 1 });
});

test.serial('a refund that the bank could not do gives its sum back, not its place: it was ordered', async (t) => {
  const { charge } = bounded({ sumPerDay: 1_000, countPerDay: 2 });
  await rig.misbehave({ operation: 'devolution_put', kind: 'fails', times: 1 });
  const failed = await refunded(rig, await charge());
  await arrives(rig, failed.id, 'FAILED');
  await refunded(rig, await charge());
  await isOver(t, await charge(), 'refund_count_per_day', { amount: 1 });
});

test.serial('a refund that the wallet is short for counts nowhere', async (t) => {
  const { tenant, charge } = bounded({ sumPerDay: 1_000, countPerDay: 1 });
  const it = await charge();
  rig.ledger.available.set(tenant.accountId, 10);
  const short = await refusal(rig.rpc.createRefund(CALL, order(it)));
  t.is(short.more.reason, 'insufficient_balance');
  rig.ledger.available.set(tenant.accountId, 1_000);
  t.is((await refunded(rig, it)).amount, 1_000);
});

test.serial('403 over the new destination keys of a day; one key is one, however many refunds go to it', async (t) => {
  const { tenant } = bounded({ newDestinationsPerDay: 2 });
  const it = await cashouts(tenant);
  for (const key of ['a@example.com', 'b@example.com', 'a@example.com']) await refunded(rig, it, to(key));
  const refused = await refusal(rig.rpc.createRefund(CALL, order(it, to('c@example.com'))));
  t.deepEqual(
    [refused.code, refused.more.reason, refused.more.param],
    ['fraud.refund_velocity_exceeded', 'refund_new_destinations', 'destinationKey'],
  );
  await refunded(rig, it, to('b@example.com'));
});

test.serial(
  'a key that was paid before is not new, nor is the payer’s own document, nor where nobody named a key',
  async (t) => {
    const { tenant } = bounded({});
    const it = await cashouts(tenant);
    const first = await refunded(rig, it, to('known@example.com'));
    await arrives(rig, first.id, 'REFUNDED');
    rig.accounts.bound(tenant, { newDestinationsPerDay: 0 });
    await refunded(rig, it, to('known@example.com'));
    await refunded(rig, it, to('529.982.247-25'));
    await refunded(rig, it, { amount: 1, strategy: 'CASHOUT', passFeeToTenant: true });
    await refunded(rig, it, { amount: 1, strategy: 'DEVOLUTION' });
    await isOver(t, it, 'refund_new_destinations', to('new@example.com'));
    const other = bounded({ newDestinationsPerDay: 0 });
    await isOver(t, await cashouts(other.tenant), 'refund_new_destinations', to('known@example.com'));
  },
);

test.serial('a key whose only refund failed is new still, and its place of the day is not given back', async (t) => {
  const { tenant } = bounded({ newDestinationsPerDay: 1 });
  const it = await cashouts(tenant);
  const failed = await refunded(rig, it, to('fail-ac03@example.com'));
  await arrives(rig, failed.id, 'FAILED');
  await isOver(t, it, 'refund_new_destinations', to('other@example.com'));
});

test.serial('no key is in clear where they are counted', async (t) => {
  const { tenant } = bounded({ newDestinationsPerDay: 5 });
  const it = await cashouts(tenant);
  const { id } = await refunded(rig, it, to('canary@example.com'));
  const names = await rig.database.connection.db?.listCollections().toArray();
  for (const { name } of names ?? []) {
    const documents = await rig.database.connection.collection(name).find().toArray();
    t.false(JSON.stringify(documents).includes('canary'), name);
  }
  t.regex((await stored(rig, id))?.['destinationId'], /^[0-9a-f]{32}$/);
});

test.serial('thirty creates at once on two replicas: exactly as many as count and sum allow', async (t) => {
  const other = await rig.replica();
  t.teardown(other.stop);
  const replicas: readonly Rpc[] = [rig.rpc, other.rpc];
  const { charge } = bounded({ countPerDay: 7, sumPerDay: 1_000 });
  const it = await charge(30_000);
  const results = await Promise.allSettled(
    Array.from({ length: 30 }, (_, n) => replicas[n % 2]?.createRefund(CALL, order(it, { amount: 100 }))),
  );
  t.is(results.filter(({ status }) => status === 'fulfilled').length, 7);
  for (const result of results)
    if (result.status === 'rejected') t.is(result.reason.more?.reason, 'refund_count_per_day', String(result.reason));
});

test.serial('503 keys away: nothing is stored, used keys are answered, and the same key goes on', async (t) => {
  const { tenant, charge } = bounded({ countPerDay: 2 });
  const it = await charge();
  const used = order(it, { amount: 1 });
  await rig.rpc.createRefund(CALL, used);
  rig.accounts.down = true;
  t.teardown(() => {
    rig.accounts.down = false;
  });
  const request = order(it, { amount: 2 });
  t.is((await refusal(rig.rpc.createRefund(CALL, request))).code, 'service_unavailable');
  t.true((await rig.rpc.createRefund(CALL, used)).replayed);
  t.is(await rig.database.connection.collection('refunds').countDocuments({ accountId: tenant.accountId }), 1);
  rig.accounts.down = false;
  t.is((await rig.rpc.createRefund(CALL, request)).refund?.amount, 2);
});
