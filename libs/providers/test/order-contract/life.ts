import { ORDER_METHODS } from '../../src/index.ts';
import { done } from '../contract/rule.ts';
import { type OrderRule, termsOf } from './case.ts';
import { LOST } from './create.ts';

/** What becomes of an order, and how the acquirer shows it. */
export function orderLifeRules(rule: OrderRule): void {
  for (const method of ORDER_METHODS) {
    rule(`${method}: paid, it shows its payment with the time that decides`, {}, async (t, it) => {
      const [currency = ''] = it.provider.capabilities().methods[method]?.currencies ?? [];
      const body = it.provider.orderRequest(termsOf(method, currency));
      done(t, await it.provider.createOrder({ ...it, body }));
      await it.play(it.reference, 'approved');
      const order = done(t, await it.provider.getOrder(it.reference));
      t.like(order, { status: 'approved', payments: { length: 1, 0: { amount: 3700 } } });
      t.true(Math.abs((order?.payments[0]?.paidAt.getTime() ?? 0) - Date.now()) < 60_000);
    });
  }

  for (const [event, status] of [
    ['authenticating', 'authenticating'],
    ['refused', 'refused'],
    ['expired', 'expired'],
  ] as const) {
    rule(`an order can be ${status}`, {}, async (t, it) => {
      done(t, await it.provider.createOrder(it));
      await it.play(it.reference, event);
      const order = done(t, await it.provider.getOrder(it.reference));
      t.is(order?.status, status);
      t.is(order?.reason === null, status !== 'refused');
    });
  }

  rule('money that came twice, or in another amount, is all shown', {}, async (t, it) => {
    const body = it.provider.orderRequest(termsOf('MULTIBANCO', 'EUR'));
    done(t, await it.provider.createOrder({ ...it, body }));
    await it.play(it.reference, 'approved', { amount: 1, force: true });
    await it.play(it.reference, 'approved');
    await it.play(it.reference, 'approved', { force: true });
    const order = done(t, await it.provider.getOrder(it.reference));
    t.deepEqual(
      order?.payments.map(({ amount }) => Number(amount)),
      [1, 3700, 3700],
    );
    t.is(new Set(order?.payments.map(({ id }) => id)).size, 3);
  });

  rule('a dispute is open, then won; a chargeback is open, then lost', {}, async (t, it) => {
    done(t, await it.provider.createOrder(it));
    await it.play(it.reference, 'approved');
    const disputes = async () => done(t, await it.provider.getOrder(it.reference))?.disputes;
    await it.play(it.reference, 'dispute');
    t.like(await disputes(), { 0: { kind: 'dispute', status: 'open' } });
    await it.play(it.reference, 'dispute_won');
    await it.play(it.reference, 'chargeback');
    t.like(await disputes(), { 0: { status: 'won' }, 1: { kind: 'chargeback', status: 'open' } });
    await it.play(it.reference, 'dispute_lost');
    t.like(await disputes(), { 1: { status: 'lost' } });
  });

  rule('cancel: an open order is cancelled, and cancelled again', {}, async (t, it) => {
    done(t, await it.provider.createOrder(it));
    t.is(done(t, await it.provider.cancelOrder(it.reference)).status, 'cancelled');
    t.is(done(t, await it.provider.cancelOrder(it.reference)).status, 'cancelled');
    t.is(done(t, await it.provider.getOrder(it.reference))?.status, 'cancelled');
  });

  for (const event of ['approved', 'refused', 'expired'] as const) {
    rule(`cancel: an order that is ${event} is declined and stays`, {}, async (t, it) => {
      done(t, await it.provider.createOrder(it));
      await it.play(it.reference, event);
      t.is((await it.provider.cancelOrder(it.reference)).kind, 'declined');
      t.is(done(t, await it.provider.getOrder(it.reference))?.status, event);
    });
  }

  for (const [how, reason, happened] of LOST) {
    rule(`cancel: the acquirer ${how}: unknown, and a query shows it`, {}, async (t, it) => {
      done(t, await it.provider.createOrder(it));
      await it.misbehave(how, 'cancel', 1);
      const call = how.startsWith('hangs') ? { deadlineMs: 400 } : {};
      t.like(await it.provider.cancelOrder(it.reference, call), { kind: 'unknown', cause: { reason } });
      const found = done(t, await it.provider.getOrder(it.reference));
      t.is(found?.status, happened ? 'cancelled' : 'awaiting_payer');
      t.is(done(t, await it.provider.cancelOrder(it.reference)).status, 'cancelled');
    });
  }

  rule('what the acquirer does not have is null, and is not cancelled', {}, async (t, it) => {
    t.is(done(t, await it.provider.getOrder(it.reference)), null);
    t.like(await it.provider.cancelOrder(it.reference), { kind: 'declined', status: 404 });
  });

  rule('an acquirer in maintenance has not answered that an order is absent', {}, async (t, it) => {
    await it.misbehave('is_unavailable', 'get', 1);
    t.is((await it.provider.getOrder(it.reference)).kind, 'unknown');
  });
}
