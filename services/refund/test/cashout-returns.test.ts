import { until } from '@gx/testkit';
import test from 'ava';
import {
  arrives,
  CALL,
  due,
  make,
  order,
  PATIENT,
  type PaidCharge,
  PLAIN_PROFILE,
  PROFILE,
  paid,
  refunded,
  refusal,
  stands,
  startRig,
  stored,
} from './rig.ts';

const rig = await startRig();
const replica = await rig.replica();
test.after.always('everything stops', rig.stop);
test.afterEach.always('bank and ledger behave again', async () => {
  rig.ledger.heal('PostPayoutReturn');
  await rig.behave();
});

const bankIdOf = (id: string): string => id.replaceAll('-', '');
type Arrived = PaidCharge & { readonly id: string };

/** A cashout of 10.00 that its receiver has, and that is looked at next in hours. */
async function arrived(destinationKey = 'ana@example.com'): Promise<Arrived> {
  const it = await paid(rig, { profileId: PROFILE });
  rig.ledger.available.set(it.tenant.accountId, 1_000);
  const { id } = await refunded(rig, it, { strategy: 'CASHOUT', destinationKey });
  await arrives(rig, id, 'REFUNDED');
  await published(id, [undefined]);
  return { ...it, id };
}
const sendBack = (id: string, back: { readonly id: string; readonly amount?: number }) =>
  rig.simulator.control('POST', `/sim/pix-out/${bankIdOf(id)}/returns`, { notify: 'never', ...back });

/** What came back by each event that said REFUNDED, in their order. */
const returnedBy = (id: string) =>
  rig.bus
    .events(id)
    .filter(({ progressed }) => progressed?.status === 'REFUNDED')
    .map(({ progressed }) => progressed?.returnedAmount);
const published = (id: string, expected: readonly (number | undefined)[]) =>
  until(
    `${expected.length} events of ${id}`,
    () => returnedBy(id).length >= expected.length && returnedBy(id),
    PATIENT,
  );
const holdOf = (id: string) => rig.ledger.holds.get(`refund:${id}`);
const postsOf = (id: string): number =>
  rig.ledger.calls.filter((call) => call.startsWith(`PostPayoutReturn refund:${id} `)).length;
const alarms = (id: string): number =>
  rig.lines().filter((line) => line.includes('refund_unusable_at_bank') && line.includes(id)).length;

/** Looked at once more, by its own schedule. */
async function look({ id }: Arrived): Promise<void> {
  const before = await until('nobody is at it', async () => {
    const document = await stored(rig, id);
    return document?.['owner'] === null && document;
  });
  await due(rig, id);
  await until(
    'its look is over',
    async () => {
      const document = await stored(rig, id);
      return Number(document?.['version']) > Number(before['version']) && document?.['owner'] === null;
    },
    PATIENT,
  );
}

test.serial(
  'a cashout that comes back whole stays REFUNDED, is credited by its return, then announced once more',
  async (t) => {
    const it = await arrived();
    await sendBack(it.id, { id: 'r1' });
    await look(it);
    t.deepEqual(await published(it.id, [undefined, 1_000]), [undefined, 1_000]);
    t.deepEqual(holdOf(it.id)?.returns, { r1: 1_000 });
    t.is(rig.ledger.available.get(it.tenant.accountId), 1_000, 'what was sent is back in the wallet');
    const { refunds } = await rig.rpc.listRefunds(CALL, { tenant: it.tenant, chargeId: it.chargeId });
    t.like(refunds[0], { status: 'REFUNDED', amount: 1_000, returnedAmount: 1_000 });
  },
);

test.serial('what came back makes nothing refundable again', async (t) => {
  const it = await arrived();
  await sendBack(it.id, { id: 'r1' });
  await look(it);
  await published(it.id, [undefined, 1_000]);
  const { code } = await refusal(rig.rpc.createRefund(CALL, order(it, { amount: 1 })));
  t.is(code, 'invalid_amount');
});

test.serial('a replay of its creation says PENDING and nothing of what came back', async (t) => {
  const it = await paid(rig, { profileId: PROFILE });
  const request = order(it, { strategy: 'CASHOUT', destinationKey: 'ana@example.com' });
  const { refund } = await rig.rpc.createRefund(CALL, request);
  const one = { ...it, id: refund?.id ?? '' };
  await arrives(rig, one.id, 'REFUNDED');
  await sendBack(one.id, { id: 'r1' });
  await look(one);
  await published(one.id, [undefined, 1_000]);
  const again = await rig.rpc.createRefund(CALL, request);
  t.deepEqual(again, { refund, replayed: true });
});

test.serial('returns in parts: each is posted once, and each event is about all so far', async (t) => {
  const it = await arrived();
  await sendBack(it.id, { id: 'r1', amount: 400 });
  await look(it);
  await published(it.id, [undefined, 400]);
  await look(it);
  await sendBack(it.id, { id: 'r2', amount: 100 });
  await sendBack(it.id, { id: 'r3', amount: 500 });
  await look(it);
  t.deepEqual(await published(it.id, [undefined, 400, 1_000]), [undefined, 400, 1_000]);
  t.deepEqual(holdOf(it.id)?.returns, { r1: 400, r2: 100, r3: 500 });
  t.is(postsOf(it.id), 3);
});

test.serial('a look that finds nothing publishes nothing, and the next one is later', async (t) => {
  const it = await arrived();
  await look(it);
  const waits = async () => {
    const document = await stored(rig, it.id);
    return Number(document?.['dueAt']) - Number(document?.['claimedAt']);
  };
  const first = await waits();
  await look(it);
  t.true((await waits()) > first);
  t.deepEqual(returnedBy(it.id), [undefined]);
  t.is(postsOf(it.id), 0);
});

test.serial('the bank’s callback about the sent Pix brings a look at once', async (t) => {
  const it = await arrived();
  await look(it);
  await sendBack(it.id, { id: 'r1' });
  await rig.bus.callback(it.tenant, { bankProfileId: PROFILE, pixOutId: bankIdOf(it.id) });
  t.deepEqual(await published(it.id, [undefined, 1_000]), [undefined, 1_000]);
});

test.serial('the callback comes ten times, to two replicas: each return is credited and announced once', async (t) => {
  const all = await Promise.all(Array.from({ length: 6 }, () => arrived()));
  await Promise.all(all.map(({ id }) => sendBack(id, { id: 'r1', amount: 400 })));
  const call = ({ id, tenant }: Arrived) =>
    rig.bus.callback(tenant, { bankProfileId: PROFILE, pixOutId: bankIdOf(id) });
  await Promise.all(all.flatMap((it) => Array.from({ length: 10 }, () => call(it))));
  for (const { id } of all) await published(id, [undefined, 400]);
  await Promise.all(all.map(({ id }) => sendBack(id, { id: 'r2', amount: 600 })));
  await Promise.all(all.flatMap((it) => Array.from({ length: 10 }, () => call(it))));
  for (const { id, tenant } of all) {
    t.deepEqual(await published(id, [undefined, 400, 1_000]), [undefined, 400, 1_000]);
    t.deepEqual(holdOf(id)?.returns, { r1: 400, r2: 600 });
    t.is(rig.ledger.available.get(tenant.accountId), 1_000);
  }
});

test.serial(
  'a key that the simulator sends back after five seconds: found without callback and without help',
  async (t) => {
    const it = await paid(rig, { profileId: PROFILE });
    const { id } = await refunded(rig, it, { strategy: 'CASHOUT', destinationKey: 'returned@example.com' });
    await stands(rig, id, 'REFUNDED');
    t.deepEqual(await published(id, [undefined, 1_000]), [undefined, 1_000]);
  },
);

test.serial(
  'nothing is announced before the ledger has it: away, it is posted and announced when it is back',
  async (t) => {
    const it = await arrived();
    await sendBack(it.id, { id: 'r1' });
    rig.ledger.trouble('PostPayoutReturn', ...Array.from({ length: 3 }, () => 'unavailable' as const));
    await look(it);
    t.deepEqual(returnedBy(it.id), [undefined]);
    t.is(holdOf(it.id)?.returns, undefined);
    rig.ledger.heal('PostPayoutReturn');
    await look(it);
    t.deepEqual(await published(it.id, [undefined, 1_000]), [undefined, 1_000]);
    t.deepEqual(holdOf(it.id)?.returns, { r1: 1_000 });
  },
);

test.serial('the ledger’s answer is lost, then the return is posted again and credited once', async (t) => {
  const it = await arrived();
  await sendBack(it.id, { id: 'r1' });
  rig.ledger.trouble('PostPayoutReturn', 'mute_after');
  await due(rig, it.id);
  t.deepEqual(await published(it.id, [undefined, 1_000]), [undefined, 1_000]);
  t.true(postsOf(it.id) >= 2);
  t.is(rig.ledger.available.get(it.tenant.accountId), 1_000);
});

test.serial('a bank that gives no answer is queried again, and nothing is concluded meanwhile', async (t) => {
  const it = await arrived();
  await sendBack(it.id, { id: 'r1' });
  await rig.misbehave({ operation: 'pix_out_get', kind: '503', times: 20 });
  await look(it);
  t.deepEqual([returnedBy(it.id), (await stored(rig, it.id))?.['polls']], [[undefined], 0]);
  await rig.behave();
  await look(it);
  t.deepEqual(await published(it.id, [undefined, 1_000]), [undefined, 1_000]);
});

test.serial(
  'a bank that contradicts itself: alarm, nothing is posted or announced, and the next look comes',
  async (t) => {
    const it = await arrived();
    await sendBack(it.id, { id: 'r1', amount: 400 });
    await make(rig, it.id, { returns: [{ id: 'r1', amount: 300 }] });
    await look(it);
    t.is(alarms(it.id), 1);
    t.deepEqual([postsOf(it.id), returnedBy(it.id)], [0, [undefined]]);
    t.true(Number((await stored(rig, it.id))?.['dueAt']) > Date.now());
  },
);

test.serial(
  'a ledger that has another return under this id: alarm, and what it refuses is not announced',
  async (t) => {
    const it = await arrived();
    const hold = holdOf(it.id);
    if (hold === undefined) return t.fail();
    hold.returns = { r1: 399 };
    await sendBack(it.id, { id: 'r1', amount: 400 });
    await sendBack(it.id, { id: 'r2', amount: 500 });
    await look(it);
    t.deepEqual(await published(it.id, [undefined, 500]), [undefined, 500]);
    t.is(alarms(it.id), 1);
  },
);

test.serial('what went back by devolution has no further look', async (t) => {
  const { id } = await refunded(rig, await paid(rig, { profileId: PLAIN_PROFILE }));
  await arrives(rig, id, 'REFUNDED');
  t.is((await stored(rig, id))?.['dueAt'], null);
});

test.serial('twelve cashouts that come back in two parts on two replicas: each part once', async (t) => {
  t.truthy(replica);
  const all = await Promise.all(Array.from({ length: 12 }, () => arrived()));
  await Promise.all(
    all.flatMap(({ id }) => [sendBack(id, { id: 'r1', amount: 400 }), sendBack(id, { id: 'r2', amount: 600 })]),
  );
  const again = setInterval(() => all.forEach(({ id }) => void due(rig, id)), 50);
  t.teardown(() => clearInterval(again));
  for (const { id, tenant } of all) {
    await until(`${id} is back`, () => returnedBy(id).at(-1) === 1_000, PATIENT);
    t.is(rig.ledger.available.get(tenant.accountId), 1_000);
    t.deepEqual(holdOf(id)?.returns, { r1: 400, r2: 600 });
  }
});
