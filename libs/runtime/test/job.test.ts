import { ELSEWHERE, startJob, startTelemetry } from '@gx/runtime';
import { testHost, until } from '@gx/testkit';
import test, { type ExecutionContext } from 'ava';

type Run = () => Promise<unknown>;
const fails: Run = async () => {
  throw new Error('it fails');
};
const passes: Run = async () => undefined;
const isElsewhere: Run = async () => ELSEWHERE;

/** A job whose turns are hours apart and come when they are asked for; what is told of it. */
async function rig(t: ExecutionContext) {
  const telemetry = await startTelemetry('job-test', undefined);
  const host = testHost('job');
  t.teardown(async () => {
    await host.stop();
    await telemetry.stop();
  });
  let next: Run | undefined;
  let runs = 0;
  const everyMs = 3_600_000;
  const run: Run = () => (next as Run)().finally(() => (runs += 1));
  const metric = async (series: string): Promise<number | undefined> => {
    const value = (await telemetry.metrics()).split('\n').find((line) => line.startsWith(`${series} `));
    return value === undefined ? undefined : Number(value.slice(series.length));
  };
  let job: ReturnType<typeof startJob> | undefined;
  return {
    turn: async (one: Run) => {
      const before = runs;
      next = one;
      job ??= startJob(host, { name: 'hourly', everyMs, run });
      job.trigger();
      await until('it has had its turn', () => runs > before);
    },
    failures: () => metric('gx_job_failures_in_a_row{gx_job="hourly"}'),
    runsOf: (outcome: string) => metric(`gx_job_duration_count{gx_job="hourly",gx_outcome="${outcome}"}`),
  };
}

test.serial('a job counts how often it has failed in a row, and begins anew once it has run through', async (t) => {
  const { turn, failures } = await rig(t);
  const seen: unknown[] = [];
  for (const run of [passes, fails, passes, fails, fails, fails, passes]) {
    await turn(run);
    seen.push(await failures());
  }
  t.deepEqual(seen, [0, 1, 0, 1, 2, 3, 0]);
});

test.serial('a turn that was left to another replica says nothing of how a job fares', async (t) => {
  const { turn, failures, runsOf } = await rig(t);
  await turn(isElsewhere);
  t.is(await failures(), undefined);
  for (const run of [fails, isElsewhere, fails, isElsewhere]) await turn(run);
  t.is(await failures(), 2);
  t.deepEqual([await runsOf('failed'), await runsOf('elsewhere'), await runsOf('done')], [2, 3, undefined]);
});
