import { until } from '@gx/testkit';
import test from 'ava';
import {
  announced,
  bankId,
  CALL,
  event,
  holdOf,
  make,
  newKey,
  newTenant,
  PIX_OUT_FEE,
  paidOut,
  stands,
  startRig,
  stored,
  toKey,
} from './rig.ts';

const rig = await startRig({ env: { POLL_TIME_SCALE: '0.01' } });
test.after.always('everything stops', rig.stop);
test.afterEach.always('the bank behaves again', rig.behave);

const comesBack = (id: string, amount?: number) =>
  rig.simulator.control('POST', `/sim/pix-out/${bankId(id)}/returns`, amount === undefined ? {} : { amount });
const returnedOf = async (id: string): Promise<{ id: string; amount: number }[]> =>
  (await stored(rig, id))?.['returns'];
/** Has it looked at, whatever is left of its schedule. */
const look = (id: string) =>
  rig.database.connection
    .collection('payouts')
    .updateOne({ _id: id as never, owner: null }, { $set: { dueAt: new Date(0) } });
/** Looked at again and again until so much of it is back. */
const isBack = (id: string, amount: number) =>
  until(`${amount} of it are back`, async () => {
    await look(id);
    return (await returnedOf(id)).reduce((sum, one) => sum + one.amount, 0) === amount;
  });
/** The ids of what came back, as the bank has them. */
async function returnsAtBank(id: string): Promise<string[]> {
  const { returns } = await rig.simulator.control<{ returns: { id: string }[] }>('GET', `/sim/pix-out/${bankId(id)}`);
  return returns.map((one) => one.id);
}
/** What the ledger has booked as returned, each return once. */
const postings = (id: string): number[] => Object.values(holdOf(rig, id)?.returns ?? {});

test('the word of test mode: paid first, then returned whole, failed, and the amount is credited again without the fee', async (t) => {
  const tenant = newTenant();
  rig.ledger.available.set(tenant.accountId, 5_000);
  const { id } = await paidOut(rig, tenant, toKey(newKey('returned')));
  await event(rig, id, 'payout.paid');
  const failed = await until(
    'it is returned',
    async () => {
      await look(id);
      return rig.bus.events(id).find(({ type }) => type === 'payout.failed');
    },
    { timeoutMs: 60_000 },
  );
  t.like(failed.failed, {
    previousStatus: 'PAID',
    payout: { status: 'FAILED', failureCode: 'returned', returnedAmount: 1_000 },
  });
  t.deepEqual(announced(rig, id), [
    'payout.created PROCESSING<STATUS_UNSPECIFIED',
    'payout.paid PAID<PROCESSING',
    'payout.failed FAILED<PAID',
  ]);
  t.is(rig.ledger.available.get(tenant.accountId), 5_000 - PIX_OUT_FEE);
  t.is(holdOf(rig, id)?.state, 'COMMITTED');
});

test('parts come back: it stays paid and counts them, each booked once, and fails with the last of them', async (t) => {
  const tenant = newTenant();
  const { id } = await paidOut(rig, tenant);
  await stands(rig, id, 'PAID');
  await comesBack(id, 400);
  await isBack(id, 400);
  t.like(await rig.rpc.getPayout(CALL, { tenant, payoutId: id }), { status: 'PAID', returnedAmount: 400 });
  t.deepEqual(postings(id), [400]);
  await comesBack(id, 350);
  await isBack(id, 750);
  t.is((await stored(rig, id))?.['status'], 'PAID');
  await comesBack(id);
  await isBack(id, 1_000);
  await event(rig, id, 'payout.failed');
  t.like(await rig.rpc.getPayout(CALL, { tenant, payoutId: id }), { status: 'FAILED', failureCode: 'returned' });
  t.deepEqual(postings(id), [400, 350, 250]);
});

test('a callback of a return brings a look at once, also after the last look of the schedule', async (t) => {
  const tenant = newTenant();
  const { id } = await paidOut(rig, tenant);
  await stands(rig, id, 'PAID');
  await make(rig, id, { dueAt: null });
  await comesBack(id, 1_000);
  await rig.bus.callback(tenant, { bankProfileId: 'sim', pixOutId: bankId(id) });
  t.is((await event(rig, id, 'payout.failed')).failed?.payout?.failureCode, 'returned');
});

test('many looks, at once on two replicas, and many callbacks: each return is credited once', async (t) => {
  const second = await rig.replica();
  const tenant = newTenant();
  rig.ledger.available.set(tenant.accountId, 5_000);
  const { id } = await paidOut(rig, tenant);
  await stands(rig, id, 'PAID');
  await comesBack(id, 600);
  for (let n = 0; n < 10; n += 1) await rig.bus.callback(tenant, { bankProfileId: 'sim', pixOutId: bankId(id) });
  await isBack(id, 600);
  await comesBack(id, 400);
  await event(rig, id, 'payout.failed').catch(() => undefined);
  await isBack(id, 1_000);
  t.is(rig.ledger.available.get(tenant.accountId), 5_000 - PIX_OUT_FEE);
  await second.stop();
});

test.serial('the ledger away, and one that does not answer: nothing is written down before it is booked', async (t) => {
  const tenant = newTenant();
  rig.ledger.available.set(tenant.accountId, 5_000);
  const { id } = await paidOut(rig, tenant);
  await stands(rig, id, 'PAID');
  rig.ledger.trouble('PostPayoutReturn', 'unavailable', 'unavailable');
  await comesBack(id, 1_000);
  await isBack(id, 1_000);
  t.is(rig.ledger.available.get(tenant.accountId), 5_000 - PIX_OUT_FEE);
  t.is((await stored(rig, id))?.['status'], 'FAILED');
});

test('a ledger that has this return with another amount: the alarm, and nothing is concluded', async (t) => {
  const tenant = newTenant();
  const { id } = await paidOut(rig, tenant);
  await stands(rig, id, 'PAID');
  const hold = holdOf(rig, id);
  await comesBack(id, 1_000);
  const [one] = await returnsAtBank(id);
  if (hold !== undefined) hold.returns = { [one ?? '']: 999 };
  await make(rig, id, { dueAt: new Date(0) });
  await until('the alarm', () =>
    rig.lines().some((line) => line.includes('payout_return_contradicts') && line.includes(id)),
  );
  t.like(await rig.rpc.getPayout(CALL, { tenant, payoutId: id }), { status: 'PAID', returnedAmount: 0 });
});

test('one return that contradicts, one that does not: this one is booked and counted, the other waits for people', async (t) => {
  const tenant = newTenant();
  const { id } = await paidOut(rig, tenant);
  await stands(rig, id, 'PAID');
  await make(rig, id, { dueAt: null });
  await comesBack(id, 400);
  const [first] = await returnsAtBank(id);
  const hold = holdOf(rig, id);
  if (hold !== undefined) hold.returns = { [first ?? '']: 399 };
  await comesBack(id, 350);
  await isBack(id, 350);
  t.true(rig.lines().some((line) => line.includes('payout_return_contradicts') && line.includes(id)));
  t.like(await rig.rpc.getPayout(CALL, { tenant, payoutId: id }), { status: 'PAID', returnedAmount: 350 });
  t.deepEqual(postings(id), [399, 350]);
});

test('returned whole, then its limits and its duplicate are free', async (t) => {
  const tenant = newTenant();
  rig.accounts.bound(tenant, { perDayMax: 1_000 });
  const destination = toKey(newKey());
  const { id } = await paidOut(rig, tenant, destination);
  await stands(rig, id, 'PAID');
  await comesBack(id, 1_000);
  await isBack(id, 1_000);
  await stands(rig, id, 'FAILED');
  t.like(await paidOut(rig, tenant, destination), { status: 'PROCESSING' });
});
