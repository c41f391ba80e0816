import type { DueDelivery } from '../store/attempts.ts';
import type { AttemptResult } from './make-attempt.ts';

/** The bounds of a queue, and what it asks of others. */
export type QueueOptions = {
  readonly inFlightMax: number;
  readonly perOriginMax: number;
  /**
   * Below the queue's own bounds: however many endpoints and hosts an account has, what is left is for the
   * others.
   */
  readonly perAccountMax: number;
  readonly waitingPerAccountMax: number;
  /**
   * Attempts at once to one endpoint: grows by one with each good answer, halves with each bad one, never
   * below one.
   */
  readonly perEndpoint: { readonly start: number; readonly max: number };
  readonly waitingMax: number;
  readonly waitingPerEndpointMax: number;
  /** No endpoint keeps an attempt for longer: what lasts on is our fault. */
  readonly attemptMsMax: number;
  /** Counts an attempt at a host; answers 0, or in how many milliseconds the host has one for us again. */
  readonly takeTurn: (hostname: string) => number;
  /** Whether attempts about one charge to one endpoint run one after the other. */
  readonly ordered: boolean;
  /**
   * Ends when what came of it is written; `answered` may be called before, once the endpoint is no longer
   * being asked.
   */
  readonly attempt: (delivery: DueDelivery, answered: (verdict: AttemptResult) => void) => Promise<AttemptResult>;
  /** An endpoint or an account that was full has room again: there may be more for it in the database. */
  readonly onRoom: () => void;
};
