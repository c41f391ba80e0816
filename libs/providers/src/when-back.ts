import type { Logger } from '@gx/runtime';

/** What of one kind waits for an answer of its bank. */
export type WaitingForBank = {
  /** Makes what waits for a bank due at once, the longest waiting first, at most so many; how many. */
  readonly askAtOnce: (bankProfileId: string, max: number) => Promise<number>;
};
type KnownBank = { readonly id: string; readonly isSilent: () => boolean };
export type WhenBackOptions = {
  /** Those that this process speaks to. */
  readonly banks: () => readonly KnownBank[];
  readonly waiting: readonly WaitingForBank[];
  /** Something of a bank is due. */
  readonly onDue: (bankProfileId: string) => void;
  readonly log: Logger;
  readonly monotonicMs?: () => number;
};

/** While a bank is silent one piece is asked about so often: somebody has to find out that it is back. */
const TRY_EVERY_MS = 2_000;
/** In one run: a bank that has just come back is not asked about everything in one moment. */
const PAGE = 200;

/**
 * Asks a bank that was silent and answers again about all that waits for it, oldest first, a page in each
 * run: schedules that grow with each failure would wait for minutes. A caller that has never met its silence
 * waits for nothing; what is taken up twice is safe.
 */
export function whenBack({ banks, waiting, onDue, log, monotonicMs = () => performance.now() }: WhenBackOptions) {
  /** When each bank that was silent was tried last. */
  const triedAt = new Map<string, number>();

  const askOldest = async (id: string): Promise<void> => {
    for (const { askAtOnce } of waiting) {
      if ((await askAtOnce(id, 1)) === 0) continue;
      onDue(id);
      return;
    }
  };
  /** Whether that was all. */
  const askPage = async (id: string): Promise<boolean> => {
    const polledCounts = await Promise.all(waiting.map(({ askAtOnce }) => askAtOnce(id, PAGE)));
    const count = polledCounts.reduce((sum, one) => sum + one, 0);
    if (count > 0) {
      onDue(id);
      log.info({ bank_profile: id, count }, 'a bank that was silent answers again, what waits for it is asked');
    }
    return polledCounts.every((one) => one < PAGE);
  };
  return async (): Promise<void> => {
    const now = monotonicMs();
    for (const { id, isSilent } of banks()) {
      const last = triedAt.get(id);
      if (isSilent()) {
        if (last !== undefined && now - last < TRY_EVERY_MS) continue;
        triedAt.set(id, now);
        await askOldest(id);
      } else if (last !== undefined && (await askPage(id))) triedAt.delete(id);
    }
  };
}
