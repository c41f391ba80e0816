import type { Lifecycle, Logger } from '@gx/runtime';
import { handleNotice, type NoticeDeps } from '../commands/handle-notice.ts';
import type { Notice } from '../store/notices.ts';
import { type BankLines, bankLines } from './bank-lines.ts';

type Deps = NoticeDeps & {
  readonly newOwner: () => string;
  readonly life: Lifecycle;
};

/** Notices of one bank. */
const AT_ONCE = 8;
/**
 * Handlers that ask the bank who paid take seconds each: they leave their lane to the next notice, and so
 * many of one bank may at once.
 */
const ASKING_AT_ONCE = 32;
/** One that finds no place among them comes again. */
const BUSY_MS = 1_000;
/**
 * After the first, second, … try that the bank did not answer; the last one for ever: money is not given up.
 */
const LATER_MS = [2_000, 10_000, 60_000, 300_000, 1_800_000] as const;
const ALARM_AFTER_TRIES = 5;

/**
 * Handles every notice that is due, a few of each bank at a time. A notice whose handler died comes back when
 * its lease is over.
 */
export function handleNotices(deps: Deps): BankLines {
  const asking = askers(deps);

  /**
   * Handles one notice; resolves when its lane is free again, which a handler that asks who paid does not
   * wait for.
   */
  const run = (notice: Notice): Promise<void> =>
    new Promise((free, fail) => {
      const mayAsk = (): boolean => {
        if (!asking.take(notice.bankProfileId, work)) return false;
        free();
        return true;
      };
      const work = handle(deps, notice, mayAsk);
      work.then(free, fail);
    });

  return bankLines({
    ...deps,
    due: () => deps.notices.dueBanks(),
    work: async (bankProfileId, goesOn) => {
      const now = await deps.notices.now();
      const take = async (): Promise<Notice | undefined> =>
        goesOn() ? deps.notices.take(bankProfileId, deps.newOwner(), now) : undefined;
      const lane = async (first?: Notice): Promise<void> => {
        for (let notice = first ?? (await take()); notice !== undefined; notice = await take()) await run(notice);
      };
      const first = await take();
      if (first !== undefined) await Promise.all([lane(first), ...Array.from({ length: AT_ONCE - 1 }, () => lane())]);
    },
  });
}

/** Handlers that ask who paid, so many of each bank, behind the lanes. */
function askers({ life, log }: Pick<Deps, 'life' | 'log'>) {
  const asking = new Map<string, Set<Promise<void>>>();
  const all = () => [...asking.values()].flatMap((ofOne) => [...ofOne]);
  life.onStop('questions to banks', async () => void (await Promise.all(all())));
  return {
    /** False when the bank has no place left for one more. */
    take: (bankProfileId: string, work: Promise<void>): boolean => {
      const ofBank = asking.get(bankProfileId) ?? new Set();
      if (ofBank.size >= ASKING_AT_ONCE) return false;
      asking.set(bankProfileId, ofBank);
      const handled = work.catch((err: unknown) => log.error({ err }, 'a handled notice could not be noted'));
      ofBank.add(handled);
      void handled.then(() => ofBank.delete(handled));
      return true;
    },
  };
}

async function handle(deps: Deps, notice: Notice, mayAsk: () => boolean): Promise<void> {
  const outcome = await attempt(deps, notice, mayAsk);
  if (outcome === 'busy') return deps.notices.untried(notice, BUSY_MS);
  if (outcome !== 'later') return deps.notices.handled(notice, outcome);
  const step = Math.min(notice.tries, LATER_MS.length) - 1;
  if (notice.tries >= ALARM_AFTER_TRIES) warn(deps.log, notice);
  return deps.notices.later(notice, LATER_MS[step] ?? LATER_MS[0]);
}

async function attempt(deps: Deps, notice: Notice, mayAsk: () => boolean) {
  try {
    const bank = await deps.banks.byId(notice.bankProfileId);
    return bank === undefined ? 'later' : await handleNotice(deps, bank, notice, mayAsk);
  } catch (err) {
    deps.log.error(
      { bank_profile: notice.bankProfileId, tries: notice.tries, err },
      'a bank notice could not be handled, will be tried again',
    );
    return 'later';
  }
}

const warn = (log: Logger, notice: Notice): void =>
  log.error(
    { alarm: 'notice_stuck', bank_profile: notice.bankProfileId, tries: notice.tries },
    'a bank notice waits for the bank',
  );
