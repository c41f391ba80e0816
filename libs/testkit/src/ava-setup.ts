/**
 * Runs in every test process before its file: what is left open after the last test is a failure with a name,
 * not a run that hangs.
 */
import { registerCompletionHandler } from 'ava';
import { endIfLingering, LINGERS_MS } from './left-open.ts';

registerCompletionHandler(() =>
  endIfLingering(LINGERS_MS, (lines) => {
    process.stderr.write(`after its last test this file kept its process alive:\n  ${lines.join('\n  ')}\n`);
    process.exit(1);
  }),
);
