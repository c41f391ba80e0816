import { newId, PLATFORM_ACCOUNT } from '@gx/core';
import { until } from '@gx/testkit';
import test from 'ava';
import {
  arrives,
  event,
  make,
  PATIENT,
  PLAIN_PROFILE,
  PROFILE,
  paid,
  pixIn,
  type Rig,
  refunded,
  startRig,
  stored,
} from './rig.ts';

const FAST = { REDELIVER_AFTER_SECONDS: '1', POLL_TIME_SCALE: '0.1' } as const;
const rig = await startRig(FAST);
await rig.replica();
test.after.always('everything stops', rig.stop);
test.afterEach.always('the ledger is there again', () => {
  rig.ledger.down = false;
});

const bankId = (id: string): string => id.replaceAll('-', '');
const DAY_AGO = () => new Date(Date.now() - 25 * 3_600_000);

/** A Pix-out that succeeds after it had failed in so many words. */
async function lossOf(on: Rig): Promise<string> {
  await on.misbehave({ kind: 'fails', operation: 'pix_out_put', times: 1, code: 'AB03' });
  const it = await paid(on, { profileId: PROFILE });
  const { id } = await refunded(on, it, { amount: 300, destinationKey: 'ana@example.com' });
  await arrives(on, id, 'FAILED');
  await on.simulator.control('POST', `/sim/pix-out/${bankId(id)}`, { status: 'REALIZADO' });
  await until(
    'it is looked at again',
    async () => {
      await on.bus.callback(it.tenant, { bankProfileId: PROFILE, pixOutId: bankId(id) });
      return (await stored(on, id))?.['lostAt'] !== null;
    },
    { timeoutMs: 30_000, everyMs: 300 },
  );
  await event(on, id, 'refund.lost');
  return id;
}

/** Money of no charge, back at its payer. */
async function unmatchedPaymentOf(on: Rig): Promise<string> {
  const endToEndId = await pixIn(on, 1_500);
  const id = newId('refund');
  const attributes = { returnId: id, bankProfileId: PLAIN_PROFILE, endToEndId, amount: 1_500, currency: 'BRL' };
  const ordered = { ...attributes, reason: 'CHARGE_UNKNOWN', paidAtMs: 1 };
  await on.bus.orderReturn({ accountId: PLATFORM_ACCOUNT, livemode: false } as never, '', ordered);
  await until('it is there', async () => (await stored(on, id)) ?? undefined, PATIENT);
  await arrives(on, id, 'REFUNDED');
  await event(on, id, 'return.progressed', 'REFUNDED');
  return id;
}

const CASES = [
  ['a loss', lossOf, 'refund.lost', (id: string) => `loss:${id}`],
  [
    'money of no charge that is back',
    unmatchedPaymentOf,
    'return.progressed',
    async (id: string) => `returned:${(await stored(rig, id))?.['endToEndId']}`,
  ],
] as const;

const words = (on: Rig, id: string, type: string) =>
  on.bus
    .publications(id)
    .filter((one) => one.type === type && (one.returnProgressed?.status ?? 'REFUNDED') === 'REFUNDED');
const untilPublished = (on: Rig, id: string, type: string, times: number) =>
  until(
    `${type} was published ${times} times`,
    () => words(on, id, type).length >= times && words(on, id, type),
    PATIENT,
  );
const since = async (on: Rig, id: string) => (await stored(on, id))?.['due']?.unposted;
const nothingIsLeft = (on: Rig, id: string) =>
  until('nothing is left to be published', async () => (await since(on, id)) === undefined, PATIENT);
const isAlarmed = (on: Rig, id: string): boolean =>
  on.lines().some((line) => line.includes('refund_unposted') && line.includes(id));

for (const [what, happens, type, referenceOf] of CASES) {
  test.serial(`${what} is published again, as the same event, until the ledger has booked it`, async (t) => {
    const id = await happens(rig);
    const sequence = (await stored(rig, id))?.['sequence'];
    const [first, ...again] = await untilPublished(rig, id, type, 3);
    for (const one of again) t.deepEqual(one, first);
    rig.ledger.booked.add(await referenceOf(id));
    await nothingIsLeft(rig, id);
    t.is((await stored(rig, id))?.['sequence'], sequence);
    t.false(isAlarmed(rig, id));
  });

  test.serial(`${what}, once it is booked, is not published again`, async (t) => {
    // Nobody can ask before it is booked.
    rig.ledger.down = true;
    const id = await happens(rig);
    rig.ledger.booked.add(await referenceOf(id));
    rig.ledger.down = false;
    await nothingIsLeft(rig, id);
    t.is(words(rig, id, type).length, 1);
  });
}

test.serial(
  'while the ledger is away nothing is published again; when it is back, what it has not booked is',
  async (t) => {
    rig.ledger.down = true;
    const id = await lossOf(rig);
    await make(rig, id, { 'due.unposted': new Date(1) });
    const { refused } = rig.ledger;
    await until('a run was in vain', () => rig.ledger.refused >= refused + 2, PATIENT);
    t.deepEqual(await since(rig, id), new Date(1));
    t.is(words(rig, id, 'refund.lost').length, 1);
    rig.ledger.down = false;
    await untilPublished(rig, id, 'refund.lost', 2);
    rig.ledger.booked.add(`loss:${id}`);
    await nothingIsLeft(rig, id);
  },
);

test.serial('what the ledger does not book for a day is a person’s', async (t) => {
  rig.ledger.down = true;
  const id = await lossOf(rig);
  await make(rig, id, { lostAt: DAY_AGO() });
  rig.ledger.down = false;
  await nothingIsLeft(rig, id);
  t.true(isAlarmed(rig, id));
  t.is(words(rig, id, 'refund.lost').length, 1);
});

test.serial('what could not be queried for a day is published once more before it is a person’s', async (t) => {
  rig.ledger.down = true;
  const id = await lossOf(rig);
  // What still waits to be said is not said beside itself.
  await until('it has left', async () => (await stored(rig, id))?.['outbox'].length === 0, PATIENT);
  await make(rig, id, { lostAt: DAY_AGO(), 'due.unposted': DAY_AGO() });
  rig.ledger.down = false;
  await untilPublished(rig, id, 'refund.lost', 2);
  await nothingIsLeft(rig, id);
  t.true(isAlarmed(rig, id));
});

test.serial('a refund that charge acknowledges is not queried', async (t) => {
  const it = await paid(rig, { profileId: PROFILE });
  const { id: plain } = await refunded(rig, it, { amount: 300, destinationKey: 'ana@example.com' });
  await arrives(rig, plain, 'REFUNDED');
  t.is(await since(rig, plain), undefined);
});
