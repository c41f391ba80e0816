import { whenBack } from '@gx/providers';
import { type Host, keyedWorkers, startJob } from '@gx/runtime';
import { type WorkDeps, workRefunds } from './work-refunds.ts';

/** At one bank at once. */
const WORKERS_OF_BANK = 8;
const EVERY_MS = 1_000;

/** Starts the work on refunds and returns; the function returned says that work is due at a bank. */
export function startRefundWork(host: Host, deps: WorkDeps): (bankProfileId: string) => void {
  const makeDue = whenBack({ banks: deps.banks.open, waiting: [deps.due], log: host.log });
  const workers = keyedWorkers({
    ...host,
    perKey: WORKERS_OF_BANK,
    pollMs: EVERY_MS,
    due: async () => {
      await makeDue();
      return deps.due.banks(WORKERS_OF_BANK);
    },
    work: workRefunds(deps),
  });
  const job = startJob(host, { name: 'work on refunds', everyMs: EVERY_MS, run: workers.run });
  return (bankProfileId) => {
    workers.trigger(bankProfileId);
    job.trigger();
  };
}
