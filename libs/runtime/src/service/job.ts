import { ROOT_CONTEXT } from '@opentelemetry/api';
import { gauge, observe, secondsSince } from '../telemetry/metrics.ts';
import { inSpan } from '../telemetry/telemetry.ts';
import type { Host } from './run-service.ts';

/** What a run says that left its work to another replica: it knows nothing of how the job fares. */
export const ELSEWHERE: unique symbol = Symbol('elsewhere');

type JobOptions = {
  readonly name: string;
  readonly everyMs: number;
  readonly run: () => Promise<unknown>;
};
export type Job = {
  /** Runs it soon, whatever the interval; calls during a run lead to one more run after it. */
  readonly trigger: () => void;
};

/**
 * Repeats `run`, one at a time, `everyMs` after the last run ended. A failure is logged and the next run
 * comes as usual: a job must be able to take up whatever an earlier run left.
 */
export function startJob(
  { log, life, faultHook }: Pick<Host, 'log' | 'life' | 'faultHook'>,
  { name, everyMs, run }: JobOptions,
): Job {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let again = false;
  let stopped = false;
  let failures = 0;
  const once = async (): Promise<void> => {
    const startedAt = performance.now();
    let outcome = 'done';
    try {
      const result = await inSpan(`job ${name}`, { parent: ROOT_CONTEXT, attributes: { 'gx.job': name } }, run);
      if (result === ELSEWHERE) outcome = 'elsewhere';
      else failures = 0;
    } catch (err) {
      outcome = 'failed';
      failures += 1;
      log.error({ job: name, err }, 'job failed, will run again');
    }
    observe('gx.job.duration', secondsSince(startedAt), { 'gx.job': name, 'gx.outcome': outcome });
    if (outcome !== 'elsewhere') gauge('gx.job.failures_in_a_row', failures, { 'gx.job': name });
  };
  if (faultHook !== undefined) return faultHook.job(name, once);
  const start = (): void => {
    clearTimeout(timer);
    again = false;
    running = once().then(() => {
      running = undefined;
      if (stopped) return;
      if (again) start();
      else timer = setTimeout(start, everyMs);
    });
  };
  timer = setTimeout(start, Math.min(everyMs, 50));
  life.onStop(`job ${name}`, async () => {
    stopped = true;
    clearTimeout(timer);
    await running;
  });
  return {
    trigger: () => {
      if (stopped) return;
      if (running === undefined) start();
      else again = true;
    },
  };
}
