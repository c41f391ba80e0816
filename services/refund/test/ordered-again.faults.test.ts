import { newId, PLATFORM_ACCOUNT } from '@gx/core';
import { until } from '@gx/testkit';
import test from 'ava';
import { booksOf } from './at-bank.ts';
import { arrives, newTenant, PATIENT, PLAIN_PROFILE, pixIn, startRig, stored } from './rig.ts';

const rig = await startRig({
  BANK_CALL_MS: '1500',
  BANK_MS: '5000',
  PEER_CALL_MS: '2000',
  POLL_TIME_SCALE: '0.1',
});
await rig.replica();
test.after.always('everything stops', rig.stop);
test.afterEach.always('the bank behaves again', async () => {
  await rig.behave();
});

/**
 * An order of charge, which it gives as often as it likes; Kafka may bring one twice as well, so what was
 * said before it came again may include PENDING.
 */
async function order(
  tenant: { accountId: string; livemode: boolean } = newTenant(),
  chargeId: string = newId('charge'),
) {
  const endToEndId = await pixIn(rig, 1_500);
  const id = newId('refund');
  const attributes = { returnId: id, bankProfileId: PLAIN_PROFILE, endToEndId, amount: 1_500, currency: 'BRL' };
  const give = () =>
    rig.bus.orderReturn(tenant as never, chargeId, { ...attributes, reason: 'AMOUNT_MISMATCH', paidAtMs: 1 });
  await give();
  await until('it is there', async () => (await stored(rig, id)) ?? undefined, PATIENT);
  /** Once what was said is out of its document: until then it need not be said again. */
  const giveAgain = async () => {
    await until('it was published', async () => (await stored(rig, id))?.['outbox'].length === 0, PATIENT);
    await give();
  };
  return { id: id as string, endToEndId, give, giveAgain };
}
/** Once a status has been said so often. */
const untilPublished = (id: string, status: string, count: number) =>
  until(
    `${status} was published ${count} times`,
    () => {
      const words = rig.bus.publications(id).filter(({ returnProgressed }) => returnProgressed?.status === status);
      return words.length >= count && words;
    },
    PATIENT,
  );
const devolutions = async (endToEndId: string) =>
  (await booksOf(rig, endToEndId)).devolutions.filter(({ status }) => status === 'DEVOLVIDO').length;

for (const [what, tenant, chargeId] of [
  ['money of a charge', newTenant(), newId('charge') as string],
  ['money of no charge', { accountId: PLATFORM_ACCOUNT, livemode: false }, ''],
] as const) {
  test.serial(
    `${what} that is back already: ordered again, the same event is published again, and nothing is sent`,
    async (t) => {
      const it = await order(tenant, chargeId);
      const [first] = await untilPublished(it.id, 'REFUNDED', 1);
      await it.giveAgain();
      const [, again] = await untilPublished(it.id, 'REFUNDED', 2);
      t.deepEqual(again, first);
      await it.giveAgain();
      await untilPublished(it.id, 'REFUNDED', 3);
      t.is(await devolutions(it.endToEndId), 1);
      t.is((await stored(rig, it.id))?.['sequence'], first?.sequence);
    },
  );
}

test.serial('while the bank is silent an order that comes again is answered: it is there', async (t) => {
  await rig.misbehave({ kind: '503', operation: '*' });
  const it = await order();
  await it.giveAgain();
  const [first] = await untilPublished(it.id, 'PENDING', 1);
  await it.giveAgain();
  const [, again] = await untilPublished(it.id, 'PENDING', 2);
  t.deepEqual(again, first);
  await rig.behave();
  await arrives(rig, it.id, 'REFUNDED');
  await untilPublished(it.id, 'REFUNDED', 1);
  t.is(await devolutions(it.endToEndId), 1);
  t.deepEqual(
    rig.bus.events(it.id).map(({ sequence }) => sequence),
    [1, 2, 3],
  );
});

test.serial('what failed for good says so again, also while it is tried once more', async (t) => {
  await rig.misbehave({ kind: 'fails', operation: 'devolution_put', times: 3, code: 'AB03' });
  const it = await order();
  await arrives(rig, it.id, 'FAILED');
  const [first] = await untilPublished(it.id, 'FAILED', 1);
  await it.giveAgain();
  t.deepEqual((await untilPublished(it.id, 'FAILED', 2))[1], first);
  await rig.misbehave({ kind: '503', operation: '*' });
  await rig.rpc.retryReturn({ requestId: 'test' }, { returnId: it.id });
  await it.giveAgain();
  t.deepEqual((await untilPublished(it.id, 'FAILED', 3))[2], first);
  await rig.behave();
  await arrives(rig, it.id, 'REFUNDED');
  await untilPublished(it.id, 'REFUNDED', 1);
  t.is(await devolutions(it.endToEndId), 1);
});

test.serial(
  'ordered by many at once on two replicas, before and after: every event in one way of saying it, one devolution',
  async (t) => {
    const it = await order();
    await Promise.all(Array.from({ length: 10 }, it.give));
    await arrives(rig, it.id, 'REFUNDED');
    await it.giveAgain();
    await Promise.all(Array.from({ length: 10 }, it.give));
    await untilPublished(it.id, 'REFUNDED', 2);
    const after = await order();
    await untilPublished(after.id, 'REFUNDED', 1);
    t.is(await devolutions(it.endToEndId), 1);
    const bySequence = Map.groupBy(rig.bus.publications(it.id), ({ sequence }) => sequence);
    for (const [, words] of bySequence) for (const word of words) t.deepEqual(word, words[0]);
    const sequences = [...bySequence.keys()].toSorted((a, b) => a - b);
    t.deepEqual(
      sequences,
      sequences.map((_, index) => index + 1),
    );
  },
);
