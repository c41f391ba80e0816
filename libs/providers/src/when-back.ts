import type { Logger } from '@gx/runtime';

/** What of one kind waits for an answer of its bank. */
export type WaitingForBank = {
  /** Makes what waits for a bank due at once, the longest waiting first, at most so many; how many. */
  readonly askAtOnce: (bankProfileId: string, max: number) => Promise<number>;
};
type Reach = { readonly isSilent: () => boolean };
/** Either port of a bank may be silent; what waits for it waits for one of them. */
type KnownBank = { readonly id: string; readonly provider: Reach; readonly orders?: Reach | null };
export type WhenBackOptions = {
  /** Those that this process speaks to. */
  readonly banks: () => readonly KnownBank[];
  readonly waiting: readonly WaitingForBank[];
  readonly log: Logger;
  readonly monotonicMs?: () => number;
};

/** While a bank is silent one piece is asked about so often: somebody has to find out that it is back. */
const TRY_EVERY_MS = 2_000;
/** In one look: a bank that has just come back is not asked about everything in one moment. */
const PAGE = 200;

/**
 * Makes due what waits for a bank that was silent and answers again, oldest first, a page in each look:
 * schedules that grow with each failure would wait for minutes. For a poll, before it looks for due work: a
 * bank that nobody calls is silent for ever. A process that never met its silence does nothing; what two
 * make due is due once.
 */
export function whenBack({ banks, waiting, log, monotonicMs = () => performance.now() }: WhenBackOptions) {
  /** When each bank that was silent was tried last. */
  const triedAt = new Map<string, number>();

  const askOldest = async (id: string): Promise<void> => {
    for (const { askAtOnce } of waiting) if ((await askAtOnce(id, 1)) > 0) return;
  };
  /** Whether that was all. */
  const askPage = async (id: string): Promise<boolean> => {
    const counts = await Promise.all(waiting.map(({ askAtOnce }) => askAtOnce(id, PAGE)));
    const count = counts.reduce((sum, one) => sum + one, 0);
    if (count > 0)
      log.info({ bank_profile: id, count }, 'a bank that was silent answers again, what waits for it is due');
    return counts.every((one) => one < PAGE);
  };
  return async (): Promise<void> => {
    const now = monotonicMs();
    for (const { id, provider, orders } of banks()) {
      const last = triedAt.get(id);
      if (provider.isSilent() || orders?.isSilent() === true) {
        if (last !== undefined && now - last < TRY_EVERY_MS) continue;
        triedAt.set(id, now);
        await askOldest(id);
      } else if (last !== undefined && (await askPage(id))) triedAt.delete(id);
    }
  };
}
