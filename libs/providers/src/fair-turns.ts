type Waiter = { readonly begin: () => void };
/** What one merchant has under way, and what of its calls waits. */
type Line = { running: number; readonly waiting: Set<Waiter> };
type Release = () => void;
/**
 * Takes a turn, at once if there is one; undefined if there was none in that time. Who has one releases it.
 */
export type TakeTurn = (merchant: string, waitMs: number) => Release | Promise<Release | undefined>;

/**
 * Lets so many calls run at once, shared between the merchants who call, in turn. A merchant may have as many
 * under way as are left free (Choudhury and Hahne's dynamic threshold): n of them share evenly and leave room
 * for one more, and one whose calls all hang has half.
 */
export function fairTurns(atOnce: number): TakeTurn {
  const lines = new Map<string, Line>();
  let running = 0;

  const mayBegin = (line: Line): boolean => running < atOnce && line.running < Math.max(1, atOnce - running);
  const begin = (line: Line): void => {
    running += 1;
    line.running += 1;
  };
  /** Who has just had a turn comes last. */
  const toTheEnd = (merchant: string, line: Line): void => {
    lines.delete(merchant);
    if (line.running + line.waiting.size > 0) lines.set(merchant, line);
  };
  /** Begins one call of the first line that has one and may. */
  const beginNext = (): boolean => {
    for (const [merchant, line] of lines) {
      const [next] = line.waiting;
      if (next === undefined || !mayBegin(line)) continue;
      line.waiting.delete(next);
      begin(line);
      toTheEnd(merchant, line);
      next.begin();
      return true;
    }
    return false;
  };
  const releaseOf =
    (merchant: string, line: Line): Release =>
    () => {
      running -= 1;
      line.running -= 1;
      if (line.running + line.waiting.size === 0) lines.delete(merchant);
      while (beginNext());
    };

  const wait = async (merchant: string, line: Line, waitMs: number): Promise<Release | undefined> => {
    if (await hasTurn(line, waitMs)) return releaseOf(merchant, line);
    if (line.running + line.waiting.size === 0) lines.delete(merchant);
    return undefined;
  };

  return (merchant, waitMs) => {
    const line = lines.get(merchant) ?? { running: 0, waiting: new Set() };
    lines.set(merchant, line);
    if (line.waiting.size > 0 || !mayBegin(line)) return wait(merchant, line, waitMs);
    begin(line);
    return releaseOf(merchant, line);
  };
}

/** Waits in the line; false once it has waited for so long. */
function hasTurn({ waiting }: Line, waitMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    const begin = (): void => {
      clearTimeout(timer);
      resolve(true);
    };
    const waiter = { begin };
    const timer = setTimeout(() => {
      waiting.delete(waiter);
      resolve(false);
    }, waitMs);
    waiting.add(waiter);
  });
}
