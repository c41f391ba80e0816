import { addMillis } from '@gx/core';
import { type Job, type Lifecycle, type Logger, startJob } from '@gx/runtime';
import { changeOrder } from '../commands/change-order.ts';
import { endOne } from '../commands/end-devolution.ts';
import { movePixOut, newReturnIds } from '../commands/end-pix-out.ts';
import { makePlannedReturn } from '../commands/make-bank-return.ts';
import { dueDevolution, nextDueAt } from '../domain/devolution.ts';
import { type Order, orderDueAt } from '../domain/order.ts';
import { expire } from '../domain/order-life.ts';
import { dueRefund, endRefund } from '../domain/order-refund.ts';
import type { Pix } from '../domain/pix.ts';
import { nextStep } from '../domain/pix-out.ts';
import type { BankStores } from '../store/open-stores.ts';
import { POLL_EVERY_MS, wakeAt } from './wake-at.ts';

const AT_ONCE = 16;

type Deps = BankStores & { readonly now: () => Date; readonly log: Logger; readonly life: Lifecycle };

/**
 * Lets money that is under way arrive, or fail, and orders end, when their time has come. What is due is in
 * the database, so a restart forgets none.
 */
export function startSettle(deps: Deps): Job {
  const { pix, pixOut, orders, log, life } = deps;
  const wake = wakeAt('settle', life);
  const job = startJob({ log, life }, { name: 'settle', everyMs: POLL_EVERY_MS, run: settleDue });
  return job;

  async function settleDue(): Promise<void> {
    for (;;) {
      const now = deps.now();
      const soon = addMillis(now, POLL_EVERY_MS);
      const [returning, sending, ending] = await Promise.all([
        pix.due(soon, AT_ONCE),
        pixOut.due(soon, AT_ONCE),
        orders.due(soon, AT_ONCE),
      ]);
      const times = [...returning.map(nextDueAt), ...sending.map(({ dueAt }) => dueAt), ...ending.map(orderDueAt)];
      if (!times.some((at) => isDue(at, now))) return wake(job.trigger, times, now);
      await Promise.all([
        ...returning.map((one) => settlePix(deps, one, now)),
        ...sending
          .filter(({ dueAt }) => isDue(dueAt, now))
          .map((one) => movePixOut(deps, one, { decide: (current) => nextStep(current, now, newReturnIds(now)), now })),
        ...ending
          .filter((order) => isDue(orderDueAt(order), now))
          .map((one) =>
            changeOrder(deps, one, { decide: (order) => ({ result: undefined, order: afterDue(order, now) }), now }),
          ),
      ]);
    }
  }
}

const isDue = (at: Date | undefined, now: Date): boolean => at !== undefined && at <= now;

async function settlePix(deps: Deps, pix: Pix, now: Date): Promise<void> {
  const due = dueDevolution(pix, now);
  if (due !== undefined) await endOne(deps, pix, { id: due.id, ending: due.next, now });
  if (isDue(pix.plannedReturn?.dueAt, now)) await makePlannedReturn(deps, pix, now);
}

/** One step on; undefined when nothing is due any more. */
function afterDue(order: Order, now: Date): Order | undefined {
  const refund = dueRefund(order, now);
  if (refund !== undefined) return endRefund(order, refund.id, refund, now);
  if (order.expiresAt > now) return undefined;
  const moved = expire(order, now);
  return 'order' in moved ? moved.order : undefined;
}
