import { type Lifecycle, type Logger, startJob } from '@gx/runtime';
import { nextAttemptMs, type SimulatedCallback } from '../domain/callback.ts';
import type { BankStores } from '../store/open-stores.ts';
import type { PostCallback } from './post-callback.ts';
import { POLL_EVERY_MS, wakeAt } from './wake-at.ts';

const IN_FLIGHT_MAX = 64;

type Deps = Pick<BankStores, 'callbacks' | 'webhooks'> & {
  readonly log: Logger;
  readonly life: Lifecycle;
  readonly now: () => Date;
  readonly post: PostCallback;
  readonly timeoutMs: number;
  readonly retryScale: number;
};

/**
 * Sends callbacks, many at once; one that is not answered 2xx comes again by the bank's schedule, until it
 * gives up.
 */
export function startCallbackSender(deps: Deps) {
  const { callbacks, log, life, now } = deps;
  const inFlight = new Set<Promise<void>>();
  const closing = new AbortController();
  life.onStop('callbacks under way', async () => {
    closing.abort();
    await Promise.all(inFlight);
  });
  const wake = wakeAt('send callbacks', life);
  const job = startJob({ log, life }, { name: 'send callbacks', everyMs: POLL_EVERY_MS, run: sendDue });
  const isFull = (): boolean => inFlight.size >= IN_FLIGHT_MAX || closing.signal.aborted;

  /** What waits for its time, or was left behind. What this process stores is sent without this. */
  async function sendDue(): Promise<void> {
    while (!isFull()) {
      const dueAt = await callbacks.nextDueAt();
      if (dueAt === undefined || dueAt > now()) return wake(job.trigger, [dueAt], now());
      const callback = await callbacks.claim();
      if (callback === undefined) return;
      begin(attempt(deps, callback, closing.signal));
    }
  }

  function begin(work: Promise<boolean>): void {
    const sending = work
      .catch((err: unknown) => log.error({ err }, 'a callback attempt could not be recorded, its lease will run out'))
      .then((comesAgain) => {
        inFlight.delete(sending);
        if (comesAgain || inFlight.size === IN_FLIGHT_MAX - 1) job.trigger();
      });
    inFlight.add(sending);
  }

  return {
    /** Sends what was stored with its lease claimed; what is due later wakes the job in time. */
    stored(due: SimulatedCallback | undefined): void {
      if (due === undefined) job.trigger();
      else begin(isFull() ? callbacks.retry(due, 0, null).then(() => true) : attempt(deps, due, closing.signal));
    },
  };
}

/** Whether it comes again. */
async function attempt(
  { callbacks, webhooks, log, post, ...rules }: Deps,
  callback: SimulatedCallback,
  signal: AbortSignal,
): Promise<boolean> {
  const webhook = await webhooks.get(callback.clientId, callback.chave);
  const url = `${webhook?.url.replace(/\/$/, '')}${callback.suffix}`;
  const failure =
    webhook === undefined
      ? undefined
      : await sendCopies(callback, (body) => post(url, body, { timeoutMs: rules.timeoutMs, signal }));
  const waitMs = signal.aborted ? 0 : nextAttemptMs(callback.attempts, rules.retryScale);
  if (failure !== undefined)
    log.info({ attempt: callback.attempts, failure, retry_in_ms: waitMs }, 'callback not accepted');
  const comesAgain = failure !== undefined && waitMs !== undefined;
  if (comesAgain) await callbacks.retry(callback, waitMs, failure);
  else if (failure !== undefined) await callbacks.finish(callback, 'given_up', failure);
  else await callbacks.finish(callback, webhook === undefined ? 'no_webhook' : 'delivered');
  return comesAgain;
}

/** All copies at once the first time, one from then on; undefined when every one was answered 2xx. */
async function sendCopies({ body, copies, attempts }: SimulatedCallback, send: (body: string) => Promise<number>) {
  const count = attempts === 1 ? copies : 1;
  const sent = await Promise.allSettled(Array.from({ length: count }, () => send(body)));
  return sent.map(failureOf).find((failure) => failure !== undefined);
}

function failureOf(result: PromiseSettledResult<number>): string | undefined {
  if (result.status === 'fulfilled')
    return result.value >= 200 && result.value < 300 ? undefined : `status ${result.value}`;
  const { reason } = result;
  return reason instanceof Error ? String((reason as { code?: unknown }).code ?? reason.name) : 'unknown';
}
