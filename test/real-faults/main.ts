/**
 * The long run by itself: `node test/real-faults/main.ts`. Prints a row for each scenario as it ends and the table at the end; fails
 * when anything was lost, doubled or otherwise wrong, or when there was too little of anything to say so.
 */
import { longRun, type Row, realFaults, tableOf, tooFew } from './index.ts';

const options = longRun();
const run = realFaults(options);
const rows: Row[] = [];
console.log(`seed ${options.seed}`);
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void run.close().finally(() => process.exit(1)));
for (const scenario of run.scenarios) {
  const row = await scenario.run();
  rows.push(row);
  console.log(`${tableOf([row])}\n${row.problems.map((problem) => `  ${problem}`).join('\n')}`);
}
const logs = await run.close();
const empty = options.only === undefined ? tooFew(rows) : [];
console.log(`\n${tableOf(rows)}`);
for (const lack of empty) console.log(`too little to say anything: ${lack}`);
if (logs !== undefined) console.log(`the logs are in ${logs}`);
process.exit(empty.length > 0 || rows.some(({ problems }) => problems.length > 0) ? 1 : 0);
