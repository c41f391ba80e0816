/**
 * The long run by itself: `node test/chaos/real-faults/main.ts`. Prints a row for each scenario as it ends
 * and the table at the end; fails when anything was lost, doubled or otherwise wrong, or when there was too
 * little of anything to say so.
 */
import { startLongRun } from './long-run.ts';

const run = startLongRun();
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void run.close().finally(() => process.exit(1)));
const { problems } = await run.play();
for (const problem of problems) console.log(problem);
process.exit(problems.length > 0 ? 1 : 0);
