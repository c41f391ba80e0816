import { newId, PLATFORM_ACCOUNT } from '@gx/core';
import { until } from '@gx/testkit';
import test from 'ava';
import {
  arrives,
  CALL,
  make,
  newTenant,
  order,
  PATIENT,
  type PaidCharge,
  PLAIN_PROFILE,
  paid,
  pixIn,
  startRig,
  stored,
} from './rig.ts';

const rig = await startRig({ REDELIVER_AFTER_SECONDS: '1', POLL_TIME_SCALE: '0.1' });
await rig.replica();
test.after.always('everything stops', rig.stop);
test.afterEach.always('charge is there again', () => {
  rig.charges.down = false;
});

/**
 * What the charge says that it has heard of; nothing at all where it is undefined.
 */
function acknowledges(chargeId: string, refunds: { refundId: string; status: string }[] | undefined): void {
  const { acknowledged: _, ...settlement } = rig.charges.settlements.get(chargeId) ?? {};
  rig.charges.settlements.set(
    chargeId,
    refunds === undefined ? settlement : { ...settlement, acknowledged: { refunds } },
  );
}
const words = (id: string, status: string) =>
  rig.bus
    .publications(id)
    .filter(({ progressed, returnProgressed }) => (progressed ?? returnProgressed)?.status === status);
const untilPublished = (id: string, status: string, times: number) =>
  until(
    `${status} was published ${times} times`,
    () => words(id, status).length >= times && words(id, status),
    PATIENT,
  );
const since = async (id: string) => (await stored(rig, id))?.['due']?.unacknowledged;
const nothingIsLeft = (id: string) =>
  until('nothing is left to be published', async () => (await since(id)) === undefined, PATIENT);

async function refundOf(it: PaidCharge): Promise<string> {
  const { refund } = await rig.rpc.createRefund(CALL, order(it, { amount: 400 }));
  const id = refund?.id ?? '';
  await arrives(rig, id, 'REFUNDED');
  await untilPublished(id, 'REFUNDED', 1);
  return id;
}

/** The return of money of a charge that is known. */
async function returnOf(it: PaidCharge): Promise<string> {
  const endToEndId = await pixIn(rig, 1_500);
  const id = newId('refund');
  const attributes = { returnId: id, bankProfileId: PLAIN_PROFILE, endToEndId, amount: 1_500, currency: 'BRL' };
  await rig.bus.orderReturn(it.tenant as never, it.chargeId, { ...attributes, reason: 'AMOUNT_MISMATCH', paidAtMs: 1 });
  await until('it is there', async () => (await stored(rig, id)) ?? undefined, PATIENT);
  await arrives(rig, id, 'REFUNDED');
  await untilPublished(id, 'REFUNDED', 1);
  return id;
}

for (const [what, make, before] of [
  ['a refund that charge has not acknowledged', refundOf, undefined],
  ['a refund of which charge has acknowledged only that it is under way', refundOf, 'IN_PROGRESS'],
  ['a return of which charge has acknowledged only that it was taken up', returnOf, 'IN_PROGRESS'],
] as const) {
  test.serial(`the end of ${what} is published again, as the same event, until it has`, async (t) => {
    const it = await paid(rig);
    acknowledges(it.chargeId, []);
    const id = await make(it);
    acknowledges(it.chargeId, before === undefined ? [] : [{ refundId: id, status: before }]);
    const [first, ...again] = await untilPublished(id, 'REFUNDED', 3);
    for (const one of again) t.deepEqual(one, first);
    acknowledges(it.chargeId, [{ refundId: id, status: 'REFUNDED' }]);
    await nothingIsLeft(id);
    t.is((await stored(rig, id))?.['sequence'], first?.sequence);
  });
}

test.serial('what charge has acknowledged is not published again', async (t) => {
  const it = await paid(rig);
  acknowledges(it.chargeId, undefined);
  const id = await refundOf(it);
  acknowledges(it.chargeId, [{ refundId: id, status: 'REFUNDED' }]);
  await nothingIsLeft(id);
  t.is(words(id, 'REFUNDED').length, 1);
});

test.serial('a charge that does not say is queried again and receives nothing twice', async (t) => {
  const it = await paid(rig);
  acknowledges(it.chargeId, undefined);
  const id = await refundOf(it);
  const { queries } = rig.charges;
  await until('it was queried again and again', () => rig.charges.queries >= queries + 3, PATIENT);
  t.is(words(id, 'REFUNDED').length, 1);
  acknowledges(it.chargeId, []);
  await untilPublished(id, 'REFUNDED', 2);
  acknowledges(it.chargeId, [{ refundId: id, status: 'REFUNDED' }]);
  await nothingIsLeft(id);
});

test.serial(
  'while charge is away nothing is published again; when it is back, what it has not acknowledged is',
  async (t) => {
    const it = await paid(rig);
    acknowledges(it.chargeId, undefined);
    const id = await refundOf(it);
    rig.charges.down = true;
    acknowledges(it.chargeId, []);
    await make(rig, id, { 'due.unacknowledged': new Date(1) });
    await until('a run was in vain', () => rig.charges.refused >= 2, PATIENT);
    t.deepEqual(await since(id), new Date(1));
    t.is(words(id, 'REFUNDED').length, 1);
    rig.charges.down = false;
    await untilPublished(id, 'REFUNDED', 2);
    acknowledges(it.chargeId, [{ refundId: id, status: 'REFUNDED' }]);
    await nothingIsLeft(id);
  },
);

test.serial('what charge does not take in for a day is a person’s', async (t) => {
  const it = await paid(rig);
  acknowledges(it.chargeId, undefined);
  const id = await refundOf(it);
  await make(rig, id, { 'announced.at': new Date(Date.now() - 25 * 3_600_000) });
  acknowledges(it.chargeId, []);
  await nothingIsLeft(id);
  t.true(rig.lines().some((line) => line.includes('refund_unacknowledged') && line.includes(id)));
  t.is(words(id, 'REFUNDED').length, 1);
});

test.serial('what could not be queried for a day is published once more before it is a person’s', async (t) => {
  const it = await paid(rig);
  acknowledges(it.chargeId, undefined);
  const id = await refundOf(it);
  const dayAgo = new Date(Date.now() - 25 * 3_600_000);
  rig.charges.down = true;
  // What still waits to be said is not said beside itself.
  await until('it has left', async () => (await stored(rig, id))?.['outbox'].length === 0, PATIENT);
  await make(rig, id, { 'announced.at': dayAgo, 'due.unacknowledged': dayAgo });
  acknowledges(it.chargeId, []);
  rig.charges.down = false;
  await untilPublished(id, 'REFUNDED', 2);
  await nothingIsLeft(id);
  t.true(rig.lines().some((line) => line.includes('refund_unacknowledged') && line.includes(id)));
});

test.serial(
  'of a charge that nobody is shown, which was never presented, nothing is queried twice and nobody is called',
  async (t) => {
    const id = await returnOf({ tenant: newTenant(), chargeId: newId('charge'), endToEndId: '' });
    await nothingIsLeft(id);
    t.is(words(id, 'REFUNDED').length, 1);
    t.false(rig.lines().some((line) => line.includes('refund_unacknowledged') && line.includes(id)));
  },
);

test.serial(
  'a charge that does not say is not queried for longer than a day, and nobody is called for it',
  async (t) => {
    const it = await paid(rig);
    acknowledges(it.chargeId, undefined);
    const id = await refundOf(it);
    await make(rig, id, { 'announced.at': new Date(Date.now() - 25 * 3_600_000) });
    await nothingIsLeft(id);
    t.false(rig.lines().some((line) => line.includes('refund_unacknowledged') && line.includes(id)));
  },
);

test.serial('of money of no charge nobody is queried', async (t) => {
  const endToEndId = await pixIn(rig, 1_500);
  const id = newId('refund');
  const attributes = { returnId: id, bankProfileId: PLAIN_PROFILE, endToEndId, amount: 1_500, currency: 'BRL' };
  await rig.bus.orderReturn({ accountId: PLATFORM_ACCOUNT, livemode: false } as never, '', {
    ...attributes,
    reason: 'CHARGE_UNKNOWN',
    paidAtMs: 1,
  });
  await until('it is there', async () => (await stored(rig, id)) ?? undefined, PATIENT);
  await arrives(rig, id, 'REFUNDED');
  t.is(await since(id), undefined);
});
