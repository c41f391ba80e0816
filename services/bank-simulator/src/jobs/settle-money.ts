import { type Job, type Lifecycle, type Logger, startJob } from '@gx/runtime';
import { endOne } from '../commands/end-devolution.ts';
import { movePixOut } from '../commands/end-pix-out.ts';
import { dueDevolution } from '../domain/devolution.ts';
import { nextStep } from '../domain/pix-out.ts';
import type { BooksStore } from '../store/books.ts';
import type { PixStore } from '../store/pix.ts';
import type { PixOutStore } from '../store/pix-out.ts';
import type { ScenarioStore } from '../store/scenarios.ts';
import type { WebhookStore } from '../store/webhooks.ts';

const EVERY_MS = 50;
const AT_ONCE = 16;

type Deps = {
  readonly pix: PixStore;
  readonly pixOut: PixOutStore;
  readonly books: BooksStore;
  readonly webhooks: WebhookStore;
  readonly scenarios: ScenarioStore;
  readonly nudge: () => void;
  readonly now: () => Date;
  readonly log: Logger;
  readonly life: Lifecycle;
};

/** Lets money that is under way arrive, or fail, when its time has come. What is due is in the database, so a restart forgets none. */
export function startMoney(deps: Deps): Job {
  const { log, life } = deps;
  return startJob({ name: 'settle-money', everyMs: EVERY_MS, run: settleDue, log, life });

  async function settleDue(): Promise<void> {
    for (;;) {
      const now = deps.now();
      const [returning, sending] = await Promise.all([deps.pix.due(now, AT_ONCE), deps.pixOut.due(now, AT_ONCE)]);
      if (returning.length + sending.length === 0) return;
      await Promise.all([
        ...returning.map(async (pix) => {
          const due = dueDevolution(pix, now);
          if (due !== undefined) await endOne(deps, pix, { id: due.id, ending: due.next, now });
        }),
        ...sending.map((pixOut) => movePixOut(deps, pixOut, { decide: (one) => nextStep(one, now), now })),
      ]);
    }
  }
}
