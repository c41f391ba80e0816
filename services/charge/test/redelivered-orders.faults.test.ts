import { PLATFORM_ACCOUNT, type Tenant } from '@gx/core';
import { until } from '@gx/testkit';
import test from 'ava';
import { foreignCob } from './at-bank.ts';
import { paidBy, paymentOf, paymentsOf } from './locked.ts';
import { startRefunds } from './peers.ts';
import { CALL, created, event, found, pay, startRig, stored } from './rig.ts';

const rig = await startRig({ REDELIVER_AFTER_SECONDS: '1' });
await rig.replica();
const refunds = await startRefunds(rig.topicPrefix);
/** Its only process reaches no broker. */
const mute = await startRig({ REDELIVER_AFTER_SECONDS: '1', KAFKA_BROKERS: '127.0.0.1:9' }, rig.simulator);
test.after.always('everything stops', async () => {
  await refunds.stop();
  await mute.stop();
  await rig.stop();
});

const PLATFORM: Tenant = { accountId: PLATFORM_ACCOUNT, livemode: false };
const unmatchedPayments = () => rig.database.connection.collection('unmatched_payments');

/** Money that goes back, and how to find what was published about it. */
type ReturnOrder = { readonly tenant: Tenant; readonly chargeId: string; readonly endToEndId: string };

async function ofCharge(): Promise<ReturnOrder> {
  const { tenant, id: chargeId, txid } = await created(rig);
  const endToEndId = await paidBy(rig, { txid }, { amount: 1_989, force: true });
  return { tenant, chargeId, endToEndId };
}
async function ofNoCharge(): Promise<ReturnOrder> {
  const endToEndId = await paidBy(rig, { txid: await foreignCob(rig) }, {});
  return { tenant: PLATFORM, chargeId: '', endToEndId };
}
const KINDS = { 'money of a charge': ofCharge, 'money of no charge': ofNoCharge } as const;

/** Each publication of the order. */
const published = ({ chargeId, endToEndId }: ReturnOrder) =>
  rig.ledger.events(chargeId).filter(({ returnOrdered }) => returnOrdered?.endToEndId === endToEndId);
const times = (count: number, it: ReturnOrder) =>
  until(`published ${count} times`, () => published(it).length >= count && published(it), { timeoutMs: 60_000 });
/** In so much time it would have been published twice more. */
const twiceMore = async (): Promise<void> => {
  const other = await ofCharge();
  await times(3, other);
};

type Status = 'PENDING' | 'IN_PROGRESS' | 'REFUNDED' | 'FAILED';
async function say({ tenant, chargeId, endToEndId }: ReturnOrder, refundId: string | undefined, status: Status) {
  const details = { bankProfileId: rig.profileId, endToEndId, amount: 1, currency: 'BRL', status };
  const news = { type: 'return.progressed', tenant, chargeId, refundId: refundId as never, sequence: 1 };
  await refunds.publish({ ...news, returnProgressed: details });
}
const isUnacknowledged = async ({ chargeId, endToEndId }: ReturnOrder): Promise<boolean> => {
  const document = chargeId === '' ? await unmatchedPayments().findOne({ endToEndId }) : await stored(rig, chargeId);
  return document?.['due'].returns !== undefined;
};

test.serial('an order that nobody has taken up for three waits is an alarm, and no sooner', async (t) => {
  const it = await ofCharge();
  const [first] = await times(1, it);
  const isAlarm = (line: string): boolean => line.includes('"return_not_taken_up"');
  const alarm = await until('the alarm', () => rig.lines().find(isAlarm), { timeoutMs: 60_000 });
  const { time, returns } = JSON.parse(alarm);
  t.is(returns, 1);
  t.true(new Date(time).getTime() > (first?.occurredAtMs ?? 0) + 3_000);
  await say(it, first?.returnOrdered?.returnId, 'IN_PROGRESS');
  await until('it is noted', async () => (await isUnacknowledged(it)) === false);
});

for (const [what, order] of Object.entries(KINDS)) {
  for (const word of ['PENDING', 'IN_PROGRESS', 'FAILED', 'REFUNDED'] as const) {
    test.serial(
      `${what}: an order that nobody answers is published again in the same words, by whichever replica, until refund says ${word}`,
      async (t) => {
        const it = await order();
        const [first, ...again] = await times(3, it);
        for (const one of again) t.deepEqual(one, first);
        await say(it, first?.returnOrdered?.returnId, word);
        await until('it is noted', async () => (await isUnacknowledged(it)) === false);
        const before = published(it).length;
        await twiceMore();
        // One may have been on its way.
        t.true(published(it).length <= before + 1);
      },
    );
  }
}

test.serial('of two orders of one charge the one that was taken up is published no more', async (t) => {
  const charge = await created(rig);
  const [one, other] = [
    { tenant: charge.tenant, chargeId: charge.id, endToEndId: await paidBy(rig, charge, { amount: 1, force: true }) },
    { tenant: charge.tenant, chargeId: charge.id, endToEndId: await paidBy(rig, charge, { amount: 2, force: true }) },
  ];
  const [first] = await times(2, one);
  await times(2, other);
  await say(one, first?.returnOrdered?.returnId, 'IN_PROGRESS');
  await until('it is noted', async () =>
    (await paymentsOf(rig, charge.id)).some((payment) => 'acknowledgedAt' in payment),
  );
  const { acknowledged: words } = await rig.rpc.getSettlement(CALL, { tenant: charge.tenant, chargeId: charge.id });
  t.deepEqual(words?.refunds, [{ refundId: first?.returnOrdered?.returnId ?? '', status: 'IN_PROGRESS' }]);
  const [before, open] = [published(one).length, published(other).length];
  await times(open + 3, other);
  t.true(published(one).length <= before + 1);
  t.true(await isUnacknowledged(one));
});

test.serial('what still waits for the broker is not put beside itself', async (t) => {
  const charge = await created(mute);
  await paidBy(mute, charge, { amount: 1, force: true });
  await paymentOf(mute, charge.id, 'returned');
  const unmatchedPaymentId = await paidBy(mute, { txid: await foreignCob(mute) }, {});
  const publishedAt = async (): Promise<unknown[]> => [
    String((await stored(mute, charge.id))?.['due'].returns?.toISOString()),
    String((await found(mute, 'unmatched_payments', { endToEndId: unmatchedPaymentId }))['due'].returns?.toISOString()),
  ];
  const before = await publishedAt();
  await until('both were looked at', async () => (await publishedAt()).every((at, index) => at !== before[index]));
  // The creation waits too.
  t.is((await stored(mute, charge.id))?.['outbox'].length, 3);
  t.is((await found(mute, 'unmatched_payments', { endToEndId: unmatchedPaymentId }))['outbox'].length, 1);
});

test.serial('a charge whose money is kept knows nothing of this, and no index has it', async (t) => {
  const charge = await created(rig);
  await pay(rig, charge);
  await rig.ledger.credit(await event(rig, charge.id, 'charge.payment_accepted'));
  await event(rig, charge.id, 'charge.paid');
  const document = await found(rig, 'charges', { _id: charge.id });
  t.is(document['payments'].length, 1);
  t.deepEqual(document['due'], {});
  for (const field of ['ordered', 'acknowledgedAt']) t.false(field in document['payments'][0]);
});
