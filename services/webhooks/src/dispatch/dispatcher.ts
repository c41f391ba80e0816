import { setTimeout as pause } from 'node:timers/promises';
import type { Id } from '@gx/core';
import { gauge, type Host, startJob } from '@gx/runtime';
import { QUEUES, type QueueName } from '../domain/delivery.ts';
import type { DueDelivery } from '../store/attempts.ts';
import type { Cursor } from '../store/deliveries.ts';
import type { HasRoom } from '../store/new-deliveries.ts';
import { DeliveryQueue } from './delivery-queue.ts';
import { firstLeases } from './first-leases.ts';
import { type AttemptDeps, makeAttempt, reportInterruptedLast } from './make-attempt.ts';
import { type ReadTarget, sharedReads, targetOf } from './target-of.ts';

const POLL_EVERY_MS = 1_000;
const PAGE = 500;
const COUNT_EVERY_MS = 10_000;
const COUNTED_MAX = 100_000;
const PAGES_MAX = 20;
const STOP_GRACE_MS = 12_000;
/** What is replayed lets new events to its endpoint go first, and looks so often whether they are gone. */
const YIELD_MS = 20;
/**
 * An account is sent 192 or 96 attempts at once and keeps three quarters of what waits in a queue at most:
 * endpoints and hosts cost it nothing, a share of everybody's does. `inFlightMax` counts those, too, whose
 * endpoint has answered and whose outcome is being written.
 */
const BOUNDS = {
  first: {
    inFlightMax: 512,
    perOriginMax: 64,
    perAccountMax: 192,
    perEndpoint: { start: 8, max: 32 },
    waitingMax: 16_384,
    waitingPerAccountMax: 12_288,
    waitingPerEndpointMax: 2_048,
  },
  retry: {
    inFlightMax: 128,
    perOriginMax: 16,
    perAccountMax: 96,
    perEndpoint: { start: 4, max: 8 },
    waitingMax: 2_048,
    waitingPerAccountMax: 1_536,
    waitingPerEndpointMax: 128,
  },
  replay: {
    inFlightMax: 64,
    perOriginMax: 8,
    perAccountMax: 32,
    perEndpoint: { start: 2, max: 4 },
    waitingMax: 4_096,
    waitingPerAccountMax: 1_536,
    waitingPerEndpointMax: 128,
  },
} as const;

export type Dispatcher = {
  /** Whether a first attempt could wait here for its turn. */
  readonly hasRoom: HasRoom;
  /**
   * Deliveries that were just stored: their first attempts start now, as far as there is room. Resolves when
   * what there is none for is due for anybody: no memory keeps it.
   */
  readonly offer: (deliveries: readonly DueDelivery[]) => Promise<void>;
  /** An endpoint has another URL, or none: what waits for it here is due for anybody, and looked up again. */
  readonly forget: (endpointId: Id<'endpoint'>) => Promise<void>;
  /** What is replayed: one replica takes it up, or it would not keep its order. */
  readonly replays: {
    readonly fill: () => Promise<void>;
    /** Whether anything of it waits or is under way here. */
    readonly isIdle: () => boolean;
  };
};
export type DispatcherDeps = Omit<AttemptDeps, 'host' | 'onRetry' | 'targetOf' | 'leases'> & {
  readonly readTarget: ReadTarget;
  /** Which host each endpoint is at, as of now. */
  readonly originsOf: (ids: readonly Id<'endpoint'>[]) => Promise<ReadonlyMap<string, string>>;
  /** Counts an attempt at a host; answers 0, or in how many milliseconds the host has one for us again. */
  readonly takeTurn: (hostname: string) => number;
  /** There may be room for more of what is replayed. */
  readonly onReplayRoom: () => void;
};

/**
 * Makes every attempt that is due. New deliveries are offered to it and start at once; the poll is for
 * retries, for what dead processes left and for what found no room. Several replicas may run: each attempt is
 * claimed by one.
 */
export function startDispatcher(host: Host, deps: DispatcherDeps): Dispatcher {
  const { deliveries, sender } = deps;
  const trigger = (): void => job.trigger();
  const wake = wakeUps(trigger);
  const leases = firstLeases(deps);
  const reads = targetOf(sharedReads(deps.readTarget));
  const attemptDeps: AttemptDeps = { ...deps, targetOf: reads, leases, host, onRetry: wake.in };
  const queueOf = (name: QueueName): DeliveryQueue =>
    new DeliveryQueue({
      ...BOUNDS[name],
      attemptMsMax: deps.leaseMs,
      ordered: name !== 'retry',
      takeTurn: deps.takeTurn,
      attempt: async (due, answered) => {
        while (name === 'replay' && queues.first.hasWaiting(due) && !host.life.isStopping) await pause(YIELD_MS);
        return makeAttempt(attemptDeps, name, due, answered);
      },
      onRoom: name === 'replay' ? deps.onReplayRoom : trigger,
    });
  const queues = { first: queueOf('first'), retry: queueOf('retry'), replay: queueOf('replay') };
  const poll = async (): Promise<void> => {
    await endLapsedLeases(host, deliveries);
    await Promise.all([fill('first', queues.first, deps, host), fill('retry', queues.retry, deps, host)]);
  };
  host.life.onStop('webhook sender', sender.close);
  host.life.onStop('webhook queues', async () => {
    wake.stop();
    const interrupt = setTimeout(sender.interrupt, STOP_GRACE_MS);
    // What waits is due for others at once, and what is under way has the time that it takes.
    await Promise.all([...Object.values(queues).map((queue) => queue.stop()), leases.keep(0)]);
    clearTimeout(interrupt);
  });
  const job = startJob(host, { name: 'dispatch', everyMs: POLL_EVERY_MS, run: poll });
  const countDue = async (): Promise<void> => {
    for (const queue of QUEUES)
      gauge('gx.webhook.due', await deliveries.countDue(queue, COUNTED_MAX), { 'gx.queue': queue });
  };
  // Beside the poll, which may last: a lease does not wait for it.
  startJob(host, { name: 'first leases', everyMs: POLL_EVERY_MS, run: () => leases.keep() });
  startJob(host, { name: 'count due', everyMs: COUNT_EVERY_MS, run: countDue });
  return {
    hasRoom: queues.first.hasRoom,
    offer: (fresh) => {
      leases.add(fresh);
      return leases.reschedule(queues.first.offer(fresh));
    },
    forget: async (endpointId) => {
      await leases.reschedule(Object.values(queues).flatMap((queue) => queue.forget(endpointId)));
      trigger();
    },
    replays: {
      fill: () => fill('replay', queues.replay, deps, host),
      isIdle: queues.replay.isIdle,
    },
  };
}

/**
 * What dead processes left is sent again; what has no attempt left is a dead letter, told by the process that
 * ends it.
 */
async function endLapsedLeases({ log }: Host, deliveries: DispatcherDeps['deliveries']): Promise<void> {
  if (!(await deliveries.isAnyLapsed())) return;
  const again = await deliveries.rescheduleLapsed();
  if (again > 0) log.warn({ deliveries: again }, 'webhook deliveries whose lease had ended are due again');
  for (let dead = await deliveries.exhaustLapsed(); dead !== undefined; dead = await deliveries.exhaustLapsed())
    reportInterruptedLast(log, dead);
}

type Source = Pick<DispatcherDeps, 'deliveries' | 'originsOf'>;

/** Offers what is due, page by page, until there is no more or no room. */
async function fill(name: QueueName, queue: DeliveryQueue, source: Source, { now }: Host): Promise<void> {
  let { due } = queue.oldest();
  let after: Cursor | undefined;
  // The first page is asked for however little room there is: what nobody can take is what has to be told.
  // What is replayed keeps its order: what had no room is looked for again before what comes after it.
  const pagesMax = name === 'replay' ? 1 : PAGES_MAX;
  for (let page = 0; page < pagesMax && (page === 0 || queue.room > 0 || due === undefined); page += 1) {
    const found = await source.deliveries.due(name, PAGE, queue.busy(), after);
    const placed = await atCurrentOrigins(source, found.deliveries);
    // Before they are offered: one that is taken over and over and never sent is due each time.
    const first = placed.find((one) => !queue.isThrottled(one))?.dueAt;
    if (first !== undefined && (due === undefined || first < due)) due = first;
    queue.offer(placed);
    after = found.after;
    if (after === undefined) break;
  }
  // Nothing is promised of when: only how many are due is measured.
  if (name === 'replay') return;
  const age = (since: Date | undefined): number =>
    since === undefined ? 0 : Math.max(0, (now().getTime() - since.getTime()) / 1_000);
  gauge('gx.webhook.oldest_due_age', age(due), { 'gx.queue': name });
  gauge('gx.webhook.oldest_throttled_age', age(queue.oldest().throttled), { 'gx.queue': name });
}

/** Each at the origin where its endpoint is now. */
async function atCurrentOrigins({ originsOf }: Source, due: readonly DueDelivery[]): Promise<DueDelivery[]> {
  const origins = await originsOf([...new Set(due.map(({ endpointId }) => endpointId))]);
  return due.map((one) => ({ ...one, origin: origins.get(one.endpointId) ?? one.origin }));
}

/** Wakes the poll when a retry is due before its next turn; one timer, for the earliest. */
function wakeUps(trigger: () => void): { in: (delayMs: number) => void; stop: () => void } {
  let timer: NodeJS.Timeout | undefined;
  let at = Number.POSITIVE_INFINITY;
  const wakeIn = (delayMs: number): void => {
    const due = performance.now() + delayMs;
    if (delayMs >= POLL_EVERY_MS || due >= at) return;
    clearTimeout(timer);
    at = due;
    timer = setTimeout(() => {
      at = Number.POSITIVE_INFINITY;
      trigger();
    }, delayMs + 1);
  };
  const stop = (): void => {
    clearTimeout(timer);
    at = Number.NEGATIVE_INFINITY;
  };
  return { in: wakeIn, stop };
}
