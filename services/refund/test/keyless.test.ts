import { newId, PLATFORM_ACCOUNT, type Tenant } from '@gx/core';
import { newCipher } from '@gx/runtime';
import { until } from '@gx/testkit';
import test from 'ava';
import {
  arrives,
  CALL,
  make,
  newTenant,
  order,
  PATIENT,
  PLAIN_PROFILE,
  paid,
  pixIn,
  type Rig,
  startRig,
  stored,
} from './rig.ts';

let rig: Rig;
test.before(async () => {
  rig = await startRig({ REDELIVER_AFTER_SECONDS: '1', POLL_TIME_SCALE: '0.1' });
});
test.after.always(() => rig.stop());
test.afterEach.always('the bank behaves again', () => rig.behave());

const LOST = newCipher(Buffer.alloc(32, 9));
/** Encrypts what a refund holds under a key that no process has. */
const loseKeyOf = (id: string) => make(rig, id, { body: LOST.encrypt('{"valor":"4.00"}') });

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
const published = (id: string) =>
  until('it was published', async () => (await stored(rig, id))?.['outbox'].length === 0, PATIENT);

/** A refund that is back at its payer, of which charge has acknowledged `acknowledged`. */
async function refundOf(acknowledged: object | undefined) {
  const it = await paid(rig);
  const request = order(it, { amount: 400 });
  const { refund } = await rig.rpc.createRefund(CALL, request);
  const id = refund?.id ?? '';
  await arrives(rig, id, 'REFUNDED');
  await untilPublished(id, 'REFUNDED', 1);
  await published(id);
  const settlement = rig.charges.settlements.get(it.chargeId) ?? {};
  const acknowledges = (refunds: { refundId: string; status: string }[]) =>
    rig.charges.settlements.set(it.chargeId, { ...settlement, acknowledged: { refunds } });
  if (acknowledged !== undefined) rig.charges.settlements.set(it.chargeId, { ...settlement, acknowledged } as never);
  return { ...it, id, request, acknowledges };
}

async function returnOf(tenant: Tenant, chargeId: string) {
  const endToEndId = await pixIn(rig, 1_500);
  const id = newId('refund');
  const attributes = { returnId: id, bankProfileId: PLAIN_PROFILE, endToEndId, amount: 1_500, currency: 'BRL' };
  const give = () => rig.bus.orderReturn(tenant, chargeId, { ...attributes, reason: 'CHARGE_UNKNOWN', paidAtMs: 1 });
  await give();
  await until('it is there', async () => (await stored(rig, id)) ?? undefined, PATIENT);
  return { id: id as string, endToEndId, give };
}
const PLATFORM = { accountId: PLATFORM_ACCOUNT, livemode: false } as Tenant;

test.serial(
  'what charge has not acknowledged of a refund whose key is missing is published again, and of others too',
  async (t) => {
    const [keyless, other] = [await refundOf(undefined), await refundOf(undefined)];
    await loseKeyOf(keyless.id);
    const first = { keyless: words(keyless.id, 'REFUNDED')[0], other: words(other.id, 'REFUNDED')[0] };
    for (const { acknowledges } of [keyless, other]) acknowledges([]);
    const now = Date.now();
    await make(rig, keyless.id, { 'due.unacknowledged': new Date(now - 120_000) });
    await make(rig, other.id, { 'due.unacknowledged': new Date(now - 60_000) });
    t.deepEqual((await untilPublished(other.id, 'REFUNDED', 2))[1], first.other);
    t.deepEqual((await untilPublished(keyless.id, 'REFUNDED', 2))[1], first.keyless);
    for (const { acknowledges, id } of [keyless, other]) acknowledges([{ refundId: id, status: 'REFUNDED' }]);
    for (const { id } of [keyless, other])
      await until(
        'nothing is left',
        async () => (await stored(rig, id))?.['due'].unacknowledged === undefined,
        PATIENT,
      );
    t.deepEqual((await stored(rig, keyless.id))?.['body'].keyId, LOST.encryptionKeyId);
  },
);

test.serial('what the ledger has not booked of them is published again as well', async (t) => {
  const [keyless, other] = [await returnOf(PLATFORM, ''), await returnOf(PLATFORM, '')];
  for (const { id } of [keyless, other]) {
    await arrives(rig, id, 'REFUNDED');
    await untilPublished(id, 'REFUNDED', 1);
  }
  await loseKeyOf(keyless.id);
  const now = Date.now();
  await make(rig, keyless.id, { 'due.unposted': new Date(now - 120_000) });
  await make(rig, other.id, { 'due.unposted': new Date(now - 60_000) });
  const before = { keyless: words(keyless.id, 'REFUNDED').length, other: words(other.id, 'REFUNDED').length };
  await untilPublished(other.id, 'REFUNDED', before.other + 1);
  await untilPublished(keyless.id, 'REFUNDED', before.keyless + 1);
  for (const { id, endToEndId } of [keyless, other]) {
    rig.ledger.booked.add(`returned:${endToEndId}`);
    await until('nothing is left', async () => (await stored(rig, id))?.['due'].unposted === undefined, PATIENT);
  }
  t.deepEqual((await stored(rig, keyless.id))?.['body'].keyId, LOST.encryptionKeyId);
});

test.serial(
  'a return whose key is missing, ordered again, says again how far it is, and the next order of its account is taken up',
  async (t) => {
    const tenant = newTenant();
    const keyless = await returnOf(tenant, newId('charge'));
    await arrives(rig, keyless.id, 'REFUNDED');
    const [first] = await untilPublished(keyless.id, 'REFUNDED', 1);
    await published(keyless.id);
    await loseKeyOf(keyless.id);
    await keyless.give();
    t.deepEqual((await untilPublished(keyless.id, 'REFUNDED', 2))[1], first);
    await published(keyless.id);
    await make(rig, keyless.id, { announced: null });
    await keyless.give();
    const next = await returnOf(tenant, newId('charge'));
    await arrives(rig, next.id, 'REFUNDED');
    t.true(words(keyless.id, 'REFUNDED').some(({ sequence }) => sequence === (first?.sequence ?? 0) + 1));
    t.deepEqual(rig.bus.deadLetters(), []);
  },
);

test.serial('how far a refund is can be read without its key: in the list, and under its own key', async (t) => {
  const { id, tenant, chargeId, request } = await refundOf({ refunds: [] });
  await loseKeyOf(id);
  const { refunds } = await rig.rpc.listRefunds(CALL, { tenant, chargeId });
  t.like(refunds[0], { id, status: 'REFUNDED' });
  const { refund, replayed } = await rig.rpc.createRefund(CALL, request);
  t.like({ id: refund?.id, replayed }, { id, replayed: true });
});

test.serial('a failed return whose key is missing is listed, and others beside it', async (t) => {
  await rig.misbehave({ kind: 'fails', operation: 'devolution_put', times: 6, code: 'AB03' });
  const [keyless, other] = [await returnOf(newTenant(), newId('charge')), await returnOf(newTenant(), newId('charge'))];
  for (const { id } of [keyless, other]) await arrives(rig, id, 'FAILED');
  await loseKeyOf(keyless.id);
  const listed = (await rig.rpc.listFailedReturns(CALL, { limit: 10 })).returns.map(({ id }) => id);
  t.deepEqual(listed.toSorted(), [keyless.id, other.id].toSorted());
  t.is((await rig.rpc.retryReturn(CALL, { returnId: keyless.id })).status, 'PENDING');
});
