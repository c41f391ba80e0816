import { type KeyedWorkers, keyedWorkers, type Lifecycle, type Logger, oneEach } from '@gx/runtime';
import type { BankDirectory } from '../banks/bank-directory.ts';
import type { ChargeQueue } from '../store/charge-queue.ts';
import type { IsDueAt } from '../store/due.ts';
import { alarmHeldMoney } from './alarm-held-money.ts';
import { type CloseDueDeps, closeDue } from './close-due.ts';
import { type OptionDeps, openOrCloseOptions } from './open-or-close-options.ts';
import { queryPayers } from './query-payers.ts';
import { recheckClosedCharges } from './recheck-closed-charges.ts';
import { type ResumeDeps, resumeCreations } from './resume-creations.ts';
import { whenBankIsBack } from './when-bank-is-back.ts';

/** Does what is due at a bank, and starts nothing more once `goesOn` says no. */
export type WorkAtBank = (bankProfileId: string, goesOn: () => boolean) => Promise<void>;
export type WorkDeps = ResumeDeps &
  CloseDueDeps &
  OptionDeps &
  Parameters<typeof queryPayers>[0] & {
    readonly rechecks: ChargeQueue;
    readonly lastRechecks: ChargeQueue;
    readonly banks: BankDirectory;
    readonly isDueAt: IsDueAt;
    readonly log: Logger;
    readonly life: Lifecycle;
  };

/**
 * Everything that is due of charges, by kind and bank: what a bank that hangs, or cannot be opened, has to do
 * waits for itself, and so does each kind of work.
 */
export function workOnCharges(deps: WorkDeps): KeyedWorkers {
  const kinds: ReadonlyMap<string, WorkAtBank> = new Map([
    ['creation', resumeCreations(deps)],
    ['closing', closeDue(deps)],
    ['options', openOrCloseOptions(deps)],
    ['payer', queryPayers(deps)],
    ['operator', alarmHeldMoney(deps)],
    ['recheck', recheckClosedCharges(deps, deps.rechecks)],
    ['last_recheck', recheckClosedCharges(deps, deps.lastRechecks)],
  ]);
  const makeDue = whenBankIsBack(deps, [deps.creations, deps.reviews]);
  return keyedWorkers({
    ...deps,
    due: async () => {
      await makeDue();
      const ids = (await deps.banks.listed()).map(({ id }) => id);
      if (!(await deps.isDueAt(ids))) return [];
      return oneEach(ids.flatMap((id) => [...kinds.keys()].map((kind) => `${kind}:${id}`)));
    },
    work: async (key, goesOn) => {
      const [kind = '', bankProfileId = ''] = key.split(':');
      await kinds.get(kind)?.(bankProfileId, goesOn);
    },
  });
}
