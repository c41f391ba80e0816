import { type Job, type Lifecycle, type Logger, startJob } from '@gx/runtime';
import { nextAttemptMs, type SimulatedCallback } from '../domain/callback.ts';
import type { CallbackStore } from '../store/callbacks.ts';
import type { WebhookStore } from '../store/webhooks.ts';
import { postCallback } from './post-callback.ts';

const IN_FLIGHT_MAX = 64;
const CLAIMS_AT_ONCE = 4;
const POLL_MS = 200;
/** What writing the result down may take beyond the attempt itself; after that another process may try. */
const RECORDING_MS = 5_000;

type Deps = {
  readonly callbacks: CallbackStore;
  readonly webhooks: WebhookStore;
  readonly log: Logger;
  readonly life: Lifecycle;
  readonly timeoutMs: number;
  readonly retryScale: number;
};

/**
 * Sends due callbacks, many at once; one that is not answered 2xx comes again by the bank's schedule, until
 * it gives up.
 */
export function startCallbackSender(deps: Deps): Job {
  const { callbacks, log, life } = deps;
  const inFlight = new Set<Promise<void>>();
  const closing = new AbortController();
  const leaseMs = deps.timeoutMs + RECORDING_MS;
  life.onStop('callbacks under way', async () => {
    closing.abort();
    await Promise.all(inFlight);
  });
  const job = startJob({ name: 'send callbacks', everyMs: POLL_MS, run: dispatch, log, life });

  /**
   * One claim while nothing is due; several at a time once something is, so that a burst is not held up by
   * each write.
   */
  async function dispatch(): Promise<void> {
    if (await sendNext()) await Promise.all(Array.from({ length: CLAIMS_AT_ONCE }, drain));
  }

  async function drain(): Promise<void> {
    while (await sendNext());
  }

  async function sendNext(): Promise<boolean> {
    if (inFlight.size >= IN_FLIGHT_MAX || closing.signal.aborted) return false;
    const callback = await callbacks.claim(leaseMs);
    if (callback === undefined) return false;
    const sending = attempt(deps, callback, closing.signal)
      .catch((err: unknown) => log.error({ err }, 'a callback attempt could not be recorded, its lease will run out'))
      .finally(() => {
        inFlight.delete(sending);
        if (inFlight.size === IN_FLIGHT_MAX - 1) job.trigger();
      });
    inFlight.add(sending);
    return true;
  }
  return job;
}

async function attempt(
  { callbacks, webhooks, log, ...rules }: Deps,
  callback: SimulatedCallback,
  signal: AbortSignal,
): Promise<void> {
  const webhook = await webhooks.get(callback.clientId, callback.chave);
  if (webhook === undefined) return callbacks.finish(callback, 'no_webhook');
  const url = `${webhook.url.replace(/\/$/, '')}${callback.suffix}`;
  const failure = await sendCopies(url, callback, { timeoutMs: rules.timeoutMs, signal });
  if (failure === undefined) return callbacks.finish(callback, 'delivered');
  const waitMs = signal.aborted ? 0 : nextAttemptMs(callback.attempts, rules.retryScale);
  log.info({ attempt: callback.attempts, failure, retry_in_ms: waitMs }, 'callback not accepted');
  return waitMs === undefined
    ? callbacks.finish(callback, 'given_up', failure)
    : callbacks.retry(callback, waitMs, failure);
}

/** All copies at once the first time, one from then on; undefined when every one was answered 2xx. */
async function sendCopies(
  url: string,
  { body, copies, attempts }: SimulatedCallback,
  options: Parameters<typeof postCallback>[2],
) {
  const count = attempts === 1 ? copies : 1;
  const sent = await Promise.allSettled(Array.from({ length: count }, () => postCallback(url, body, options)));
  return sent.map(failureOf).find((failure) => failure !== undefined);
}

function failureOf(result: PromiseSettledResult<number>): string | undefined {
  if (result.status === 'fulfilled')
    return result.value >= 200 && result.value < 300 ? undefined : `status ${result.value}`;
  const { reason } = result;
  return reason instanceof Error ? String((reason as { code?: unknown }).code ?? reason.name) : 'unknown';
}
