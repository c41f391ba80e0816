/** What can succeed or not: an answer, or a chain of work that an answer only begins. */
export type Kind = 'create' | 'settle' | 'close' | 'refund' | 'return' | 'payout' | 'deliver';
/** One success, in milliseconds of this process' clock. */
export type Success = { readonly kind: Kind; readonly beganAt: number; readonly endedAt: number };

/** What the load did and saw. */
export type History = {
  readonly successes: readonly Success[];
  readonly note: (kind: Kind, beganAt: number) => void;
  /** Attempts that came to nothing and were made again, by what came instead of an answer. */
  readonly again: (why: string) => void;
  readonly triedAgain: () => Readonly<Record<string, number>>;
  /** What no fault excuses, as sentences. */
  readonly problems: readonly string[];
  readonly problem: (text: string) => void;
};

const PROBLEMS_MAX = 100;

export function history(): History {
  const successes: Success[] = [];
  const problems: string[] = [];
  const again = new Map<string, number>();
  return {
    successes,
    note: (kind, beganAt) => void successes.push({ kind, beganAt, endedAt: performance.now() }),
    again: (why) => void again.set(why, (again.get(why) ?? 0) + 1),
    triedAgain: () => Object.fromEntries(again),
    problems,
    problem: (text) => {
      if (problems.length < PROBLEMS_MAX) problems.push(text);
    },
  };
}
