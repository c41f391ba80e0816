/**
 * `npm test`: the checks, then the tests of ten minutes on servers that start once and go afterwards; `npm
 * run test:all`: every test. `npm test -- <files>` runs only these files, without the checks. `npm run
 * test:docker` runs integration tests on servers in containers, `npm run check` the checks and the tests that
 * need no server. The last line is `N passed, N failed, N skipped`; a failed check counts as failed.
 */
import { printCheck, runChecks, stopChecks } from './checks.ts';
import { COMPILED, stackSettings } from './config.ts';
import { onStopSignal } from './foreground.ts';
import { type AvaResult, startAva } from './run-ava.ts';
import type { RunningProcess } from './start-process.ts';
import { type Servers, startServers } from './start-servers.ts';
import { type Counts, countsLine, type FailedTest, failuresText } from './tap.ts';
import { planTests } from './test-plan.ts';

const plan = planTests(process.argv.slice(2));
const settings = { ...stackSettings(), ...(plan.onDocker ? { provider: 'docker' } : {}) };
const print = (line: string): void => console.log(line);
let ava: RunningProcess | undefined;
let isStopping = false;
let starting: Promise<Servers> | undefined;

onStopSignal(async (reason) => {
  print(`stopping: ${reason}`);
  isStopping = true;
  await Promise.all([stopChecks(), ava?.stop()]);
  await starting?.then((servers) => servers.stop());
  process.exit(1);
});

const OUTCOMES = ['passed', 'failed', 'skipped'] as const;

let isFailure = false;
/** Failures and what belongs to them; in a run of a minute what passed has nothing to say. */
const printFailures = (line: string): void => {
  if (line.startsWith('✔')) isFailure = false;
  if (line.startsWith('✘')) isFailure = true;
  if (isFailure) print(line);
};

async function runTests(servers: Servers | undefined): Promise<AvaResult> {
  const addresses = servers && {
    MONGO_URL: servers.mongoUrl,
    KAFKA_BROKERS: servers.kafkaBrokers,
    REDIS_URL: servers.redisUrl,
  };
  const env = { ...COMPILED, ...settings.inherited, ...addresses };
  const sum = { counts: { passed: 0, failed: 0, skipped: 0 }, failures: [] as FailedTest[] };
  try {
    for (const turn of plan.turns) {
      if (isStopping) break;
      const run = await startAva({ ...turn, env, print: plan.isServerless ? printFailures : print });
      ava = run.ava;
      const { counts, failures } = await run.result;
      for (const outcome of OUTCOMES) sum.counts[outcome] += counts[outcome];
      sum.failures.push(...failures);
    }
    return sum;
  } finally {
    await servers?.stop();
  }
}

async function main(): Promise<Counts> {
  if (!plan.isServerless) starting = startServers({ ephemeral: true, settings, log: (_source, line) => print(line) });
  const [servers, checks] = await Promise.allSettled([starting, plan.hasChecks ? runChecks(printCheck) : []]);
  const results = checks.status === 'fulfilled' ? checks.value : [];
  const failedChecks = results.filter(({ ok }) => !ok).map(({ name }) => ({ title: `check: ${name}`, report: [] }));
  const passedChecks = results.length - failedChecks.length;
  if (servers.status === 'rejected') {
    print((servers.reason as Error).message);
    return { passed: passedChecks, failed: failedChecks.length + 1, skipped: 0 };
  }
  const { counts, failures } = await runTests(servers.value);
  const failed = [...failedChecks, ...failures];
  if (failed.length > 0) print(`\n${failuresText(failed)}`);
  return { ...counts, passed: counts.passed + passedChecks, failed: counts.failed + failedChecks.length };
}

const counts = await main();
print(countsLine(counts));
process.exit(counts.failed > 0 ? 1 : 0);
