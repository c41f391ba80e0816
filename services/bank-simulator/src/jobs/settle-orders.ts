import { addMillis } from '@gx/core';
import { type Job, type Lifecycle, type Logger, startJob } from '@gx/runtime';
import { changeOrder, type OrderDeps } from '../commands/change-order.ts';
import { type Order, orderDueAt } from '../domain/order.ts';
import { expire } from '../domain/order-life.ts';
import { dueRefund, endRefund } from '../domain/order-refund.ts';
import { POLL_EVERY_MS, wakeAt } from './wake-at.ts';

const AT_ONCE = 16;

type Deps = OrderDeps & { readonly now: () => Date; readonly log: Logger; readonly life: Lifecycle };

/**
 * Ends orders whose time is over, and refunds that are under way. What is due is in the database, so a
 * restart forgets none.
 */
export function startOrders(deps: Deps): Job {
  const { log, life } = deps;
  const wake = wakeAt('settle orders', life);
  const job = startJob({ name: 'settle orders', everyMs: POLL_EVERY_MS, run: settleDue, log, life });
  return job;

  async function settleDue(): Promise<void> {
    for (;;) {
      const now = deps.now();
      const soon = await deps.orders.due(addMillis(now, POLL_EVERY_MS), AT_ONCE);
      const due = soon.filter((order) => (orderDueAt(order) ?? now) <= now);
      if (due.length === 0) return wake(job.trigger, soon.map(orderDueAt), now);
      const decide = (order: Order) => ({ result: undefined, order: afterDue(order, now) });
      await Promise.all(due.map((order) => changeOrder(deps, order, { decide, now })));
    }
  }
}

/** One step on; undefined when nothing is due any more. */
function afterDue(order: Order, now: Date): Order | undefined {
  const refund = dueRefund(order, now);
  if (refund !== undefined) return endRefund(order, refund.id, refund, now);
  if (order.expiresAt > now) return undefined;
  const moved = expire(order, now);
  return 'order' in moved ? moved.order : undefined;
}
