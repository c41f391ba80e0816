import { topicName } from '@gx/contracts';
import { newId, PLATFORM_ACCOUNT } from '@gx/core';
import { readDeadLetter, until } from '@gx/testkit';
import test from 'ava';
import { startRefundProgress } from './refund-rig.ts';
import { CALL, created, newTenant, startRig } from './rig.ts';

const rig = await startRig();
const { refunds, paidCharge, announce, progressOf, published } = await startRefundProgress(rig);
const deadLetters = await readDeadLetter(topicName(rig.topicPrefix, 'refund'));
test.after.always('everything stops', async () => {
  await Promise.all([refunds.stop(), deadLetters.stop()]);
  await rig.stop();
});

type Paid = Awaited<ReturnType<typeof paidCharge>>;
const statusOf = async (charge: Paid) => (await rig.rpc.getCharge(CALL, charge)).status;
const deadLetterBecause = (reason: string) =>
  until(reason, () => deadLetters.messages.find(({ headers }) => headers['dlq-reason'] === reason));

test.serial('what fits nothing is dead-lettered with its reason and an alarm, never dropped', async (t) => {
  const charge = await paidCharge();
  const refundId = await announce(charge, 'FAILED', { amount: 100 });
  await announce(charge, 'REFUNDED', { refundId, amount: 100 });
  await deadLetterBecause('a FAILED refund cannot be REFUNDED');
  await announce(charge, 'REFUNDED', { amount: 1_991 });
  await deadLetterBecause('more was refunded than was paid');
  await announce(charge, 'IN_PROGRESS', { refundId, amount: 99 });
  await deadLetterBecause('a refund of another amount than before');
  await announce(await created(rig), 'IN_PROGRESS');
  await deadLetterBecause('a refund of a charge that is not paid');
  await announce({ id: newId('charge'), tenant: newTenant() }, 'IN_PROGRESS');
  await deadLetterBecause('no such charge');
  const { id, tenant } = charge;
  const unknown = newId('refund');
  const returnProgressed = {
    bankProfileId: 'sim',
    endToEndId: 'E1',
    amount: 1,
    currency: 'BRL',
    status: 'REFUNDED',
  } as const;
  const news = { type: 'return.progressed', tenant, refundId: unknown, sequence: 2, returnProgressed };
  await refunds.publish({ ...news, chargeId: id });
  await refunds.publish({ ...news, chargeId: '', tenant: { accountId: PLATFORM_ACCOUNT, livemode: false } });
  await deadLetterBecause('a return that nobody ordered');
  await until(
    'both',
    () =>
      deadLetters.messages.filter(({ headers }) => headers['dlq-reason'] === 'a return that nobody ordered').length ===
      2,
  );
  t.is(await statusOf(charge), 'PAID');
  t.true(rig.lines().some((line) => line.includes('refund_mismatch') && line.includes(charge.id)));
});

const DOCUMENT_MAX_BYTES = 16 * 1_024 * 1_024;

/** Leaves a charge room for a few bytes more, whatever else is written to it meanwhile. */
async function fill({ id }: Paid, by: 'refunds' | 'other') {
  const charges = rig.database.connection.collection('charges');
  const refund = () => ({ id: newId('refund'), amount: 1, status: 'FAILED' });
  const refunds = by === 'refunds' ? Array.from({ length: 140_000 }, refund) : [];
  await charges.updateOne({ _id: id as never }, { $set: { refunds, 'paymentOptions.0.body': '' } });
  await until('it is full', async () => {
    const sizes = {
      outbox: { $size: '$outbox' },
      padding: { $strLenBytes: { $first: '$paymentOptions.body' } },
      size: { $bsonSize: '$$ROOT' },
    };
    const [it] = await charges.aggregate([{ $match: { _id: id as never } }, { $project: sizes }]).toArray();
    const room = DOCUMENT_MAX_BYTES - it?.['size'];
    if (it?.['outbox'] === 0 && room < 50) return true;
    await charges.updateOne(
      { _id: id as never },
      { $set: { 'paymentOptions.0.body': 'x'.repeat(it?.['padding'] + room - 20) } },
    );
    return false;
  });
}

for (const by of ['refunds', 'other'] as const) {
  test.serial(
    `a charge that has no room left, full of ${by}: the word is dead-lettered, and the next one is applied`,
    async (t) => {
      const full = await paidCharge();
      await fill(full, by);
      const before = deadLetters.messages.length;
      await announce(full, 'PENDING', { amount: 1 });
      await announce(full, 'REFUNDED', { amount: 1 });
      // Of the same account, so behind them in the same partition.
      const next = await paidCharge(full.tenant);
      await announce(next, 'REFUNDED');
      await published(next, 1);
      t.is(await statusOf(next), 'REFUNDED');
      const reasons = deadLetters.messages.slice(before).map(({ headers }) => headers['dlq-reason']);
      t.deepEqual(
        reasons,
        Array.from({ length: 2 }, () => 'the charge has no room for it'),
      );
      t.deepEqual(progressOf(full), []);
      t.true(rig.lines().some((line) => line.includes('message_dead_lettered') && line.includes('no room')));
      t.true(rig.lines().some((line) => line.includes('refund_mismatch') && line.includes(full.id)));
    },
  );
}
