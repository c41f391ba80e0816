import { chargeEventCodec, topicName } from '@gx/contracts';
import { newId, PLATFORM_ACCOUNT } from '@gx/core';
import { readDeadLetter, until } from '@gx/testkit';
import test from 'ava';
import { foreignCob } from './at-bank.ts';
import { paidBy, paymentOf } from './locked.ts';
import { startRefundProgress } from './refund-rig.ts';
import { CALL, created, event, found, publishedEvents, startRig, stored } from './rig.ts';

const rig = await startRig();
const { refunds, paidCharge, announce, progressOf, published } = await startRefundProgress(rig);
const deadLetters = await readDeadLetter(topicName(rig.topicPrefix, 'refund'));
test.after.always('everything stops', async () => {
  await Promise.all([refunds.stop(), deadLetters.stop()]);
  await rig.stop();
});

type Paid = Awaited<ReturnType<typeof paidCharge>>;
const statusOf = async (charge: Paid) => (await rig.rpc.getCharge(CALL, charge)).status;
const refundsOf = async ({ id }: Paid) =>
  ((await stored(rig, id))?.['refunds'] ?? []) as { id: string; amount: number; status: string }[];

const lastOf = async (charge: Paid) => chargeEventCodec.decode((await rig.rpc.getLastEvent(CALL, charge)).event);
const deadLetterBecause = (reason: string) =>
  until(reason, () => deadLetters.messages.find(({ headers }) => headers['dlq-reason'] === reason));

test.serial(
  'what is published again of a paid charge is that it was paid, until a refund has changed its status',
  async (t) => {
    const charge = await paidCharge();
    const paid = await event(rig, charge.id, 'charge.paid');
    await announce(charge, 'REFUNDED', { amount: 90 });
    await announce(charge, 'FAILED', { amount: 900 });
    await published(charge, 2);
    t.deepEqual(await lastOf(charge), paid);
    await announce(charge, 'REFUNDED', { amount: 1_900 });
    await published(charge, 3);
    t.like((await lastOf(charge)).refundProgressed, { amount: 1_900, charge: { status: 'REFUNDED' } });
  },
);

test.serial(
  'a refund of everything: noted when it is made, published at each step, refunded when the money is back',
  async (t) => {
    const charge = await paidCharge();
    const refundId = await announce(charge, 'PENDING');
    await until('it is noted', async () => (await refundsOf(charge)).length === 1);
    await announce(charge, 'IN_PROGRESS', { refundId });
    await published(charge, 1);
    t.is(await statusOf(charge), 'PAID');
    await announce(charge, 'REFUNDED', { refundId });
    await published(charge, 2);
    t.deepEqual(
      progressOf(charge).map((one) => [one?.refundStatus, one?.amount, one?.previousStatus, one?.charge?.status]),
      [
        ['IN_PROGRESS', 1_990, 'PAID', 'PAID'],
        ['REFUNDED', 1_990, 'PAID', 'REFUNDED'],
      ],
    );
    t.is(await statusOf(charge), 'REFUNDED');
    t.deepEqual(await refundsOf(charge), [{ id: refundId, amount: 1_990, status: 'REFUNDED' }]);
    const { acknowledged } = await rig.rpc.getSettlement(CALL, {
      tenant: charge.tenant,
      chargeId: charge.id,
    });
    t.deepEqual(acknowledged?.refunds, [{ refundId, status: 'REFUNDED' }], 'refund asks for what was acknowledged');
    t.deepEqual(publishedEvents(rig, charge.id).slice(3), ['4 charge.refund_progressed', '5 charge.refund_progressed']);
  },
);

test.serial(
  'a cashout that comes back: published whenever it is more, in whatever order, and the charge stays refunded',
  async (t) => {
    const charge = await paidCharge();
    const refundId = await announce(charge, 'REFUNDED');
    await published(charge, 1);
    await announce(charge, 'REFUNDED', { refundId, returnedAmount: 500, times: 3 });
    await published(charge, 2);
    await announce(charge, 'REFUNDED', { refundId, returnedAmount: 1_990 });
    await published(charge, 3);
    await announce(charge, 'REFUNDED', { refundId, returnedAmount: 500 });
    await announce(charge, 'IN_PROGRESS', { refundId });
    await announce(charge, 'REFUNDED', { refundId, returnedAmount: 1_991 });
    await deadLetterBecause('more came back of a refund than was sent');
    t.deepEqual(
      progressOf(charge).map((one) => [one?.refundStatus, one?.amount, one?.returnedAmount, one?.charge?.status]),
      [
        ['REFUNDED', 1_990, undefined, 'REFUNDED'],
        ['REFUNDED', 1_990, 500, 'REFUNDED'],
        ['REFUNDED', 1_990, 1_990, 'REFUNDED'],
      ],
    );
    t.is(await statusOf(charge), 'REFUNDED');
    const { acknowledged } = await rig.rpc.getSettlement(CALL, { tenant: charge.tenant, chargeId: charge.id });
    t.deepEqual(acknowledged?.refunds, [{ refundId, status: 'REFUNDED', returnedAmount: 1_990 }]);
  },
);

test.serial('what came back is the first news of a refund: all of it is one step', async (t) => {
  const charge = await paidCharge();
  const refundId = await announce(charge, 'REFUNDED', { amount: 900, returnedAmount: 900 });
  await published(charge, 1);
  t.like(progressOf(charge)[0], {
    refundId,
    refundStatus: 'REFUNDED',
    returnedAmount: 900,
    charge: { status: 'PAID' },
  });
});

test.serial('repeated and out of order: each step is published once, and nothing goes back', async (t) => {
  const charge = await paidCharge();
  const refundId = await announce(charge, 'REFUNDED', { times: 5 });
  await published(charge, 1);
  await announce(charge, 'PENDING', { refundId, times: 2 });
  await announce(charge, 'IN_PROGRESS', { refundId, times: 3 });
  // Of the same account, so behind them in the same partition.
  const other = await paidCharge(charge.tenant);
  await announce(other, 'IN_PROGRESS');
  await published(other, 1);
  await announce(charge, 'REFUNDED', { refundId });
  const last = await announce(charge, 'FAILED', { amount: 10, failureCode: 'AC06' });
  await published(charge, 2);
  t.deepEqual(
    progressOf(charge).map((one) => [one?.refundId, one?.refundStatus, one?.failureCode]),
    [
      [refundId, 'REFUNDED', undefined],
      [last, 'FAILED', 'AC06'],
    ],
  );
  t.is(await statusOf(charge), 'REFUNDED');
});

test.serial(
  'the total is reached by several: paid until the last of them is back, failed ones count nothing',
  async (t) => {
    const charge = await paidCharge();
    const parts = [990, 600, 400].map((amount) => ({ amount, refundId: newId('refund') }));
    const failed = newId('refund');
    await announce(charge, 'IN_PROGRESS', { refundId: failed, amount: 1_000 });
    await announce(charge, 'FAILED', { refundId: failed, amount: 1_000 });
    for (const part of parts) await announce(charge, 'PENDING', part);
    for (const part of parts) await announce(charge, 'IN_PROGRESS', part);
    for (const part of parts.slice(0, 2)) await announce(charge, 'REFUNDED', part);
    await published(charge, 7);
    t.is(await statusOf(charge), 'PAID');
    await announce(charge, 'REFUNDED', parts[2]);
    await published(charge, 8);
    t.is(await statusOf(charge), 'REFUNDED');
    t.is(progressOf(charge).filter((one) => one?.charge?.status === 'REFUNDED').length, 1);
  },
);

test.serial('two replicas and a restart read the same topic: each step is still one event', async (t) => {
  const second = await rig.replica();
  const charge = await paidCharge();
  const refundId = await announce(charge, 'PENDING');
  await announce(charge, 'IN_PROGRESS', { refundId, times: 10 });
  await second.stop();
  await announce(charge, 'REFUNDED', { refundId, times: 10 });
  await published(charge, 2);
  t.deepEqual(publishedEvents(rig, charge.id).slice(3), ['4 charge.refund_progressed', '5 charge.refund_progressed']);
});

test.serial(
  'a return of any reason is published in each of its statuses once; one of no charge is noted alone (A6)',
  async (t) => {
    const charge = await created(rig);
    await paidBy(rig, charge, { amount: 1, force: true });
    const { returnOrdered } = await event(rig, charge.id, 'charge.return_ordered');
    const txid = await foreignCob(rig);
    const unmatchedPaymentId = await paidBy(rig, { txid }, {});
    const unmatchedPayment = await found(rig, 'unmatched_payments', { endToEndId: unmatchedPaymentId });
    const platform = { accountId: PLATFORM_ACCOUNT, livemode: false };
    for (const { tenant, chargeId, endToEndId, returnId } of [
      {
        tenant: charge.tenant,
        chargeId: charge.id,
        endToEndId: returnOrdered?.endToEndId,
        returnId: returnOrdered?.returnId,
      },
      { tenant: platform, chargeId: '', endToEndId: unmatchedPaymentId, returnId: unmatchedPayment['returnId'] },
    ]) {
      const news = { type: 'return.progressed', tenant, chargeId, refundId: returnId as never };
      const details = { bankProfileId: rig.profileId, endToEndId: endToEndId ?? '', amount: 1, currency: 'BRL' };
      for (const [sequence, status] of [
        [2, 'IN_PROGRESS'],
        [3, 'REFUNDED'],
      ] as const)
        await refunds.publish({ ...news, sequence, returnProgressed: { ...details, status } }, 3);
    }
    const back = await until('the payment is back', async () => {
      const payment = await paymentOf(rig, charge.id, 'returned');
      return payment.returnedAt !== null && payment;
    });
    t.true(back.returnedAt instanceof Date);
    await until(
      'the unmatched payment too',
      async () => (await found(rig, 'unmatched_payments', { endToEndId: unmatchedPaymentId }))['returnedAt'] != null,
    );
    await published(charge, 3);
    t.deepEqual(
      progressOf(charge).map((one) => [one?.refundStatus, one?.amount, one?.initiator, one?.reason]),
      ['PENDING', 'IN_PROGRESS', 'REFUNDED'].map((status) => [status, 1, 'automatic', 'AMOUNT_MISMATCH']),
    );
  },
);
