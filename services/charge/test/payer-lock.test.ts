import { until } from '@gx/testkit';
import test from 'ava';
import {
  elementOf,
  isQueried,
  locked,
  NAMED,
  OTHER,
  PAYERS,
  paidBy,
  paymentOf,
  paymentsOf,
  withoutPayerFilter,
} from './locked.ts';
import { CALL, created, event, found, newTenant, order, pay, publishedEvents, startRig, stored } from './rig.ts';
import { startVictim } from './victim.ts';

const rig = await startRig();
test.after.always('everything stops', rig.stop);
test.afterEach.always('the bank behaves again', async () => {
  await rig.behave();
});

/** What an event says of a lock: that there is one, and for whom under a key alone. */
const LOCKED_FIELDS = ['customer.name', 'expected_payer_tax_id'];

const statusOf = async (charge: Parameters<typeof rig.rpc.getCharge>[1]) =>
  (await rig.rpc.getCharge(CALL, charge)).status;
for (const [kind, { named, other }] of Object.entries(PAYERS)) {
  for (const source of ['notification', 'query'] as const) {
    test.serial(`the named ${kind}, reported by ${source}: accepted, and paid once it is in the wallet`, async (t) => {
      const charge = await locked(rig, named);
      t.is(charge.charge.expectedPayerTaxId, named);
      const endToEndId = await paidBy(rig, charge, { taxId: named, report_payer: source });
      const accepted = await event(rig, charge.id, 'charge.payment_accepted');
      t.like(accepted.paymentAccepted, { endToEndId, wasHeld: false });
      t.is(await isQueried(rig, charge), source === 'query');
      await rig.ledger.credit(accepted);
      t.like(await event(rig, charge.id, 'charge.paid'), { paid: { previousStatus: 'WAITING_PAYMENT' } });
      t.deepEqual(publishedEvents(rig, charge.id), ['1 charge.created', '2 charge.payment_accepted', '3 charge.paid']);
      rig.toBank.assertClean();
    });

    test.serial(`another ${kind}, reported by ${source}: refunded, never credited, one return of it all`, async (t) => {
      const charge = await locked(rig, named);
      const endToEndId = await paidBy(rig, charge, { taxId: other, report_payer: source });
      const { returnOrdered } = await event(rig, charge.id, 'charge.return_ordered');
      t.like(returnOrdered, {
        endToEndId,
        amount: 1_990,
        currency: 'BRL',
        reason: 'PAYER_MISMATCH',
        bankProfileId: rig.profileId,
      });
      const progressed = await event(rig, charge.id, 'charge.refund_progressed');
      t.like(progressed.refundProgressed, {
        refundId: returnOrdered?.returnId,
        amount: 1_990,
        refundStatus: 'PENDING',
        previousStatus: 'WAITING_PAYMENT',
        charge: { status: 'REFUNDED', personalData: { fields: LOCKED_FIELDS } },
      });
      t.is(await statusOf(charge), 'REFUNDED');
      t.deepEqual(publishedEvents(rig, charge.id), [
        '1 charge.created',
        '2 charge.return_ordered',
        '3 charge.refund_progressed',
      ]);
      rig.toBank.assertClean();
    });
  }

  test.serial(`a ${kind} that the bank never shows: held, not credited, and nothing more is public`, async (t) => {
    const charge = await locked(rig, named);
    const endToEndId = await paidBy(rig, charge, { taxId: named, report_payer: 'never' });
    t.like((await event(rig, charge.id, 'charge.payment_held')).paymentHeld, {
      endToEndId,
      amount: 1_990,
      currency: 'BRL',
    });
    t.like(await rig.rpc.getCharge(CALL, charge), { status: 'PROCESSING', expectedPayerTaxId: named });
    t.is((await rig.rpc.getCharge(CALL, charge)).endToEndId, undefined);
    t.deepEqual(publishedEvents(rig, charge.id), ['1 charge.created', '2 charge.payment_held']);
    t.deepEqual(
      (await paymentsOf(rig, charge.id)).map(({ decision }) => decision),
      ['held'],
    );
  });
}

test.serial(
  'a payer index that lags by less than the procedure waits does not send an honest payer’s money back',
  async (t) => {
    const charge = await locked(rig);
    await paidBy(rig, charge, { taxId: NAMED, index_lag_ms: 1_500 });
    await event(rig, charge.id, 'charge.payment_accepted');
    t.is((await paymentsOf(rig, charge.id)).length, 1);
  },
);

test.serial('a list that does not show the Pix yet is waited for', async (t) => {
  const charge = await locked(rig);
  await paidBy(rig, charge, { taxId: NAMED, list_lag_ms: 2_000 });
  await event(rig, charge.id, 'charge.payment_accepted');
  t.deepEqual(publishedEvents(rig, charge.id), ['1 charge.created', '2 charge.payment_accepted']);
});

for (const kind of ['503', 'ignores_filter', 'filter_unechoed'] as const) {
  test.serial(`a bank whose payer filter answers ${kind} shows nothing: held`, async (t) => {
    const charge = await locked(rig);
    await rig.misbehave({ kind, operation: 'pix_list_by_payer' });
    await paidBy(rig, charge, { taxId: OTHER });
    await event(rig, charge.id, 'charge.payment_held');
    t.is(await statusOf(charge), 'PROCESSING');
  });
}

test.serial('a bank that has no payer filter is not queried: held', async (t) => {
  t.teardown(await withoutPayerFilter(rig));
  const charge = await locked(rig);
  await paidBy(rig, charge, { taxId: NAMED });
  await event(rig, charge.id, 'charge.payment_held');
  t.false(await isQueried(rig, charge));
});

test.serial('no query who paid is sent for what may not be kept anyway, nor for what nobody locked', async (t) => {
  const wrong = await locked(rig);
  await paidBy(rig, wrong, { taxId: OTHER, amount: 1_989, force: true });
  t.is((await event(rig, wrong.id, 'charge.return_ordered')).returnOrdered?.reason, 'AMOUNT_MISMATCH');
  t.is(await statusOf(wrong), 'WAITING_PAYMENT');
  const late = await locked(rig, NAMED, { expiresInSeconds: 60 });
  const paid_at = new Date(late.charge.createdAtMs + 120_000).toISOString();
  await paidBy(rig, late, { taxId: OTHER, paid_at, force: true });
  t.is((await event(rig, late.id, 'charge.return_ordered')).returnOrdered?.reason, 'PAID_AFTER_EXPIRY');
  const free = await created(rig);
  await paidBy(rig, free, { taxId: OTHER });
  await event(rig, free.id, 'charge.payment_accepted');
  for (const charge of [wrong, late, free]) t.false(await isQueried(rig, charge));
});

test.serial('after a wrong payer the charge is closed: the right one’s money goes back too', async (t) => {
  const charge = await locked(rig);
  await paidBy(rig, charge, { taxId: OTHER, report_payer: 'notification' });
  await event(rig, charge.id, 'charge.refund_progressed');
  const second = await paidBy(rig, charge, { taxId: NAMED, report_payer: 'notification', force: true });
  const closed = await until('the second is returned', async () =>
    (await paymentsOf(rig, charge.id)).find(({ endToEndId }) => endToEndId === second),
  );
  t.like(closed, { decision: 'returned', reason: 'CHARGE_CLOSED' });
  t.is(await statusOf(charge), 'REFUNDED');
});

test.serial('beside held money a second payment is a duplicate, for any payer', async (t) => {
  const charge = await locked(rig);
  await paidBy(rig, charge, { taxId: NAMED, report_payer: 'never' });
  await event(rig, charge.id, 'charge.payment_held');
  await paidBy(rig, charge, { taxId: NAMED, report_payer: 'notification', force: true });
  t.is((await event(rig, charge.id, 'charge.return_ordered')).returnOrdered?.reason, 'DUPLICATE_PAYMENT');
  t.is(await statusOf(charge), 'PROCESSING');
});

for (const [taxId, rest, status] of [
  [NAMED, ['2 charge.payment_accepted'], 'WAITING_PAYMENT'],
  [OTHER, ['2 charge.return_ordered', '3 charge.refund_progressed'], 'REFUNDED'],
] as const) {
  test.serial(`money for a locked charge that is still being created completes it: ${status}`, async (t) => {
    const tenant = newTenant();
    await rig.misbehave({ kind: 'delay', operation: 'create', times: 1, ms: 1_500 });
    const request = order(tenant, { expectedPayerTaxId: NAMED, customer: { name: 'Maria' } });
    const creating = rig.rpc.createCharge(CALL, request);
    const pending = await found(rig, 'charges', { accountId: tenant.accountId });
    const txid = String(pending['paymentOptions'][0].txid);
    await until('the bank has it', async () => (await rig.seen(txid))['create'] === 1);
    await until('it is paid', () => paidBy(rig, { txid }, { taxId, report_payer: 'notification' }));
    t.is((await creating).charge?.status, 'WAITING_PAYMENT');
    const id = String(pending._id);
    await until('all is published', () => publishedEvents(rig, id).length === 1 + rest.length);
    t.deepEqual(publishedEvents(rig, id), ['1 charge.created', ...rest]);
    t.like(await event(rig, id, 'charge.created'), {
      created: { charge: { status: 'WAITING_PAYMENT', personalData: { fields: LOCKED_FIELDS } } },
    });
    t.is(await statusOf({ tenant, id }), status);
    // It was presented, so it is none of those whose bank is looked at again after they were closed unseen.
    const document = await stored(rig, id);
    t.like(document, { lease: null });
    for (const kind of ['recheck:sim', 'last_recheck:sim', 'creation:sim']) t.is(document?.['due'][kind], undefined);
    const again = await rig.rpc.createCharge(CALL, request);
    t.true(again.replayed);
    t.like(again.charge, { status: 'WAITING_PAYMENT', expectedPayerTaxId: NAMED });
  });
}

test.serial('while payers are being queried, other callbacks are not kept waiting', async (t) => {
  const slow = await Promise.all(Array.from({ length: 12 }, () => locked(rig)));
  const quick = await locked(rig);
  await rig.misbehave({ kind: 'delay', operation: 'pix_list_by_payer', ms: 1_500 });
  await Promise.all(slow.map((charge) => paidBy(rig, charge, { taxId: OTHER })));
  await until('most are queried', async () => {
    const counts = await Promise.all(slow.map(({ txid }) => rig.seen(txid)));
    return counts.filter(({ pix_list = 0 }) => pix_list > 0).length > 8;
  });
  await paidBy(rig, quick, { taxId: NAMED, report_payer: 'notification' });
  await event(rig, quick.id, 'charge.payment_accepted');
  for (const { id } of slow) t.deepEqual(await paymentsOf(rig, id), []);
  for (const { id } of slow) await event(rig, id, 'charge.refund_progressed');
});

test.serial('twenty copies of a callback about another payer are one return', async (t) => {
  const second = await rig.replica();
  t.teardown(second.stop);
  const charge = await locked(rig);
  await pay(rig, charge, { payerTaxId: OTHER, payerName: 'Ana', reportPayer: 'query', times: 20 });
  await event(rig, charge.id, 'charge.refund_progressed');
  await until(
    'all are handled',
    async () =>
      (await rig.database.connection.collection('provider_callbacks').countDocuments({ state: 'waiting' })) === 0,
  );
  t.is((await paymentsOf(rig, charge.id)).length, 1);
  t.is((await stored(rig, charge.id))?.['sequence'], 3);
});

for (const [taxId, decision] of [
  [NAMED, 'accepted'],
  [OTHER, 'returned'],
] as const) {
  test.serial(
    `killed while it asks the bank who paid: another process asks again, and the money is ${decision} once`,
    async (t) => {
      const victim = await startVictim(rig);
      const charge = await locked(rig);
      // Any question about this charge, for a sweep may have found it too; and of it alone, for held money is
      // asked for beside it.
      const { txid } = charge;
      await rig.misbehave({ kind: 'delay', operation: 'pix_list_by_payer', txid, ms: 3_000 });
      const endToEndId = await paidBy(rig, charge, { taxId, notify: 'never' });
      const profile = await found(rig, 'bank_profiles', { _id: rig.profileId });
      const token = String(profile['callbackUrl']).split('/').at(-1) ?? '';
      const body = Buffer.from(JSON.stringify({ pix: [elementOf(endToEndId, txid, {})] }));
      await victim.rpc.receiveProviderCallback(CALL, { bankProfileId: rig.profileId, token, body });
      await until('the bank is queried', () => isQueried(rig, charge));
      victim.kill();
      await rig.behave();
      t.deepEqual(await paymentsOf(rig, charge.id), []);
      // The lease of the dead is over: as if half a minute had passed.
      const lost = { endToEndId, state: 'waiting', claim: { $ne: null } };
      const callbacks = rig.database.connection.collection('provider_callbacks');
      t.true((await callbacks.updateMany(lost, { $set: { dueAt: new Date(0) } })).modifiedCount > 0);
      t.is((await paymentOf(rig, charge.id, decision)).endToEndId, endToEndId);
      t.is((await paymentsOf(rig, charge.id)).length, 1);
    },
  );
}

test.serial('a payer’s document is in no document, event or line of the log', async (t) => {
  const collections = (await rig.database.connection.db?.collections()) ?? [];
  for (const collection of collections) {
    const text = JSON.stringify(await collection.find().toArray());
    for (const { other } of Object.values(PAYERS)) t.false(text.includes(other), collection.collectionName);
  }
  const lines = rig.lines().join('\n');
  for (const { named, other } of Object.values(PAYERS)) t.false(lines.includes(other) || lines.includes(named));
});
