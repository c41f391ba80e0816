/**
 * `FLIPS=all npm run soak`: flips each row of the tables that say what the product answers, one at a time,
 * and has a test turn red each time. `FLIPS=errors,limits` takes these tables alone, `FLIPS='PENDING'` the
 * flips whose name holds that. The README beside this says more.
 */
import { startServers } from '@gx/stack';
import { askTests, type Verdict } from './ask-tests.ts';
import { checkMutant, type Mutant, type Table } from './mutant.ts';
import { TABLES } from './tables.ts';

const selection = (process.env['FLIPS'] ?? 'all').split(',');
const isSelected = ({ table, name }: Mutant): boolean =>
  selection.some((one) => one === 'all' || one === table || name.includes(one));
const chosen = TABLES.map((table) => ({ ...table, mutants: table.mutants.filter(isSelected) })).filter(
  ({ mutants }) => mutants.length > 0,
);
for (const { mutants } of chosen) mutants.forEach(checkMutant);

let stopServers: (() => Promise<void>) | undefined;
const startedFor = new Set<string>();

/** The servers are started for the first flip that no test without them callbacks. */
async function startForTests(): Promise<void> {
  if (stopServers !== undefined) return;
  const servers = await startServers({ ephemeral: true, log: () => undefined });
  stopServers = servers.stop;
  Object.assign(process.env, {
    MONGO_URL: servers.mongoUrl,
    KAFKA_BROKERS: servers.kafkaBrokers,
    REDIS_URL: servers.redisUrl,
  });
}

/** Tests that are red without a flip say nothing about one. */
async function atRest(table: string, files: readonly string[]): Promise<void> {
  if ((await askTests(files)) === 'red') throw new Error(`${table}: its tests are red without a mutant`);
}

/** Asks the tests without servers first, and the others about what those let pass. */
async function verdictOf({ name, alone, withServers: more }: Table, mutant: Mutant): Promise<Verdict> {
  const first = await askTests(alone, mutant);
  if (first === 'red' || more.length === 0) return first;
  if (!startedFor.has(name)) {
    await startForTests();
    await atRest(name, more);
    startedFor.add(name);
  }
  const second = await askTests(more, mutant);
  return second === 'unread' ? first : second;
}

async function flipAll(): Promise<string[]> {
  const problems: string[] = [];
  for (const table of chosen) {
    await atRest(table.name, table.alone);
    const survivors: string[] = [];
    for (const mutant of table.mutants) {
      const verdict = await verdictOf(table, mutant);
      if (verdict !== 'red')
        survivors.push(`${table.name}: ${mutant.name}${verdict === 'unread' ? ' (no test reads it)' : ''}`);
      console.log(`${verdict === 'red' ? 'caught  ' : 'survived'} ${mutant.name}`);
    }
    console.log(`${table.name}: ${table.mutants.length} flipped, ${table.mutants.length - survivors.length} caught\n`);
    problems.push(...survivors);
  }
  return problems;
}

const problems = await flipAll().finally(() => stopServers?.());
for (const problem of problems) console.log(problem);
process.exit(problems.length > 0 || chosen.length === 0 ? 1 : 0);
