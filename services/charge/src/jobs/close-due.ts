import { eachOf } from '@gx/runtime';
import type { Bank, BankDirectory } from '../banks/bank-directory.ts';
import { type Budget, deadlineOf } from '../commands/budget.ts';
import { type CloseResult, type FinishDeps, finishClosing } from '../commands/finish-closing.ts';
import type { Charge } from '../domain/charge.ts';
import { KEEP } from '../domain/charge.ts';
import { beginClosing } from '../domain/close.ts';
import type { ClosingStore } from '../store/closings.ts';
import type { WorkAtBank } from './work-on-charges.ts';

export type CloseDueDeps = FinishDeps & {
  readonly banks: BankDirectory;
  readonly closings: ClosingStore;
  readonly budget: Budget;
};

const PAGE = 200;
const AT_ONCE = 16;
/** Of these at once, so many may spend seconds on querying who paid. */
const QUERYING_MAX = 2;
/** Until a charge is tried again whose bank was silent, or whose creator is still at work. */
const SOON_MS = 1_000;
/** When closings that wait are an alarm, and how often it is raised. */
const ALARM = { afterMs: 180_000, everyMs: 60_000 } as const;

/**
 * Ends charges whose time is over, and finishes closings that nobody is at. A bank that is silent is left
 * alone until the next poll and then queried with the charge that waits longest. Two replicas may run this at
 * once: the intent is a compare-and-set, and the process that wrote or claimed it does the work.
 */
export function closeDue(deps: CloseDueDeps): WorkAtBank {
  const alarmedAt = new Map<string, number>();
  return async (id, goesOn) => {
    const bank = await deps.banks.ifUsable(id);
    if (bank === undefined) return;
    let rest: PageRest;
    do rest = await closePage(deps, bank, goesOn);
    while (rest === 'more' && goesOn());
    if (rest === 'waits') await alarm(deps, bank, alarmedAt);
  };
}

/** What is left after a page: nothing, more that can be closed now, or charges that wait. */
type PageRest = 'none' | 'more' | 'waits';

async function closePage(deps: CloseDueDeps, bank: Bank, goesOn: () => boolean): Promise<PageRest> {
  const due = await deps.closings.due(bank.id, PAGE);
  const mayQueryPayer = payerQueries();
  const waits = new Set<string>();
  const pace = { atOnce: AT_ONCE, goesOn: () => !waits.has('bank_silent') && goesOn() };
  await eachOf(due, pace, async (charge) => {
    const because = await mayQueryPayer((may) => closeOne(deps, bank, charge, may));
    if (because !== undefined) waits.add(because);
  });
  if (waits.size > 0) return 'waits';
  return due.length >= PAGE ? 'more' : 'none';
}

/**
 * Lets a few at once query who paid, which takes seconds; to the others it is refused, and they come back to
 * it.
 */
function payerQueries() {
  let querying = 0;
  return async <T>(work: (mayQueryPayer: () => boolean) => Promise<T>): Promise<T> => {
    let isQuerying = false;
    const mayQueryPayer = (): boolean => {
      if (isQuerying || querying === QUERYING_MAX) return isQuerying;
      querying += 1;
      isQuerying = true;
      return true;
    };
    try {
      return await work(mayQueryPayer);
    } finally {
      if (isQuerying) querying -= 1;
    }
  };
}

/**
 * Takes the charge up, unless somebody else has, and carries its closing out; why it still waits, if it does.
 */
async function closeOne(
  deps: CloseDueDeps,
  bank: Bank,
  due: Charge,
  mayQueryPayer: () => boolean,
): Promise<string | undefined> {
  try {
    const charge = due.closing === null ? await beginExpiry(deps, due) : await deps.closings.claim(due);
    if (charge === undefined) return undefined;
    const closed = await finishClosing(deps, bank, charge, { deadline: deadlineOf(deps.budget), mayQueryPayer });
    return closed.kind === 'ended' ? undefined : await reschedule(deps, bank, charge, closed);
  } catch (err) {
    deps.log.error({ charge_id: due.id, bank_profile: bank.id, err }, 'charge not closed, rescheduled');
    return undefined;
  }
}

/** The charge with the intent that this process wrote; undefined when nothing was to be written here. */
async function beginExpiry(deps: CloseDueDeps, due: Charge): Promise<Charge | undefined> {
  let isOurs = false;
  const charge = await deps.charges.update(due.tenant, due, (current) => {
    const decision = beginClosing(current, 'EXPIRED', deps.now());
    isOurs = decision.kind === 'change';
    return decision.kind === 'refused' ? KEEP : decision;
  });
  return isOurs ? charge : undefined;
}

type Waiting = Extract<CloseResult, { kind: 'waits' }>;

async function reschedule(deps: CloseDueDeps, bank: Bank, charge: Charge, { because }: Waiting): Promise<string> {
  const isSoon = because === 'bank_silent' || because === 'being_created';
  await deps.closings.reschedule(charge, isSoon ? SOON_MS : undefined);
  // What the bank's silence holds up is counted; anything else is about this one charge.
  if (!isSoon)
    deps.log.warn({ charge_id: charge.id, bank_profile: bank.id, reason: because }, 'a charge cannot be closed yet');
  return because;
}

/** Logs how many charges of a bank should have been closed minutes ago. */
async function alarm({ closings, log }: CloseDueDeps, bank: Bank, alarmedAt: Map<string, number>): Promise<void> {
  if (performance.now() < (alarmedAt.get(bank.id) ?? Number.NEGATIVE_INFINITY) + ALARM.everyMs) return;
  const charges = await closings.waiting(bank.id, ALARM.afterMs);
  if (charges === 0) return;
  alarmedAt.set(bank.id, performance.now());
  log.error({ alarm: 'expiry_waits', bank_profile: bank.id, charges }, 'charges cannot be closed at the bank');
}
