import { newId, Refusal } from '@gx/core';
import { until } from '@gx/testkit';
import test from 'ava';
import { cancel, NOT_CANCELLABLE, outcomeOf, REMOVED } from './cancel-steps.ts';
import { cancelledWhole, expiresIn, paymentsOf, shownByBank, statusOf } from './closing.ts';
import { CALL, created, event, newTenant, pay, publishedEvents, type Rig, stored } from './rig.ts';

/** Cancellations against everything else that can happen to a charge. */
export function cancelsCharges(rig: Rig): void {
  test.serial(
    'a waiting charge is removed at the bank, then reads cancelled; a second cancellation is refused',
    async (t) => {
      const charge = await created(rig);
      t.deepEqual(await rig.rpc.cancelCharge(CALL, charge), { ...charge.charge, status: 'CANCELLED' });
      t.is((await shownByBank(rig, charge)).status, REMOVED);
      t.like((await event(rig, charge.id, 'charge.failed')).failed, {
        previousStatus: 'WAITING_PAYMENT',
        charge: { id: charge.id, status: 'CANCELLED' },
      });
      t.is(outcomeOf(await cancel(rig, charge)), NOT_CANCELLABLE);
      const gone = await t.throwsAsync(rig.rpc.getPaymentCode(CALL, { id: charge.id }), { instanceOf: Refusal });
      t.is(gone?.code, 'not_found', 'its image is gone');
      t.deepEqual(publishedEvents(rig, charge.id), ['1 charge.created', '2 charge.failed']);
      rig.toBank.assertClean();
    },
  );

  test.serial(
    'a charge that is unknown, somebody else’s or of the other mode is not there, and stays as it is',
    async (t) => {
      const charge = await created(rig);
      const { tenant, id } = charge;
      for (const other of [
        { tenant, id: newId('charge') },
        { tenant, id: 'nonsense' },
        { tenant: newTenant(), id },
        { tenant: { ...tenant, livemode: true }, id },
      ])
        t.is(outcomeOf(await cancel(rig, other)), 'not_found');
      t.is(await statusOf(rig, charge), 'WAITING_PAYMENT');
      t.like(await stored(rig, id), { closing: null });
    },
  );

  test.serial('an expired, a paid and an accepted charge are refused, and go on as before', async (t) => {
    const expired = await created(rig);
    await expiresIn(rig, expired.id, 0);
    await event(rig, expired.id, 'charge.expired');
    t.is(outcomeOf(await cancel(rig, expired)), NOT_CANCELLABLE);
    const paid = await created(rig);
    await pay(rig, paid);
    const accepted = await event(rig, paid.id, 'charge.payment_accepted');
    t.is(outcomeOf(await cancel(rig, paid)), NOT_CANCELLABLE, 'the payment was accepted before');
    t.like(await stored(rig, paid.id), { closing: null, status: 'WAITING_PAYMENT' });
    await rig.ledger.credit(accepted);
    await event(rig, paid.id, 'charge.paid');
    t.is(outcomeOf(await cancel(rig, paid)), NOT_CANCELLABLE);
    t.deepEqual(publishedEvents(rig, paid.id), ['1 charge.created', '2 charge.payment_accepted', '3 charge.paid']);
  });

  test.serial('two cancellations that both saw the charge open both did it: one event', async (t) => {
    const other = await rig.replica();
    const charge = await created(rig);
    await rig.misbehave({ kind: 'delay', operation: 'get', ms: 400 });
    const answers = await Promise.all([cancel(rig, charge), cancel(other, charge), cancel(rig, charge)]);
    t.deepEqual(answers.map(outcomeOf), ['CANCELLED', 'CANCELLED', 'CANCELLED']);
    await event(rig, charge.id, 'charge.failed');
    t.is((await stored(rig, charge.id))?.['sequence'], 2);
    t.deepEqual(publishedEvents(rig, charge.id), ['1 charge.created', '2 charge.failed']);
    await other.stop();
  });

  test.serial('while the bank is away a cancellation answers 503 and stays; a job finishes it', async (t) => {
    const charge = await created(rig);
    await rig.misbehave({ kind: '503', operation: '*' });
    const refused = await cancel(rig, charge);
    t.is(outcomeOf(refused), 'service_unavailable');
    t.true(((refused as Refusal).more.retryAfterSeconds ?? 0) >= 1);
    t.is(await statusOf(rig, charge), 'WAITING_PAYMENT');
    t.is((await stored(rig, charge.id))?.['closing'].as, 'CANCELLED');
    await rig.behave();
    await event(rig, charge.id, 'charge.failed');
    t.is((await shownByBank(rig, charge)).status, REMOVED);
    t.is(outcomeOf(await cancel(rig, charge)), NOT_CANCELLABLE);
    rig.toBank.takeViolations();
  });

  test.serial(
    'a cancellation that could not be finished is dropped when the charge turns out to be paid in time',
    async (t) => {
      const charge = await created(rig);
      await pay(rig, charge, { notifyNever: true });
      await rig.misbehave({ kind: '503', operation: 'get', times: 1 });
      t.is(outcomeOf(await cancel(rig, charge)), 'service_unavailable');
      const accepted = await event(rig, charge.id, 'charge.payment_accepted');
      t.like(await stored(rig, charge.id), { closing: null, status: 'WAITING_PAYMENT' });
      t.is(outcomeOf(await cancel(rig, charge)), NOT_CANCELLABLE);
      await rig.ledger.credit(accepted);
      await event(rig, charge.id, 'charge.paid');
      t.false(publishedEvents(rig, charge.id).some((type) => type.endsWith('charge.failed')));
    },
  );

  test.serial('paid and not noticed: the bank’s books are read first, and the cancellation is refused', async (t) => {
    const charge = await created(rig);
    await pay(rig, charge, { notifyNever: true });
    t.is(outcomeOf(await cancel(rig, charge)), NOT_CANCELLABLE);
    await event(rig, charge.id, 'charge.payment_accepted');
    t.is((await rig.seen(charge.txid))['patch'], undefined);
  });

  test.serial('paid between the look and the removal: the bank refuses the removal, the money is kept', async (t) => {
    const charge = await created(rig);
    await rig.misbehave({ kind: 'delay', operation: 'get', times: 1, ms: 500 });
    const cancelling = cancel(rig, charge);
    await until('the bank was queried', async () => (await rig.seen(charge.txid))['get'] === 1);
    await pay(rig, charge, { notifyNever: true });
    t.is(outcomeOf(await cancelling), NOT_CANCELLABLE);
    await event(rig, charge.id, 'charge.payment_accepted');
    t.deepEqual(await rig.seen(charge.txid), { create: 1, get: 2, patch: 1 });
    rig.toBank.takeViolations();
  });

  test.serial(
    'paid while the bank’s answer to the removal is on its way: one of both wins, the other gives way',
    async (t) => {
      const charge = await created(rig);
      await rig.misbehave({ kind: 'delay', operation: 'patch', times: 1, ms: 500 });
      const cancelling = cancel(rig, charge);
      await until('it is removed', async () => (await shownByBank(rig, charge)).status === REMOVED);
      await pay(rig, charge, { force: true, times: 3 });
      const isCancelled = outcomeOf(await cancelling) === 'CANCELLED';
      if (!isCancelled) t.is(outcomeOf(await cancelling), NOT_CANCELLABLE);
      const [payment, ...more] = await until('it is decided about', async () => {
        const payments = await paymentsOf(rig, charge.id);
        return payments.length > 0 && payments;
      });
      t.like(payment, isCancelled ? { decision: 'returned', reason: 'CHARGE_CLOSED' } : { decision: 'accepted' });
      t.deepEqual(more, []);
      t.log(isCancelled ? 'cancelled' : 'paid');
    },
  );

  test.serial('money that comes after the end is returned, once, and the charge stays cancelled', async (t) => {
    const charge = await created(rig);
    t.is(outcomeOf(await cancel(rig, charge)), 'CANCELLED');
    await pay(rig, charge, { force: true, times: 3 });
    t.is((await event(rig, charge.id, 'charge.return_ordered')).returnOrdered?.reason, 'CHARGE_CLOSED');
    t.is(await statusOf(rig, charge), 'CANCELLED');
    t.deepEqual(publishedEvents(rig, charge.id).slice(1, 3), ['2 charge.failed', '3 charge.return_ordered']);
  });

  test.serial('a charge whose only money had to be returned is spent, and can be cancelled', async (t) => {
    const charge = await created(rig);
    await pay(rig, charge, { amount: 2_000, force: true });
    await event(rig, charge.id, 'charge.return_ordered');
    t.is(outcomeOf(await cancel(rig, charge)), 'CANCELLED');
    t.is((await rig.seen(charge.txid))['patch'], undefined);
  });

  test.serial('held money goes back and the charge closes in one write, without a word to the bank', async (t) => {
    const charge = await created(rig, { customer: { name: 'Ana' }, expectedPayerTaxId: '52998224725' });
    const endToEndId = await pay(rig, charge, { reportPayer: 'never', payerTaxId: '11144477735' });
    await event(rig, charge.id, 'charge.payment_held');
    t.is(await statusOf(rig, charge), 'PROCESSING');
    const before = await rig.seen(charge.txid);
    t.is(outcomeOf(await cancel(rig, charge)), 'CANCELLED');
    t.deepEqual(await rig.seen(charge.txid), before);
    await cancelledWhole(t, rig, charge.id);
    t.like((await event(rig, charge.id, 'charge.return_ordered')).returnOrdered, {
      endToEndId,
      reason: 'CANCELLED_WHILE_HELD',
      amount: 1_990,
    });
    t.like((await event(rig, charge.id, 'charge.failed')).failed, { previousStatus: 'PROCESSING' });
    t.is(outcomeOf(await cancel(rig, charge)), NOT_CANCELLABLE);
  });

  test.serial('a cancellation during an expiry that the bank holds up wins: cancelled, one event', async (t) => {
    const charge = await created(rig);
    await rig.misbehave({ kind: '503', operation: 'get' });
    await expiresIn(rig, charge.id, 0);
    await until('its expiry has begun', async () => (await stored(rig, charge.id))?.['closing']?.as === 'EXPIRED');
    t.is(outcomeOf(await cancel(rig, charge)), 'service_unavailable');
    t.is((await stored(rig, charge.id))?.['closing'].as, 'CANCELLED');
    await rig.behave();
    await event(rig, charge.id, 'charge.failed');
    t.deepEqual(publishedEvents(rig, charge.id), ['1 charge.created', '2 charge.failed']);
    t.is(await statusOf(rig, charge), 'CANCELLED');
    rig.toBank.takeViolations();
  });

  test.serial('a charge that the bank took off is refused before it can be cancelled', async (t) => {
    const charge = await until('a charge', () => created(rig), { timeoutMs: 20_000, everyMs: 200 });
    await rig.simulator.control('POST', `/sim/charges/${charge.txid}/remove`);
    t.is(outcomeOf(await cancel(rig, charge)), NOT_CANCELLABLE);
    t.like((await event(rig, charge.id, 'charge.failed')).failed, { charge: { status: 'REFUSED' } });
  });
}
