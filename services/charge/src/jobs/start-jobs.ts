import type { Host, Job } from '@gx/runtime';
import { startJob } from '@gx/runtime';
import { type AlarmDisputesDeps, alarmDisputes } from './alarm-disputes.ts';
import { type AnswerDisputesDeps, answerDisputes } from './answer-disputes.ts';
import { type CallbackHandler, handleCallbacks } from './callback-handler.ts';
import { CHECK_BANKS_EVERY_MS, type CheckBanksDeps, checkBanks } from './check-banks.ts';
import { type EndCodesDeps, endCodes } from './end-codes.ts';
import { recomputeStatistics } from './recompute-statistics.ts';
import { type RedeliverDeps, redeliverAll } from './redeliver-all.ts';
import { type SweepDeps, sweepBanks, sweepPollMs } from './sweep-banks.ts';
import { type WorkDeps, workOnCharges } from './work-on-charges.ts';

type Deps = WorkDeps &
  Omit<RedeliverDeps, 'afterMs'> &
  Parameters<typeof handleCallbacks>[0] &
  CheckBanksDeps &
  AlarmDisputesDeps &
  EndCodesDeps &
  AnswerDisputesDeps &
  Parameters<typeof recomputeStatistics>[0] &
  Omit<SweepDeps, 'trigger' | 'sweepEveryMs' | 'isHandling'> & {
    readonly redeliverAfterMs: number;
    readonly reconcileMs: number;
  };
export type Jobs = {
  readonly triggerAnswers: () => void;
  readonly callbacks: Pick<CallbackHandler, 'trigger' | 'hasRoom' | 'handle'>;
};

const EVERY_MS = {
  callbacks: 1_000,
  charges: 1_000,
  statistics: 2_000,
  answers: 1_000,
  alarms: 5_000,
  codes: 3_600_000,
} as const;

/** Everything that happens by itself. Each job is safe on two replicas at once and may die at any line. */
export function startJobs(host: Host, deps: Deps): Jobs {
  const start = (name: string, everyMs: number, run: () => Promise<unknown>): Job =>
    startJob(host, { name, everyMs, run });
  start('check banks', CHECK_BANKS_EVERY_MS, checkBanks(deps));
  start('work on charges', EVERY_MS.charges, workOnCharges(deps).run);
  start(
    'redeliver',
    Math.max(250, deps.redeliverAfterMs / 4),
    redeliverAll({ ...deps, afterMs: deps.redeliverAfterMs }),
  );
  start('recompute statistics', EVERY_MS.statistics, recomputeStatistics(deps));
  const answering = answerDisputes(deps);
  const answers = start('answer disputes', EVERY_MS.answers, answering.run);
  start('alarm disputes', EVERY_MS.alarms, alarmDisputes(deps));
  start('end codes', EVERY_MS.codes, endCodes(deps));
  const handler = handleCallbacks(deps);
  const callbacks = start('provider callbacks', EVERY_MS.callbacks, handler.run);
  const trigger = (): void => {
    handler.trigger();
    callbacks.trigger();
  };
  // Less than the promise, so that reading and context what was found still fit into it.
  const sweep = { ...deps, ...handler, sweepEveryMs: deps.reconcileMs * 0.75, trigger };
  start('sweep', sweepPollMs(sweep), sweepBanks(sweep));
  const triggerAnswers = (): void => {
    answering.trigger();
    answers.trigger();
  };
  return { callbacks: { ...handler, trigger }, triggerAnswers };
}
