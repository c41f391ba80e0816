import { addMillis } from '@gx/core';
import { type Job, type Lifecycle, type Logger, startJob } from '@gx/runtime';
import { endOne } from '../commands/end-devolution.ts';
import { movePixOut } from '../commands/end-pix-out.ts';
import { makePlannedReturn } from '../commands/make-bank-return.ts';
import { dueDevolution, nextDueAt } from '../domain/devolution.ts';
import { nextStep } from '../domain/pix-out.ts';
import type { BooksStore } from '../store/books.ts';
import type { PixStore } from '../store/pix.ts';
import type { PixOutStore } from '../store/pix-out.ts';
import type { ScenarioStore } from '../store/scenarios.ts';
import type { WebhookStore } from '../store/webhooks.ts';
import { POLL_EVERY_MS, wakeAt } from './wake-at.ts';

const AT_ONCE = 16;

type Deps = {
  readonly pix: PixStore;
  readonly pixOut: PixOutStore;
  readonly books: BooksStore;
  readonly webhooks: WebhookStore;
  readonly scenarios: ScenarioStore;
  readonly now: () => Date;
  readonly log: Logger;
  readonly life: Lifecycle;
};

/**
 * Lets money that is under way arrive, or fail, when its time has come. What is due is in the database, so a
 * restart forgets none.
 */
export function startMoney(deps: Deps): Job {
  const { log, life } = deps;
  const wake = wakeAt('settle money', life);
  const job = startJob({ name: 'settle money', everyMs: POLL_EVERY_MS, run: settleDue, log, life });
  return job;

  async function settleDue(): Promise<void> {
    for (;;) {
      const now = deps.now();
      const soon = addMillis(now, POLL_EVERY_MS);
      const [returning, sending] = await Promise.all([deps.pix.due(soon, AT_ONCE), deps.pixOut.due(soon, AT_ONCE)]);
      const times = [...returning.map(nextDueAt), ...sending.map(({ dueAt }) => dueAt)];
      const isDue = (at: Date | undefined): boolean => at !== undefined && at <= now;
      if (!times.some(isDue)) return wake(job.trigger, times, now);
      await Promise.all([
        ...returning.map(async (pix) => {
          const due = dueDevolution(pix, now);
          if (due !== undefined) await endOne(deps, pix, { id: due.id, ending: due.next, now });
          if (isDue(pix.plannedReturn?.dueAt)) await makePlannedReturn(deps, pix, now);
        }),
        ...sending
          .filter(({ dueAt }) => isDue(dueAt))
          .map((pixOut) => movePixOut(deps, pixOut, { decide: (one) => nextStep(one, now), now })),
      ]);
    }
  }
}
