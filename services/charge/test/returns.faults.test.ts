import { PLATFORM_ACCOUNT } from '@gx/core';
import { servers, until } from '@gx/testkit';
import test from 'ava';
import { foreignCob, returnAtBank } from './at-bank.ts';
import { elementOf, locked, NAMED, notified, OTHER, paidBy, paymentOf, paymentsOf } from './locked.ts';
import { created, event, found, publishedEvents, type Rig, setProfile, startRig, stored } from './rig.ts';

const rig = await startRig();
const second = await rig.replica();
/** Its only process reaches no broker: what it writes waits in its documents. */
const mute = await startRig({ KAFKA_BROKERS: '127.0.0.1:9' }, rig.simulator);
test.after.always('everything stops', async () => {
  await mute.stop();
  await rig.stop();
});
test.afterEach.always('the bank behaves again', async () => {
  await rig.behave();
});

const collection = (name: string, on: Rig = rig) => on.database.connection.collection(name);
const close = ({ id }: { id: string }, status: string) =>
  collection('charges').updateOne({ _id: id as never }, { $set: { status } });
const allHandled = () =>
  until(
    'every callback is handled',
    async () => (await collection('provider_callbacks').countDocuments({ state: 'waiting' })) === 0,
  );
/** Every order to return one Pix, each once however often it was published. */
const orders = (on: Rig, chargeId: string, endToEndId: string) => {
  const all = on.ledger
    .events(chargeId)
    .filter(({ returnOrdered }) => returnOrdered?.endToEndId === endToEndId)
    .map(({ eventId, tenant, returnOrdered }) => ({ eventId, tenant, ...returnOrdered }));
  return [...new Map(all.map((one) => [one.eventId, one])).values()];
};
const late = (charge: { charge: { createdAtMs: number } }) =>
  new Date(charge.charge.createdAtMs + 120_000).toISOString();

const REASONS = {
  'a centavo too little': {
    reason: 'AMOUNT_MISMATCH',
    pay: async () => {
      const charge = await created(rig);
      return {
        charge,
        endToEndId: await paidBy(rig, charge, { amount: 1_989, force: true, times: 20 }),
        amount: 1_989,
      };
    },
  },
  'a centavo too much': {
    reason: 'AMOUNT_MISMATCH',
    pay: async () => {
      const charge = await created(rig);
      return {
        charge,
        endToEndId: await paidBy(rig, charge, { amount: 1_991, force: true, times: 20 }),
        amount: 1_991,
      };
    },
  },
  'money after the time of the charge': {
    reason: 'PAID_AFTER_EXPIRY',
    pay: async () => {
      const charge = await created(rig, { expiresInSeconds: 60 });
      const order = { paid_at: late(charge), force: true, times: 20 };
      return { charge, endToEndId: await paidBy(rig, charge, order), amount: 1_990 };
    },
  },
  'a second end-to-end id': {
    reason: 'DUPLICATE_PAYMENT',
    pay: async () => {
      const charge = await created(rig);
      await paidBy(rig, charge, {});
      await event(rig, charge.id, 'charge.payment_accepted');
      return { charge, endToEndId: await paidBy(rig, charge, { force: true, times: 20 }), amount: 1_990 };
    },
  },
  'money for a cancelled charge': {
    reason: 'CHARGE_CLOSED',
    pay: async () => {
      const charge = await created(rig);
      await close(charge, 'CANCELLED');
      return { charge, endToEndId: await paidBy(rig, charge, { force: true, times: 20 }), amount: 1_990 };
    },
  },
  'money for a charge that the bank had declined': {
    reason: 'CHARGE_CLOSED',
    pay: async () => {
      const charge = await created(rig);
      await close(charge, 'REJECTED');
      return { charge, endToEndId: await paidBy(rig, charge, { times: 20 }), amount: 1_990 };
    },
  },
  'money of another payer than the lock names': {
    reason: 'PAYER_MISMATCH',
    pay: async () => {
      const charge = await locked(rig);
      return { charge, endToEndId: await paidBy(rig, charge, { taxId: OTHER, times: 20 }), amount: 1_990 };
    },
  },
} as const;

for (const [what, { reason, pay }] of Object.entries(REASONS)) {
  test.serial(`${what}, notified twenty times to two replicas: one return, of all of it, ${reason}`, async (t) => {
    const { charge, endToEndId, amount } = await pay();
    await event(rig, charge.id, 'charge.return_ordered');
    await allHandled();
    const payment = (await paymentsOf(rig, charge.id)).find((one) => one.endToEndId === endToEndId);
    t.like(payment, { decision: 'returned', reason, returnedAt: null });
    const ordered = orders(rig, charge.id, endToEndId);
    t.is(ordered.length, 1);
    t.like(ordered[0], { reason, amount, currency: 'BRL', bankProfileId: rig.profileId });
    t.is(ordered[0]?.returnId, payment?.returnId as string);
    t.deepEqual(ordered[0]?.tenant, { accountId: charge.tenant.accountId as string, livemode: false });
    t.is(publishedEvents(rig, charge.id).filter((one) => one.endsWith('charge.return_ordered')).length, 1);
  });
}

test.serial('timely money for an expired charge is accepted, and paid once it is in the wallet', async (t) => {
  const charge = await created(rig);
  await close(charge, 'EXPIRED');
  const endToEndId = await paidBy(rig, charge, {});
  const accepted = await event(rig, charge.id, 'charge.payment_accepted');
  t.is(accepted.paymentAccepted?.endToEndId, endToEndId);
  await rig.ledger.credit(accepted);
  t.like(await event(rig, charge.id, 'charge.paid'), {
    paid: { previousStatus: 'EXPIRED', charge: { status: 'PAID' } },
  });
});

test.serial(
  'money of no charge goes back once, ordered by the platform, also when two profiles of one account receive it',
  async (t) => {
    await setProfile(rig.rpc, { ...rig.profile, id: 'successor' });
    t.teardown(() => setProfile(rig.rpc, rig.profile));
    const txid = await foreignCob(rig);
    const endToEndId = await paidBy(rig, { txid }, { notify: 'never' });
    const element = { ...elementOf(endToEndId, txid, {}), valor: '5.00' };
    const body = Buffer.from(JSON.stringify({ pix: [element] }));
    const addresses = await collection('bank_profiles').find({ livemode: false }).toArray();
    const hints = addresses.flatMap(({ _id, callbackUrl }) => {
      const token = String(callbackUrl).split('/').at(-1) ?? '';
      return [rig.rpc, second.rpc].map((rpc) =>
        rpc.receiveProviderCallback({ requestId: 'test' }, { bankProfileId: String(_id), token, body }),
      );
    });
    t.true((await Promise.all(hints)).length >= 4);
    const unmatchedPayment = await found(rig, 'unmatched_payments', { endToEndId });
    await allHandled();
    await until('it is ordered', () => orders(rig, '', endToEndId).length > 0);
    t.is(await collection('unmatched_payments').countDocuments({ endToEndId }), 1);
    const ordered = orders(rig, '', endToEndId);
    t.is(ordered.length, 1);
    t.like(ordered[0], {
      reason: 'UNKNOWN_CHARGE',
      amount: 500,
      currency: 'BRL',
      returnId: unmatchedPayment['returnId'],
    });
    t.deepEqual(ordered[0]?.tenant, { accountId: PLATFORM_ACCOUNT as string, livemode: false });
  },
);

test.serial(
  'the order to return survives the process that wrote it: another replica publishes it, as the same event',
  async (t) => {
    const charge = await created(mute);
    await paidBy(mute, charge, { amount: 1, force: true });
    const txid = await foreignCob(mute);
    const unmatchedPaymentId = await paidBy(mute, { txid }, {});
    const payment = await paymentOf(mute, charge.id, 'returned');
    const unmatchedPayment = await found(mute, 'unmatched_payments', { endToEndId: unmatchedPaymentId });
    t.is((await stored(mute, charge.id))?.['outbox'].length, 3);
    t.deepEqual(mute.ledger.events(charge.id), []);
    const heir = await mute.replica({ KAFKA_BROKERS: servers().kafkaBrokers.join(',') });
    t.teardown(heir.stop);
    await event(mute, charge.id, 'charge.return_ordered');
    await until('the unmatched payment too', () => orders(mute, '', unmatchedPaymentId).length === 1);
    t.is(orders(mute, charge.id, payment.endToEndId)[0]?.returnId, payment.returnId as string);
    t.is(orders(mute, '', unmatchedPaymentId)[0]?.returnId, unmatchedPayment['returnId']);
    t.deepEqual(publishedEvents(mute, charge.id), [
      '1 charge.created',
      '2 charge.return_ordered',
      '3 charge.refund_progressed',
    ]);
  },
);

test.serial('what the bank gave back before we saw it is neither credited nor returned again', async (t) => {
  const charge = await locked(rig);
  const endToEndId = await paidBy(rig, charge, { taxId: NAMED, notify: 'never' });
  t.is(await returnAtBank(rig, endToEndId, '19.90'), 201);
  const payment = await paymentOf(rig, charge.id, 'returned');
  t.like(payment, { endToEndId, reason: 'RETURNED_AT_BANK' });
  t.true(payment.returnedAt instanceof Date);
  const txid = await foreignCob(rig);
  const unmatchedPaymentId = await paidBy(rig, { txid }, { notify: 'never' });
  t.is(await returnAtBank(rig, unmatchedPaymentId, '5.00'), 201);
  t.true((await found(rig, 'unmatched_payments', { endToEndId: unmatchedPaymentId }))['returnedAt'] instanceof Date);
  await allHandled();
  const other = await created(rig);
  await paidBy(rig, other, { amount: 1, force: true });
  await event(rig, other.id, 'charge.return_ordered');
  t.deepEqual(publishedEvents(rig, charge.id), ['1 charge.created']);
  t.deepEqual(orders(rig, '', unmatchedPaymentId), []);
});

test.serial('a devolution that failed takes nothing away: the money is accepted', async (t) => {
  const charge = await created(rig);
  const endToEndId = await paidBy(rig, charge, { notify: 'never' });
  await rig.misbehave({ kind: 'fails', operation: 'devolution_put', times: 1 });
  await returnAtBank(rig, endToEndId, '19.90');
  await notified(rig, elementOf(endToEndId, charge.txid, {}));
  t.is((await event(rig, charge.id, 'charge.payment_accepted')).paymentAccepted?.endToEndId, endToEndId);
});
