import { createWriteStream, mkdirSync, type WriteStream } from 'node:fs';
import { join } from 'node:path';
import type { Log } from '@gx/stack';

/** What processes say, each into a file of its own; lines that tell of a bug of ours are remembered. */
export type LogBook = {
  readonly folder: string;
  readonly log: Log;
  /** Lines so far that no fault of the world around excuses. */
  readonly bugs: () => readonly string[];
};

/**
 * A message that can never be applied, money that fits nothing, a hold that contradicts itself, an impossible
 * state.
 */
const BUG =
  /"alarm":"(?:message_dead_lettered|credit_mismatch|hold_\w+|tranche_not_releasable|return_failed)"|InvariantViolation|TypeError/;
const KEPT = 50;

export function logBook(folder: string): LogBook {
  mkdirSync(folder, { recursive: true });
  const files = new Map<string, WriteStream>();
  const bugs: string[] = [];
  return {
    folder,
    bugs: () => bugs,
    log: (source, line) => {
      let file = files.get(source);
      if (file === undefined) {
        file = createWriteStream(join(folder, `${source}.log`), { flags: 'a' });
        // The folder may be gone while somebody still speaks; these words are not missed.
        file.on('error', () => undefined);
        files.set(source, file);
      }
      file.write(`${line}\n`);
      if (bugs.length < KEPT && BUG.test(line)) bugs.push(`${source} ${line.slice(0, 600)}`);
    },
  };
}
