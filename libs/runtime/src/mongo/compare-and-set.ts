import { unavailable } from '@gx/core';

/** Every conflict means that somebody else got further; this many in a row is a fault. */
const MAX_CONFLICTS = 20;
const PAUSE_MS_MAX = 100;

/** What a pure decision says to the store: write this, or leave all as it is because it stands already. */
type Decided = { readonly kind: 'change' | 'keep' };
export type CompareAndSet<R, D extends Decided> = {
  /** The document as it stands; undefined when it is gone. */
  readonly find: (from: R) => Promise<R | undefined>;
  /** Writes a change if nobody wrote since `before` was read; undefined when somebody did. */
  readonly write: (before: R, change: Extract<D, { kind: 'change' }>) => Promise<R | undefined>;
  /** Of the refusal when everybody writes at once: `The refund`. */
  readonly what: string;
};

/**
 * The one write method of a store: starts from what the caller holds, decides, writes if nobody wrote in
 * between, else reads and decides again. A decision that keeps writes nothing. Answers the document as it
 * stands then, undefined when it is gone.
 */
export const compareAndSet =
  <R, D extends Decided>({ find, write, what }: CompareAndSet<R, D>) =>
  async (from: R, decide: (current: R) => D): Promise<R | undefined> => {
    let current: R | undefined = from;
    for (let conflicts = 0; conflicts < MAX_CONFLICTS; conflicts += 1) {
      if (current === undefined) return undefined;
      const decision = decide(current);
      if (decision.kind === 'keep') return current;
      const written: R | undefined = await write(current, decision as Extract<D, { kind: 'change' }>);
      if (written !== undefined) return written;
      // The winner's write is there, but majority reads show it a moment later.
      await new Promise((resolve) => setTimeout(resolve, Math.min(2 ** conflicts, PAUSE_MS_MAX)));
      current = await find(from);
    }
    throw unavailable(`${what} is being changed by too many others at once.`);
  };
