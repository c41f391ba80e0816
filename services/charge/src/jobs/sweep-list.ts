import { addMillis } from '@gx/core';
import { ListUnread } from '@gx/providers';
import { ELSEWHERE, type Logger } from '@gx/runtime';
import type { Bank } from '../banks/bank-directory.ts';
import type { SweepStore } from '../store/sweeps.ts';

export type SweepDeps = {
  readonly sweeps: SweepStore;
  /**
   * How often each replica sweeps; one that finds a sweep younger than half of it leaves the other side
   * alone.
   */
  readonly sweepEveryMs: number;
  readonly trigger: () => void;
  readonly alone: Alone;
  readonly log: Logger;
};
/** One list of a bank. */
export type SweptList<Page> = {
  /** Under which the end of the last window is kept. */
  readonly id: string;
  readonly bank: Bank;
  readonly memory: SweepMemory;
  readonly pages: (window: { readonly from: Date; readonly to: Date }) => AsyncIterable<Page>;
  /** Stores what of a page has to be handled; how much that was. */
  readonly take: (page: Page) => Promise<number>;
  /**
   * False when the process stops, or others wait for their turn: the slice that is read is ended, and no
   * other begun.
   */
  readonly goesOn: () => boolean;
  readonly messages: { readonly found: string; readonly unread: string; readonly unreadable: string };
};
/** Sweeps one list of a bank; what it says is a job's. */
export type SweepOfBank = (bank: Bank, goesOn: () => boolean) => Promise<unknown>;
/** Runs a sweep unless another replica is at it; `keep` says after each page whether that is so still. */
export type Alone = (name: string, sweep: (keep: () => Promise<boolean>) => Promise<void>) => Promise<unknown>;

/** What a process remembers of the lists that it sweeps, by the ids of their sweeps. */
export type SweepMemory = {
  /** Looked back once since the start. */
  readonly lookedBack: Set<string>;
  /** How far it has come in a look back that has not ended. */
  readonly reached: Map<string, Date>;
  /** How many turns in a row could not be read. */
  readonly unread: Map<string, number>;
};
export const sweepMemory = (): SweepMemory => ({ lookedBack: new Set(), reached: new Map(), unread: new Map() });

/** Some minutes by the usual pace: lost callbacks are not found meanwhile. */
const ALARM_EVERY_TURNS = 10;

/** Counts one more turn that could not be read; what its line in the log carries. */
export function unreadTurn({ unread }: SweepMemory, id: string): object {
  const turns = (unread.get(id) ?? 0) + 1;
  unread.set(id, turns);
  return turns % ALARM_EVERY_TURNS === 0 ? { alarm: 'settlements_unread', turns } : {};
}

/** Sweeps a list unless another replica does; one that cannot be read keeps its watermark. */
export const sweepList = <Element extends { readonly kind: string }>(
  deps: SweepDeps,
  list: SweptList<readonly Element[]>,
): Promise<unknown> =>
  deps.alone(`sweep:${list.id}`, async (keep) => {
    const { id, bank, memory, messages } = list;
    const take = (page: readonly Element[]): Promise<number> => {
      const unreadable = page.filter(({ kind }) => kind === 'unreadable').length;
      if (unreadable > 0)
        deps.log.error({ alarm: 'payment_unreadable', bank_profile: bank.id, unreadable }, messages.unreadable);
      return list.take(page);
    };
    try {
      const found = await sweepWindows(deps, { ...list, take }, keep);
      if (found > 0) deps.log.info({ bank_profile: bank.id, found }, messages.found);
    } catch (err) {
      if (!(err instanceof ListUnread)) throw err;
      deps.log.warn({ ...unreadTurn(memory, id), bank_profile: bank.id, err }, messages.unread);
    }
  });

const OVERLAP_MS = 5 * 60_000;
const LOOK_BACK_MS = 48 * 3_600_000;
/** So much is requested at once, of a gap as of a look back: banks bound what one list may hold. */
const SLICE_MS = 6 * 3_600_000;
const LOOK_BACK_EVERY_MS = 3_600_000;

/** The result of a run over all banks: ELSEWHERE where another replica sweeps each of them. */
export const resultOfRun = (results: readonly unknown[]): unknown =>
  results.length > 0 && results.every((result) => result === ELSEWHERE) ? ELSEWHERE : undefined;

/**
 * Reads what happened since the last sweep, and after that, now and then, two days back; how much of it was
 * new to us. The end of a window is fixed before its first page and saved after its last one is stored: a
 * process that dies in between reads it again. After days without a sweep these are several windows, the
 * oldest first, so that everything before what was saved is stored, and a bank that declines a long list does
 * not end all sweeps. A bank that refuses the long look back keeps nobody from what is new, and the look back
 * goes on where it was. A replica that another has taken the sweep from, having stood still for the length of
 * a lease, ends after its page and saves nothing of that window: the other reads it whole. `keep` says after
 * each page whether that is so.
 */
export async function sweepWindows<Page>(
  { sweeps, sweepEveryMs, trigger }: Pick<SweepDeps, 'sweeps' | 'sweepEveryMs' | 'trigger'>,
  { id, memory, pages, take, goesOn }: Pick<SweptList<Page>, 'id' | 'memory' | 'pages' | 'take' | 'goesOn'>,
  keep: () => Promise<boolean>,
): Promise<number> {
  const { lookedBack, reached, unread } = memory;
  const now = await sweeps.now();
  const last = await sweeps.of(id);
  const lookBack = !lookedBack.has(id) || last === null || last.lookedBackAt < addMillis(now, -LOOK_BACK_EVERY_MS);
  if (!lookBack && last.readUntil > addMillis(now, -sweepEveryMs / 2)) return 0;
  let found = 0;
  /** False when it was left before its end. */
  const read = async (from: Date, to: Date): Promise<boolean> => {
    for await (const page of pages({ from, to })) {
      found += await take(page);
      if (found > 0) trigger();
      if (!(await keep())) return false;
    }
    return true;
  };
  const recent = addMillis(last?.readUntil ?? now, -OVERLAP_MS);
  for (let from = recent; from < now; from = addMillis(from, SLICE_MS)) {
    const to = earlier(now, addMillis(from, SLICE_MS));
    if (!(await read(from, to))) return found;
    await sweeps.done(id, to, false);
    if (!goesOn()) return found;
  }
  if (!lookBack) {
    unread.delete(id);
    return found;
  }
  const far = addMillis(now, -LOOK_BACK_MS);
  for (let to = reached.get(id) ?? recent; to > far; to = addMillis(to, -SLICE_MS)) {
    if (!(await read(later(far, addMillis(to, -SLICE_MS)), to))) return found;
    reached.set(id, addMillis(to, -SLICE_MS));
    if (!goesOn()) return found;
  }
  await sweeps.done(id, now, true);
  reached.delete(id);
  unread.delete(id);
  lookedBack.add(id);
  return found;
}

const later = (one: Date, other: Date): Date => (one > other ? one : other);
const earlier = (one: Date, other: Date): Date => (one < other ? one : other);
