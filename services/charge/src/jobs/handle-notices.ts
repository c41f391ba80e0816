import { contextFrom, type Logger } from '@gx/runtime';
import { type DisposeDeps, disposeOfHint, type Handled } from '../commands/dispose-of-receipts.ts';
import type { Notice, NoticeStore } from '../store/notices.ts';

type Deps = DisposeDeps & {
  readonly notices: NoticeStore;
  readonly newOwner: () => string;
};

const AT_ONCE = 8;
/** After the first, second, … try that the bank did not answer; the last one for ever: money is not given up. */
const LATER_MS = [2_000, 10_000, 60_000, 300_000, 1_800_000] as const;
const ALARM_AFTER_TRIES = 5;

/** Handles every notice that is due, a few at a time. A notice whose handler died comes back when its lease is over. */
export const handleNotices = (deps: Deps) => async (): Promise<void> => {
  const now = await deps.notices.now();
  const take = (): Promise<Notice | undefined> => deps.notices.take(deps.newOwner(), now);
  const lane = async (first?: Notice): Promise<void> => {
    for (let notice = first ?? (await take()); notice !== undefined; notice = await take()) await handle(deps, notice);
  };
  const first = await take();
  if (first !== undefined) await Promise.all([lane(first), ...Array.from({ length: AT_ONCE - 1 }, () => lane())]);
};

async function handle(deps: Deps, notice: Notice): Promise<void> {
  const outcome = await ask(deps, notice);
  if (outcome !== 'later') return deps.notices.handled(notice, outcome);
  const step = Math.min(notice.tries, LATER_MS.length) - 1;
  if (notice.tries >= ALARM_AFTER_TRIES) warn(deps.log, notice);
  return deps.notices.later(notice, LATER_MS[step] ?? LATER_MS[0]);
}

async function ask(deps: Deps, notice: Notice): Promise<Handled> {
  try {
    const bank = await deps.banks.byId(notice.bankProfileId);
    return bank === undefined
      ? 'later'
      : await disposeOfHint(deps, bank, notice, contextFrom(notice.traceparent ?? undefined));
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
