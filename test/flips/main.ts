/**
 * `FLIPS=all npm run torture`: flips each row of the tables that say what the product answers, one at a time, and has a test turn red each time.
 * `FLIPS=errors,limits` takes these tables alone, `FLIPS='PENDING'` the flips whose name holds that. The README beside this says more.
 */
import { startServers } from '@gx/stack';
import { askTests, type Verdict } from './ask-tests.ts';
import { checkFlip, type Flip, type Table } from './flip.ts';
import { TABLES } from './tables.ts';

const asked = (process.env['FLIPS'] ?? 'all').split(',');
const isAsked = ({ table, name }: Flip): boolean =>
  asked.some((one) => one === 'all' || one === table || name.includes(one));
const chosen = TABLES.map((table) => ({ ...table, flips: table.flips.filter(isAsked) })).filter(
  ({ flips }) => flips.length > 0,
);
for (const { flips } of chosen) flips.forEach(checkFlip);

let stopServers: (() => Promise<void>) | undefined;

/** The servers are started for the first flip that no test without them notices. */
async function withServers(): Promise<void> {
  if (stopServers !== undefined) return;
  const servers = await startServers({ ephemeral: true, log: () => undefined });
  stopServers = servers.stop;
  Object.assign(process.env, {
    MONGO_URL: servers.mongoUrl,
    KAFKA_BROKERS: servers.kafkaBrokers,
    REDIS_URL: servers.redisUrl,
  });
}

/** What is wrong before anything is flipped: then red would mean nothing. */
async function atRest({ name, alone, withServers: more }: Table): Promise<string[]> {
  const isRed = (await askTests(alone)) === 'red';
  if (!isRed && more.length === 0) return [];
  if (!isRed) await withServers();
  return isRed || (await askTests(more)) === 'red' ? [`${name}: its tests are red without a flip`] : [];
}

async function verdictOf({ alone, withServers: more }: Table, flip: Flip): Promise<Verdict> {
  const first = await askTests(alone, flip);
  if (first === 'red' || more.length === 0) return first;
  await withServers();
  const second = await askTests(more, flip);
  return second === 'unread' ? first : second;
}

const problems: string[] = [];
for (const table of chosen) {
  const wrong = await atRest(table);
  problems.push(...wrong);
  if (wrong.length > 0) continue;
  const survivors: string[] = [];
  for (const flip of table.flips) {
    const verdict = await verdictOf(table, flip);
    if (verdict !== 'red')
      survivors.push(`${table.name}: ${flip.name}${verdict === 'unread' ? ' (no test reads it)' : ''}`);
    console.log(`${verdict === 'red' ? 'caught  ' : 'survived'} ${flip.name}`);
  }
  console.log(`${table.name}: ${table.flips.length} flipped, ${table.flips.length - survivors.length} caught\n`);
  problems.push(...survivors);
}
await stopServers?.();
for (const problem of problems) console.log(problem);
process.exit(problems.length > 0 || chosen.length === 0 ? 1 : 0);
