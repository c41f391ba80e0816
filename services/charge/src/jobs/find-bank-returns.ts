import { addMillis } from '@gx/core';
import { ListUnread } from '@gx/providers';
import type { Logger } from '@gx/runtime';
import type { Bank, BankDirectory } from '../banks/bank-directory.ts';
import { peersOf } from '../commands/payment-owner.ts';
import type { CallbackStore } from '../store/callbacks.ts';
import type { ChargeStore } from '../store/charges.ts';
import type { SweepStore } from '../store/sweeps.ts';
import type { Alone, SweepOfBank } from './sweep-list.ts';
import { reopenUnrecorded } from './unrecorded-returns.ts';

export type BankReturnDeps = {
  readonly banks: BankDirectory;
  readonly charges: ChargeStore;
  readonly callbacks: CallbackStore;
  readonly sweeps: SweepStore;
  readonly log: Logger;
  readonly alone: Alone;
  /** Wakes the job that handles callbacks. */
  readonly trigger: () => void;
  readonly bankReturnsEveryMs: number;
};

const DAY_MS = 86_400_000;
/** A payer may contest a Pix for 80 days, and a bank has some more to answer (decisions, section 9). */
const LOOK_BACK_DAYS = 91;
/** Requested at once: banks bound how long one list may be. */
const WINDOW_DAYS = 7;

/**
 * Reads, at each bank, the payments of the last 91 days that went back in any part, and has those looked at
 * that its charge does not know of: a bank takes money back long after its settlement, and its callback may
 * be lost. Read to its end or read again; what was found twice is one question.
 */
export const findBankReturns =
  (deps: BankReturnDeps): SweepOfBank =>
  (bank, goesOn) =>
    deps.alone(`bank-returns:${bank.id}`, (keep) => find(deps, bank, { goesOn, keep }));

type Turn = { readonly goesOn: () => boolean; readonly keep: () => Promise<boolean> };

async function find(deps: BankReturnDeps, bank: Bank, { goesOn, keep }: Turn): Promise<void> {
  const { sweeps, log, bankReturnsEveryMs } = deps;
  const now = await sweeps.now();
  const name = `bank-returns:${bank.id}`;
  const last = await sweeps.of(name);
  if (last !== null && last.readUntil > addMillis(now, -bankReturnsEveryMs)) return;
  const profileIds = await peersOf(deps, bank);
  let found = 0;
  try {
    for (
      let from = addMillis(now, -LOOK_BACK_DAYS * DAY_MS);
      from < now;
      from = addMillis(from, WINDOW_DAYS * DAY_MS)
    ) {
      const to = new Date(Math.min(now.getTime(), addMillis(from, WINDOW_DAYS * DAY_MS).getTime()));
      for await (const page of bank.provider.listSettlements({ from, to, returned: true })) {
        const payments = page.flatMap((element) => (element.kind === 'payment' ? [element.payment] : []));
        found += (await reopenUnrecorded(deps, bank, payments, profileIds)).reopened;
        if (!(await keep()) || !goesOn()) return;
      }
    }
  } catch (err) {
    if (!(err instanceof ListUnread)) throw err;
    log.warn({ bank_profile: bank.id, err }, 'returned payments not read, rescheduled');
    return;
  }
  await sweeps.done(name, now, true);
  if (found === 0) return;
  log.info({ bank_profile: bank.id, found }, 'bank returns found that the bank did not notify');
  deps.trigger();
}
