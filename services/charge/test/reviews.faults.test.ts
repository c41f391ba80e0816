import { Refusal } from '@gx/core';
import { until } from '@gx/testkit';
import test, { type ExecutionContext } from 'ava';
import { returnAtBank } from './at-bank.ts';
import { elementOf, locked, NAMED, notified, OTHER, paidBy, paymentsOf, withoutPayerFilter } from './locked.ts';
import { CALL, created, event, newTenant, PATIENT, publishedEvents, type Rpc, startRig, stored } from './rig.ts';

const rig = await startRig();
const second = await rig.replica();
test.after.always('everything stops', rig.stop);
test.afterEach.always('the bank behaves again', async () => {
  await rig.behave();
});

type LockedCharge = Awaited<ReturnType<typeof locked>>;
const charges = () => rig.database.connection.collection('charges');
const statusOf = async (charge: LockedCharge) => (await rig.rpc.getCharge(CALL, charge)).status;
const decide = (rpc: Rpc, { id }: { id: string }, verdict: 'APPROVE' | 'REJECT', operator = 'maria') =>
  rpc.decideReview(CALL, { chargeId: id, verdict, operator });
const refused = async (t: ExecutionContext, call: Promise<unknown>) =>
  (await t.throwsAsync(call, { instanceOf: Refusal })) as Refusal;
const reviewOf = async ({ id }: { id: string }) =>
  (await rig.rpc.listReviews(CALL, { limit: 500 })).reviews.find(({ chargeId }) => chargeId === id);

/** A charge whose money is held: the bank cannot say who paid. */
async function held(): Promise<LockedCharge & { readonly endToEndId: string }> {
  const charge = await locked(rig);
  const endToEndId = await paidBy(rig, charge, { taxId: NAMED, report_payer: 'never' });
  await event(rig, charge.id, 'charge.payment_held');
  return { ...charge, endToEndId };
}

const alarms = ({ id }: { id: string }): number =>
  rig.lines().filter((line) => line.includes('review_waits') && line.includes(id)).length;

/** As a charge is whose time is over; the bank's own time of its payment decides all the same. */
const expire = ({ id }: { id: string }) => charges().updateOne({ _id: id as never }, { $set: { status: 'EXPIRED' } });

test.serial(
  'approved money is accepted, and paid once it is in the wallet; the list shows it only while it is held',
  async (t) => {
    const charge = await held();
    t.like(await reviewOf(charge), {
      tenant: charge.tenant,
      amount: 1_990,
      currency: 'BRL',
      endToEndId: charge.endToEndId,
      polls: 0,
    });
    t.is((await decide(rig.rpc, charge, 'APPROVE')).status, 'PROCESSING');
    t.is(await reviewOf(charge), undefined);
    const accepted = await event(rig, charge.id, 'charge.payment_accepted');
    t.like(accepted.paymentAccepted, { endToEndId: charge.endToEndId, wasHeld: true, amount: 1_990 });
    await rig.ledger.credit(accepted);
    t.like(await event(rig, charge.id, 'charge.paid'), { paid: { previousStatus: 'PROCESSING' } });
    t.like((await stored(rig, charge.id))?.['review'], { decidedBy: 'maria' });
    t.is((await decide(second.rpc, charge, 'APPROVE', 'ana')).status, 'PAID');
    t.is((await refused(t, decide(rig.rpc, charge, 'REJECT'))).more.reason, 'nothing_held');
    t.deepEqual(publishedEvents(rig, charge.id).slice(1), [
      '2 charge.payment_held',
      '3 charge.payment_accepted',
      '4 charge.paid',
    ]);
  },
);

test.serial('rejected money goes back whole, once, and the charge is refunded', async (t) => {
  const charge = await held();
  t.is((await decide(rig.rpc, charge, 'REJECT')).status, 'REFUNDED');
  t.is((await decide(second.rpc, charge, 'REJECT', 'ana')).status, 'REFUNDED');
  const { returnOrdered } = await event(rig, charge.id, 'charge.return_ordered');
  t.like(returnOrdered, { endToEndId: charge.endToEndId, amount: 1_990, reason: 'PAYER_UNKNOWN' });
  t.like((await event(rig, charge.id, 'charge.refund_progressed')).refundProgressed, {
    refundId: returnOrdered?.returnId,
    refundStatus: 'PENDING',
    previousStatus: 'PROCESSING',
    charge: { status: 'REFUNDED' },
  });
  t.is((await refused(t, decide(rig.rpc, charge, 'APPROVE'))).more.reason, 'nothing_held');
  t.deepEqual(publishedEvents(rig, charge.id).slice(1), [
    '2 charge.payment_held',
    '3 charge.return_ordered',
    '4 charge.refund_progressed',
  ]);
});

test.serial('of two operators at once on two replicas one decides, and the other is answered', async (t) => {
  let approved = 0;
  for (let round = 0; round < 8; round += 1) {
    const charge = await held();
    // An approval asks the bank first: a rejection that comes at once would always win.
    const waits = async () => {
      for (let wait = 0; wait < 2 * round; wait += 1) await second.rpc.listReviews(CALL, { limit: 1 });
    };
    const ends = await Promise.allSettled([
      decide(rig.rpc, charge, 'APPROVE'),
      waits().then(() => decide(second.rpc, charge, 'REJECT')),
    ]);
    const lost = ends.filter((end) => end.status === 'rejected');
    t.is(lost.length, 1);
    t.is((lost[0] as PromiseRejectedResult).reason.more.reason, 'nothing_held');
    const [payment] = await paymentsOf(rig, charge.id);
    const wasApproved = ends[0]?.status === 'fulfilled';
    approved += Number(wasApproved);
    t.is(payment?.decision, wasApproved ? 'accepted' : 'returned');
    t.is((await stored(rig, charge.id))?.['sequence'], wasApproved ? 3 : 4);
  }
  t.log(`${approved} of 8 were approved`);
});

test.serial('what is not held, not there or not stated cannot be decided', async (t) => {
  const charge = await created(rig);
  t.is((await refused(t, decide(rig.rpc, charge, 'APPROVE'))).more.reason, 'nothing_held');
  t.is((await refused(t, decide(rig.rpc, { id: newTenant().accountId }, 'APPROVE'))).code, 'not_found');
  t.is((await refused(t, decide(rig.rpc, { id: 'nonsense' }, 'APPROVE'))).code, 'not_found');
  t.is((await refused(t, decide(rig.rpc, charge, 'APPROVE', ' '))).more.param, 'operator');
  const unstated = rig.rpc.decideReview(CALL, { chargeId: charge.id, operator: 'maria' });
  t.is((await refused(t, unstated)).more.param, 'verdict');
  t.is((await refused(t, rig.rpc.listReviews(CALL, { limit: 0 }))).more.param, 'limit');
});

for (const [taxId, rest, status] of [
  [NAMED, ['3 charge.payment_accepted'], 'PROCESSING'],
  [OTHER, ['3 charge.return_ordered', '4 charge.refund_progressed'], 'REFUNDED'],
] as const) {
  test.serial(`the bank is polled again by itself, on two replicas, and ends the review once: ${status}`, async (t) => {
    const charge = await locked(rig);
    const scenario = { clientId: rig.bank.clientId, operation: 'pix_list_by_payer', kind: '503' };
    await rig.simulator.control('POST', '/sim/scenarios', scenario);
    await paidBy(rig, charge, { taxId });
    await event(rig, charge.id, 'charge.payment_held');
    const nextPollAt = (await reviewOf(charge))?.nextPollAtMs ?? 0;
    const heldAt = (await stored(rig, charge.id))?.['due'].held.getTime();
    const wait = nextPollAt - heldAt;
    t.true(wait >= 5_000 && wait < 5_100, `polled again after ${wait} ms`);
    await rig.behave();
    await until('it is over', async () => (await reviewOf(charge)) === undefined, { timeoutMs: 30_000 });
    await until('all is published', () => publishedEvents(rig, charge.id).length === 2 + rest.length);
    t.deepEqual(publishedEvents(rig, charge.id).slice(2), [...rest]);
    t.is(await statusOf(charge), status);
    t.like((await stored(rig, charge.id))?.['review'], { polls: 1, decidedBy: null });
    if (taxId === NAMED) {
      const decided = await refused(t, decide(rig.rpc, charge, 'APPROVE'));
      t.is(decided.more.reason, 'nothing_held');
    } else t.is((await event(rig, charge.id, 'charge.return_ordered')).returnOrdered?.reason, 'PAYER_MISMATCH');
  });

  test.serial(`without a payer filter a callback that names the payer ends a review: ${status}`, async (t) => {
    t.teardown(await withoutPayerFilter(rig));
    const charge = await held();
    await notified(rig, elementOf(charge.endToEndId, charge.txid, { cpf: taxId }));
    await until('all is published', () => publishedEvents(rig, charge.id).length === 2 + rest.length);
    t.deepEqual(publishedEvents(rig, charge.id).slice(2), [...rest]);
    t.is(await statusOf(charge), status);
    t.is((await paymentsOf(rig, charge.id)).length, 1);
  });

  test.serial(
    `an expired charge with timely money: held, then ${status}, and expired until the wallet has it`,
    async (t) => {
      const charge = await locked(rig);
      await expire(charge);
      const endToEndId = await paidBy(rig, charge, { taxId: NAMED, report_payer: 'never' });
      await event(rig, charge.id, 'charge.payment_held');
      t.is(await statusOf(charge), 'EXPIRED');
      await decide(rig.rpc, charge, taxId === NAMED ? 'APPROVE' : 'REJECT');
      t.is(await statusOf(charge), 'EXPIRED');
      if (taxId === NAMED) {
        await rig.ledger.credit(await event(rig, charge.id, 'charge.payment_accepted'));
        t.like(await event(rig, charge.id, 'charge.paid'), { paid: { previousStatus: 'EXPIRED' } });
      } else {
        t.like((await event(rig, charge.id, 'charge.return_ordered')).returnOrdered, {
          endToEndId,
          reason: 'PAYER_UNKNOWN',
        });
        await event(rig, charge.id, 'charge.refund_progressed');
        const events = ['2 charge.payment_held', '3 charge.return_ordered', '4 charge.refund_progressed'];
        t.deepEqual(publishedEvents(rig, charge.id).slice(1), events);
      }
    },
  );
}

test.serial('another payer’s timely money for an expired charge goes back, and the charge stays expired', async (t) => {
  const charge = await locked(rig);
  await expire(charge);
  await paidBy(rig, charge, { taxId: OTHER, report_payer: 'notification' });
  t.is((await event(rig, charge.id, 'charge.return_ordered')).returnOrdered?.reason, 'PAYER_MISMATCH');
  await paidBy(rig, charge, { taxId: NAMED, report_payer: 'notification', force: true });
  await event(rig, charge.id, 'charge.payment_accepted');
  t.deepEqual(publishedEvents(rig, charge.id).slice(1), [
    '2 charge.return_ordered',
    '3 charge.refund_progressed',
    '4 charge.payment_accepted',
  ]);
});

test.serial(
  'after a day nobody asks any more: an alarm, again every ten minutes, and an operator ends it',
  async (t) => {
    const charge = await held();
    const yesterday = new Date(Date.now() - 24 * 3_600_000);
    const due = { 'due.held': yesterday, 'due.payer:sim': yesterday, 'review.polls': 7 };
    await charges().updateOne({ _id: charge.id as never }, { $set: due });
    const warned = (times: number) => until('the alarm', () => alarms(charge) >= times, PATIENT);
    await warned(1);
    t.is((await reviewOf(charge))?.nextPollAtMs, undefined);
    t.is((await reviewOf(charge))?.polls, 8);
    const tenMinutesAgo = { $subtract: ['$due.operator:sim', 600_000] };
    await charges().updateOne({ _id: charge.id as never }, [{ $set: { 'due.operator:sim': tenMinutesAgo } }]);
    await warned(2);
    t.is(alarms(charge), 2);
    t.is((await decide(rig.rpc, charge, 'REJECT')).status, 'REFUNDED');
    t.is((await stored(rig, charge.id))?.['due']['operator:sim'], undefined);
  },
);

test.serial(
  'held money that somebody gives back at the bank is not credited: its review ends with a return',
  async (t) => {
    const charge = await held();
    t.is(await returnAtBank(rig, charge.endToEndId, '19.90'), 201);
    t.like((await event(rig, charge.id, 'charge.return_ordered')).returnOrdered, { reason: 'PAYER_UNKNOWN' });
    t.is(await statusOf(charge), 'REFUNDED');
    t.is((await refused(t, decide(rig.rpc, charge, 'APPROVE'))).more.reason, 'nothing_held');
  },
);

test.serial(
  'money that is being given back is not approved, nor is any while the bank says nothing; it can be rejected',
  async (t) => {
    const charge = await held();
    await rig.misbehave({ kind: 'stuck', operation: 'devolution_put', times: 1 });
    t.is(await returnAtBank(rig, charge.endToEndId, '9.90'), 201);
    t.is((await refused(t, decide(rig.rpc, charge, 'APPROVE'))).more.reason, 'nothing_held');
    await notified(rig, elementOf(charge.endToEndId, charge.txid, { cpf: NAMED }));
    const other = await held();
    await rig.misbehave({ kind: '503', operation: 'pix_get' });
    t.is((await refused(t, decide(rig.rpc, other, 'APPROVE'))).code, 'service_unavailable');
    t.is(await statusOf(charge), 'PROCESSING');
    t.is((await decide(rig.rpc, charge, 'REJECT')).status, 'REFUNDED');
    await rig.behave();
    t.is((await decide(rig.rpc, other, 'APPROVE')).status, 'PROCESSING');
    await event(rig, other.id, 'charge.payment_accepted');
  },
);
