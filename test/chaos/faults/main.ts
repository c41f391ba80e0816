/**
 * `npm run soak`: every crash point of every flow, races, random schedules until there were enough of them
 * or the time is up, seeded defects, real processes under every fault; one table at the end.
 * `test/chaos/faults/README.md` says what can be set.
 */
import { type Servers, startServers } from '@gx/stack';
import { type LongRun, startLongRun } from '../real-faults/long-run.ts';
import { type DefectRun, median, missed, runDefects } from './defects/run-defects.ts';
import { missing, newTally, summaryOf, type Tally } from './play/tally.ts';
import { runRaces } from './races.ts';
import { playSeeds, REPLICAS, seedsFrom } from './random.ts';
import { invariantsOf, outcomeOf, outcomeOfScenario, type Part, type RunOutcome, tableOf } from './report.ts';
import { type PartName, settings } from './settings.ts';
import { crashAgain, namesCrash, SWEPT, SWEPT_AT_LENGTH, sweep } from './sweep.ts';
import { type Sandbox, startSandbox } from './world/sandbox.ts';

const WORKERS = 10;
const WORKERS_OF_A_FEW = 3;
const HOUR_MS = 3_600_000;
const ROUNDS = 1_000;
/** Most are caught by the first; so many are a quarter of an hour of one that never rests. */
const RUNS_MAX = 40;
const IN_ONE_WORLD: readonly PartName[] = ['races', 'random', 'defects'];

const usual = { schedules: 50_000, budgetMs: HOUR_MS };
const { schedules, budgetMs, seed, replay, defects, parts } = settings(process.env, usual);
const rounds = Number(process.env['FAULTS_ROUNDS'] ?? ROUNDS);
let servers: Promise<Servers> | undefined;
const worlds: Sandbox[] = [];
let processes: LongRun | undefined;
const open = async (replicas: Partial<typeof REPLICAS>, workers = WORKERS): Promise<Sandbox> => {
  servers ??= startServers({ ephemeral: true, log: (_source, line) => console.log(line) });
  const { mongoUrl, kafkaBrokers, redisUrl } = await servers;
  Object.assign(process.env, { MONGO_URL: mongoUrl, KAFKA_BROKERS: kafkaBrokers, REDIS_URL: redisUrl });
  const sandbox = await startSandbox({ workers, replicas });
  worlds.push(sandbox);
  return sandbox;
};
const close = async (): Promise<void> => {
  await processes?.close();
  for (const sandbox of worlds.splice(0)) await sandbox.stop();
  await (await servers)?.stop();
  servers = undefined;
};
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void close().finally(() => process.exit(1)));

console.log(`FAULTS_BASE=${seed}`);
const problems = await (replay !== undefined ? replayOne(replay) : defects !== undefined ? defectsAlone() : soak());
await close();
for (const problem of problems) console.log(problem);
process.exit(problems.length > 0 ? 1 : 0);

async function soak(): Promise<string[]> {
  const played: Part[] = [];
  const problems: string[] = [];
  if (parts.includes('sweep')) played.push(await everySingleCrash());
  // Its replicas are the same for the three that follow.
  const sandbox = parts.some((part) => IN_ONE_WORLD.includes(part)) ? await open(REPLICAS) : undefined;
  if (sandbox !== undefined && parts.includes('races'))
    for await (const { race, rounds: run, tally, wins, lopsided } of runRaces(sandbox, { seed, rounds })) {
      const won = Object.entries(wins).map(([side, count]) => `, ${side} ${count}`);
      console.log(`${race}: ${run} rounds, ${tally.failures.length} failed${won.join('')}`);
      problems.push(...lopsided);
      played.push({ name: `${race}, ${run} rounds`, crashes: 0, faults: 0, tally });
    }
  if (sandbox !== undefined && parts.includes('random')) {
    const random = await randomSchedules(sandbox);
    played.push(random);
    problems.push(...missing(random.tally).map((kind) => `the run was empty: ${kind}`));
  }
  if (sandbox !== undefined && parts.includes('defects')) problems.push(...(await runAllDefects(sandbox)));

  await close();
  const outcomes: RunOutcome[] = [];
  if (parts.includes('processes')) {
    processes = startLongRun();
    const { rows, problems: wrong } = await processes.play();
    outcomes.push(...rows.map(outcomeOfScenario));
    problems.push(...wrong);
  }

  const tallies = played.map(({ tally }) => tally);
  if (played.length > 0) console.log(`${invariantsOf(tallies)}\n\n${JSON.stringify(kindsOf(tallies))}\n`);
  outcomes.unshift(...played.map(outcomeOf));
  if (outcomes.length > 0) console.log(tableOf(outcomes));
  return [...tallies.map((tally) => summaryOf(tally)).filter((failures) => failures !== ''), ...problems];
}

async function everySingleCrash(): Promise<Part> {
  const tally = newTally();
  const { crossings, crashes, notMet } = await sweep(await open({}), [...SWEPT, ...SWEPT_AT_LENGTH], tally);
  console.log(`${crossings} crossings crashed on both sides, ${notMet.length} not met again: ${notMet.join(', ')}`);
  return { name: 'every single crash', crashes, faults: crashes, tally };
}

async function randomSchedules(sandbox: Sandbox): Promise<Part> {
  const tally = newTally();
  const end = performance.now() + budgetMs;
  const seeds = seedsFrom(seed, schedules);
  const { deaths, faults } = await playSeeds(sandbox, { seeds, isOver: () => performance.now() > end }, tally);
  return { name: 'random schedules', crashes: deaths, faults, tally };
}

async function defectsAlone(): Promise<string[]> {
  return runAllDefects(await open(REPLICAS, WORKERS_OF_A_FEW));
}

/** Plants each defect; what is wrong with how it was caught. */
async function runAllDefects(sandbox: Sandbox): Promise<string[]> {
  const onRun = (found: DefectRun): void => {
    const { defect, by, schedules: after, applied } = found;
    console.log(missed(found) ?? `${defect.padEnd(28)} ${by.join(', ')} after ${after}, applied ${applied} times`);
  };
  const only = defects === undefined || defects === 'all' ? {} : { only: defects };
  const runs = await runDefects(sandbox, { seed, most: RUNS_MAX, onRun, ...only });
  const caught = runs.flatMap((found) => (missed(found) === undefined ? (found.schedules ?? []) : []));
  console.log(`seeded defects caught ${caught.length}/${runs.length}, median ${median(caught)} schedules\n`);
  return runs.flatMap((found) => missed(found) ?? []);
}

async function replayOne(one: string): Promise<string[]> {
  const tally = newTally();
  if (!namesCrash(one)) await playSeeds(await open(REPLICAS), { seeds: [one] }, tally);
  else if (!(await crashAgain(await open({}), one, tally))) return [`the work did not come by ${one}`];
  return tally.failures.length === 0 ? [] : [summaryOf(tally)];
}

function kindsOf(tallies: readonly Tally[]): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const { kinds } of tallies)
    for (const [kind, count] of Object.entries(kinds)) sums[kind] = (sums[kind] ?? 0) + count;
  return sums;
}
