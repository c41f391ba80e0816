import type { Call } from '@gx/runtime';
import type { AdmissionDeps } from './admit-key.ts';
import { keyRefused } from './key-refused.ts';

/** An assertion is good for a minute, and younger than this none is worn out by the longest call. */
const ASSERTED_FOR_MS = 30_000;

/** The word of `keys` that goes with a call, as of now. */
type Asserted = () => Promise<string | undefined>;

/**
 * What goes with the calls of a request for the key that let it in. A statement is read for longer than an
 * assertion is good: then the key is looked up again, and Refusal `unauthorized` once it is none any more.
 */
export const assertedCalls =
  ({ lookup, clockMs }: Pick<AdmissionDeps, 'lookup' | 'clockMs'>) =>
  (call: Call, fingerprint: string, assertion: string | undefined): Asserted => {
    let [latest, sinceMs] = [assertion, clockMs()];
    return async () => {
      if (latest === undefined || clockMs() - sinceMs < ASSERTED_FOR_MS) return latest;
      const startedAtMs = clockMs();
      const resolved = await (lookup.joined(fingerprint) ?? lookup.ask(call, fingerprint, undefined)).answer;
      if (resolved === undefined) throw keyRefused();
      [latest, sinceMs] = [resolved.assertion, startedAtMs];
      return latest;
    };
  };
