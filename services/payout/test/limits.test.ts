import type { Tenant } from '@gx/core';
import { until } from '@gx/testkit';
import test from 'ava';
import {
  arrives,
  CALL,
  countOf,
  event,
  make,
  newKey,
  newTenant,
  order,
  type PayoutRequest,
  paidOut,
  refusal,
  startRig,
  stored,
  toKey,
} from './rig.ts';

const local = (text: string): Date => new Date(`${text}-03:00`);
/** Ahead of the database's clock, so that what waits for the end of a night waits. */
const DAY = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
const NEXT_DAY = new Date(Date.now() + 4 * 86_400_000).toISOString().slice(0, 10);
const NOON = local(`${DAY}T12:00:00`);
let clock = NOON;
const rig = await startRig({ env: { POLL_TIME_SCALE: '0.1' }, now: () => clock });
test.after.always('everything stops', rig.stop);
test.beforeEach(() => {
  clock = NOON;
});

const reasonOf = async (tenant: Tenant, change: PayoutRequest = {}): Promise<string | undefined> =>
  rig.rpc.createPayout(CALL, order(tenant, change)).then(
    () => 'created',
    ({ code, more }) => {
      if (code !== 'fraud.payout_limit_exceeded' && code !== 'unprocessable_entity') throw new Error(code);
      return more.reason;
    },
  );

test.serial('403 payout_per_payment: one payout above what the account may send in one', async (t) => {
  const tenant = newTenant();
  rig.accounts.bound(tenant, { perPaymentMax: 1_000 });
  t.is(await reasonOf(tenant, { amount: 1_001 }), 'payout_per_payment');
  t.is(await reasonOf(tenant, { amount: 1_000 }), 'created');
  t.is(await countOf(rig, tenant), 1);
});

test.serial('403 payout_per_day: exactly what fits, among creates at once on two replicas', async (t) => {
  const second = await rig.replica();
  const tenant = newTenant();
  rig.accounts.bound(tenant, { perDayMax: 10_500 });
  const outcomes = await Promise.all(
    Array.from({ length: 60 }, (_, nth) =>
      (nth % 2 === 0 ? rig : second).rpc.createPayout(CALL, order(tenant)).then(
        () => 'created',
        ({ code, more }) => `${code} ${more.reason}`,
      ),
    ),
  );
  t.is(outcomes.filter((one) => one === 'created').length, 10);
  t.is(outcomes.filter((one) => one === 'fraud.payout_limit_exceeded payout_per_day').length, 50);
  t.is(await countOf(rig, tenant), 10);
  t.is(await reasonOf(tenant, { amount: 500 }), 'created');
  t.is(await reasonOf(tenant, { amount: 1 }), 'payout_per_day');
  await second.stop();
});

test.serial('a scheduled payout counts in the local day of its sending', async (t) => {
  const tenant = newTenant();
  rig.accounts.bound(tenant, { perDayMax: 1_000 });
  const scheduledForMs = local(`${NEXT_DAY}T00:00:00`).getTime();
  t.is(await reasonOf(tenant), 'created');
  t.is(await reasonOf(tenant, { scheduledForMs: scheduledForMs - 1 }), 'payout_per_day');
  t.is(await reasonOf(tenant, { scheduledForMs }), 'created');
  t.is(await reasonOf(tenant, { scheduledForMs: scheduledForMs + 1 }), 'payout_per_day');
});

test.serial('a payout that failed, or was cancelled, makes room by the moment that it reads so', async (t) => {
  const tenant = newTenant();
  rig.accounts.bound(tenant, { perDayMax: 1_000 });
  const failing = await paidOut(rig, tenant, toKey(newKey('fail-ac03')));
  t.is(await reasonOf(tenant), 'payout_per_day');
  await arrives(rig, failing.id, 'FAILED');
  const scheduledForMs = NOON.getTime() + 60_000;
  const waiting = await paidOut(rig, tenant, { scheduledForMs });
  t.is(await reasonOf(tenant), 'payout_per_day');
  await rig.rpc.cancelPayout(CALL, { tenant, payoutId: waiting.id });
  t.is(await reasonOf(tenant), 'created');
});

test.serial('a payout that a limit refused, and one that the wallet was short for, take no room', async (t) => {
  const tenant = newTenant();
  rig.accounts.bound(tenant, { perDayMax: 1_000 });
  rig.ledger.available.set(tenant.accountId, 10);
  t.is(await reasonOf(tenant), 'insufficient_balance');
  rig.ledger.available.delete(tenant.accountId);
  t.is(await reasonOf(tenant, { amount: 1_001 }), 'payout_per_day');
  t.is(await reasonOf(tenant), 'created');
});

test.serial('403 payout_new_destination: so much to a destination that is less than a day old, in all', async (t) => {
  const tenant = newTenant();
  rig.accounts.bound(tenant, { newDestinationMax: 1_500 });
  const destination = toKey(newKey());
  const first = await paidOut(rig, tenant, destination);
  t.is(await reasonOf(tenant, { ...destination, amount: 501 }), 'payout_new_destination');
  t.is(await reasonOf(tenant, { ...destination, amount: 500 }), 'created');
  t.is(await reasonOf(tenant, { amount: 1_500 }), 'created', 'another destination has room of its own');
  await arrives(rig, first.id, 'PAID');
  t.is(await reasonOf(tenant, { ...destination, amount: 1_400 }), 'payout_new_destination', 'it is new still');
  await make(rig, first.id, { paidAt: new Date(NOON.getTime() - 86_400_000) });
  t.is(await reasonOf(tenant, { ...destination, amount: 1_400 }), 'created');
});

test.serial('403 payout_per_night: at night so much in all, from 20 h to 6 h', async (t) => {
  const tenant = newTenant();
  rig.accounts.bound(tenant, { perNightMax: 1_000 });
  t.is(await reasonOf(tenant, { amount: 5_000 }), 'created', 'by day there is no such limit');
  clock = local(`${DAY}T20:00:00`);
  t.is(await reasonOf(tenant, { amount: 600 }), 'created');
  t.is(await reasonOf(tenant, { amount: 401 }), 'payout_per_night');
  clock = local(`${NEXT_DAY}T05:59:59`);
  t.is(await reasonOf(tenant, { amount: 401 }), 'payout_per_night', 'it is the same night');
  t.is(await reasonOf(tenant, { amount: 400 }), 'created');
  clock = local(`${NEXT_DAY}T06:00:00`);
  t.is(await reasonOf(tenant, { amount: 5_000 }), 'created');
});

test.serial(
  'what was planned by day and leaves at night: what fits is sent, what does not waits until six',
  async (t) => {
    const tenant = newTenant();
    rig.accounts.bound(tenant, { perNightMax: 1_000, approvalRequired: true });
    const user = rig.accounts.user(tenant.accountId);
    const [first, second, third] = [
      await paidOut(rig, tenant, { amount: 600 }),
      await paidOut(rig, tenant, { amount: 600 }),
      await paidOut(rig, tenant, { amount: 400 }),
    ];
    clock = local(`${DAY}T21:00:00`);
    const approve = (payoutId: string) => rig.rpc.approvePayout(CALL, { accessToken: user.accessToken, payoutId });
    t.is((await approve(first.id)).status, 'PROCESSING');
    t.is((await approve(second.id)).status, 'PENDING');
    t.is((await approve(third.id)).status, 'PROCESSING');
    t.deepEqual((await stored(rig, second.id))?.['dueAt'], local(`${NEXT_DAY}T06:00:00`));
    await arrives(rig, third.id, 'PAID');
    t.is((await stored(rig, second.id))?.['status'], 'PENDING');
    clock = local(`${NEXT_DAY}T06:00:00`);
    await make(rig, second.id, { dueAt: new Date(0) });
    await arrives(rig, second.id, 'PAID');
  },
);

test.serial('room that a failure leaves at night is there for the next one', async (t) => {
  const tenant = newTenant();
  rig.accounts.bound(tenant, { perNightMax: 1_000, approvalRequired: true });
  const user = rig.accounts.user(tenant.accountId);
  const failing = await paidOut(rig, tenant, toKey(newKey('fail-ac03')));
  const waiting = await paidOut(rig, tenant);
  clock = local(`${DAY}T21:00:00`);
  const approve = (payoutId: string) => rig.rpc.approvePayout(CALL, { accessToken: user.accessToken, payoutId });
  await approve(failing.id);
  await arrives(rig, failing.id, 'FAILED');
  t.is((await approve(waiting.id)).status, 'PROCESSING');
});

test.serial(
  '422 duplicate_suspected: same destination and amount within ten minutes, unless both are meant',
  async (t) => {
    const tenant = newTenant();
    const destination = toKey(newKey());
    t.is(await reasonOf(tenant, destination), 'created');
    t.is(await reasonOf(tenant, destination), 'duplicate_suspected');
    t.is(await reasonOf(tenant, { ...destination, amount: 1_001 }), 'created');
    t.is(await reasonOf(tenant, { ...destination, allowDuplicate: true }), 'created');
    t.is(await reasonOf(newTenant(), destination), 'created');
    clock = new Date(NOON.getTime() + 599_999);
    t.is(await reasonOf(tenant, destination), 'duplicate_suspected');
    clock = new Date(NOON.getTime() + 600_000);
    t.is(await reasonOf(tenant, destination), 'created');
  },
);

test.serial('one that failed, or was cancelled, is no duplicate any more', async (t) => {
  const tenant = newTenant();
  const failing = toKey(newKey('fail-ac03'));
  const first = await paidOut(rig, tenant, failing);
  await event(rig, first.id, 'payout.failed');
  t.is(await reasonOf(tenant, failing), 'created');
  const destination = toKey(newKey());
  const waiting = await paidOut(rig, tenant, { ...destination, scheduledForMs: NOON.getTime() + 60_000 });
  t.is(await reasonOf(tenant, destination), 'duplicate_suspected', 'scheduled ones count');
  await rig.rpc.cancelPayout(CALL, { tenant, payoutId: waiting.id });
  t.is(await reasonOf(tenant, destination), 'created');
});

test.serial('alike at once on two replicas: exactly one, each time', async (t) => {
  const second = await rig.replica();
  for (let round = 0; round < 15; round += 1) {
    const tenant = newTenant();
    const destination = toKey(newKey());
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, (_, nth) =>
        (nth % 2 === 0 ? rig : second).rpc.createPayout(CALL, order(tenant, destination)).then(
          () => 'created',
          ({ more }) => more.reason,
        ),
      ),
    );
    t.is(outcomes.filter((one) => one === 'created').length, 1);
    t.is(outcomes.filter((one) => one === 'duplicate_suspected').length, 9);
  }
  await second.stop();
});

test.serial('who stands in the way of another one and is refused himself, stands in nobody’s way', async (t) => {
  const tenant = newTenant();
  rig.accounts.bound(tenant, { perDayMax: 1_000 });
  rig.ledger.available.set(tenant.accountId, 700);
  let proceed = (): void => undefined;
  rig.ledger.trouble('PlaceHold', (late) => {
    proceed = late;
  });
  const before = rig.ledger.calls.length;
  const short = refusal(rig.rpc.createPayout(CALL, order(tenant, { amount: 900 })));
  await until('its hold is asked for', () => rig.ledger.calls.length > before);
  const fits = rig.rpc.createPayout(CALL, order(tenant, { amount: 500 }));
  await until('the other one has come too', async () => (await countOf(rig, tenant)) === 2);
  proceed();
  t.is((await short).more.reason, 'insufficient_balance');
  t.is((await fits).payout?.amount, 500);
});
