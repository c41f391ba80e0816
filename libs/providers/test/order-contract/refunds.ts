import { cents } from '@gx/core';
import { until } from '@gx/testkit';
import type { ExecutionContext } from 'ava';
import { NOT_SUPPORTED, ORDER_METHODS, type ProviderOrderRefund } from '../../src/index.ts';
import { done, pending } from '../contract/rule.ts';
import type { OrderRule, PreparedOrder } from './case.ts';
import { LOST } from './create.ts';

/** Money of a card on its way back, under an id of ours. */
export function orderRefundRules(rule: OrderRule): void {
  const refundOf = (it: PreparedOrder, id: string, amount: number) => ({
    reference: it.reference,
    method: 'CREDIT_CARD' as const,
    id,
    body: it.provider.orderRefundRequest({ amount: cents(amount), reason: 'desistência' }),
  });
  const approved = async (t: ExecutionContext, it: PreparedOrder): Promise<void> => {
    done(t, await it.provider.createOrder(it));
    await it.play(it.reference, 'approved');
  };
  const ended = (it: PreparedOrder, id: string): Promise<ProviderOrderRefund> =>
    until('the refund ends', async () => {
      const outcome = await it.provider.getOrderRefund(it.reference, id);
      return outcome.kind === 'done' && outcome.value !== null && outcome.value;
    });

  rule('refund: under way, then refunded; the order shows it too', {}, async (t, it) => {
    await approved(t, it);
    t.like(pending(t, await it.provider.refundOrder(refundOf(it, 'r1', 1_000))), { id: 'r1', status: 'in_progress' });
    t.like(await ended(it, 'r1'), { id: 'r1', amount: 1_000, status: 'refunded' });
    t.like(done(t, await it.provider.getOrder(it.reference))?.refunds, { 0: { id: 'r1', status: 'refunded' } });
  });

  rule('refund: the same id is the same refund; with another amount it is declined', {}, async (t, it) => {
    await approved(t, it);
    pending(t, await it.provider.refundOrder(refundOf(it, 'r1', 1_000)));
    await ended(it, 'r1');
    t.is(done(t, await it.provider.refundOrder(refundOf(it, 'r1', 1_000))).status, 'refunded');
    t.is((await it.provider.refundOrder(refundOf(it, 'r1', 999))).kind, 'declined');
    t.is(done(t, await it.provider.getOrder(it.reference))?.refunds.length, 1);
  });

  rule('refund: more than is left is declined, and is not there', {}, async (t, it) => {
    await approved(t, it);
    pending(t, await it.provider.refundOrder(refundOf(it, 'r1', 3_000)));
    t.is((await it.provider.refundOrder(refundOf(it, 'r2', 701))).kind, 'declined');
    t.is(done(t, await it.provider.getOrderRefund(it.reference, 'r2')), null);
  });

  rule('refund: an order that was not paid gives nothing back', {}, async (t, it) => {
    done(t, await it.provider.createOrder(it));
    t.is((await it.provider.refundOrder(refundOf(it, 'r1', 1))).kind, 'declined');
  });

  rule('refund: a failed one is final, says why, and leaves its part to another', {}, async (t, it) => {
    await approved(t, it);
    await it.misbehave('fails_as_card_closed', 'refund', 1);
    pending(t, await it.provider.refundOrder(refundOf(it, 'r1', 3_700)));
    t.like(await ended(it, 'r1'), { status: 'failed', reason: 'card_closed' });
    pending(t, await it.provider.refundOrder(refundOf(it, 'r2', 3_700)));
    t.is((await ended(it, 'r2')).status, 'refunded');
  });

  rule('refund: one that never ends stays under way', {}, async (t, it) => {
    await approved(t, it);
    await it.misbehave('never_ends', 'refund', 1);
    pending(t, await it.provider.refundOrder(refundOf(it, 'r1', 1)));
    pending(t, await it.provider.getOrderRefund(it.reference, 'r1'));
  });

  for (const [how, reason, happened] of LOST) {
    rule(`refund: the acquirer ${how}: unknown, a query shows it, and there is one in the end`, {}, async (t, it) => {
      await approved(t, it);
      await it.misbehave(how, 'refund', 1);
      const call = how.startsWith('hangs') ? { deadlineMs: 400 } : {};
      const lost = await it.provider.refundOrder(refundOf(it, 'r1', 3_700), call);
      t.like(lost, { kind: 'unknown', cause: { reason } });
      const found = await it.provider.getOrderRefund(it.reference, 'r1');
      t.is(found.kind === 'done' && found.value === null, !happened);
      await it.provider.refundOrder(refundOf(it, 'r1', 3_700));
      t.is((await ended(it, 'r1')).status, 'refunded');
      t.is(done(t, await it.provider.getOrder(it.reference))?.refunds.length, 1);
    });
  }

  rule('refund: a method without a way back is declined and the acquirer is not called', {}, async (t, it) => {
    for (const method of ORDER_METHODS.filter((name) => it.provider.capabilities().methods[name]?.refund === false))
      t.like(await it.provider.refundOrder({ ...refundOf(it, 'r1', 1), method }), {
        kind: 'declined',
        code: NOT_SUPPORTED,
      });
    t.is(await it.requests('refund', it.reference), 0);
  });
}
