import { startTelemetry } from '@gx/runtime';
import { until } from '@gx/testkit';
import test from 'ava';
import { newTenant, shared } from './harness.ts';
import { plantDeliveries } from './plant-deliveries.ts';

/** What is told of deliveries that wait, read where Prometheus reads it. */
const telemetry = startTelemetry('webhooks-test', undefined);
const webhooks = shared(test, { WEBHOOK_TIMEOUT_MS: '60000' });
test.after.always(async () => (await telemetry).stop());

const TEN_MINUTES_MS = 600_000;
/** More than one endpoint may keep in memory: it is refilled whenever there is room. */
const MANY = 2_500;
const DUE = 'gx_webhook_oldest_due_age{gx_queue="first"}';
const COUNT = 'gx_webhook_due{gx_queue="first"}';
const HELD = 'gx_webhook_oldest_throttled_age{gx_queue="first"}';
const read = async (series: string): Promise<number | undefined> => {
  const line = (await (await telemetry).metrics()).split('\n').find((one) => one.startsWith(`${series} `));
  return line === undefined ? undefined : Number(line.slice(series.length));
};
const isOld = (age: number | undefined): boolean => age !== undefined && age >= 600 && age < 900;

/** Deliveries of an endpoint, due since ten minutes. */
const plant = (path: string, count: number): Promise<string> => {
  const { database, sink, env } = webhooks();
  const since = new Date(Date.now() - TEN_MINUTES_MS);
  return plantDeliveries(database.connection, newTenant(), {
    url: sink.url(path),
    key: env['ENCRYPTION_KEY'],
    count,
    since,
  });
};
/** One that began later than this is asked. */
async function anotherPoll(): Promise<void> {
  const polls = async (): Promise<number> =>
    (await read('gx_job_duration_count{gx_job="dispatch",gx_outcome="done"}')) ?? 0;
  const before = await polls();
  await until('two polls have ended', async () => (await polls()) >= before + 2);
}
/** Whether the database refuses what an attempt writes. */
const refuseAttempts = async (isRefused: boolean): Promise<unknown> =>
  webhooks().database.connection.db?.command({
    collMod: 'deliveries',
    validator: isRefused ? { status: { $ne: 'PROCESSING' } } : {},
  });

test.serial('who waits for an endpoint that hangs is counted apart from who waits for us', async (t) => {
  const { sink } = webhooks();
  sink.answer('/hangs', { hang: true });
  await plant('/hangs', 40);
  await until('it has all of its places', () => sink.requests('/hangs').length === 8);
  await until('its own wait is shown', async () => isOld(await read(HELD)));
  t.is(await until('nobody else waits', async () => (await read(DUE)) === 0 && 'nobody'), 'nobody');
});

test.serial('deliveries that nobody can attempt are shown beside it, until somebody does', async (t) => {
  const { sink, host } = webhooks();
  await refuseAttempts(true);
  t.teardown(() => refuseAttempts(false));
  await plant('/well', MANY);
  const refused = () => host.lines.filter((line) => line.includes('webhook attempt broke off')).length;
  await until('attempts are refused', () => refused() > 0);
  await anotherPoll();
  t.true(refused() < MANY, `tried ${refused()} times, and never rested`);
  t.true(isOld(await read(DUE)));
  t.is(sink.requests('/well').length, 0);
  // Beside those that wait for the endpoint that hangs.
  await until('they are counted', async () => Number(await read(COUNT)) >= MANY, { timeoutMs: 30_000 });
  await refuseAttempts(false);
  await until('all are sent', () => sink.requests('/well').length === MANY);
  await until('nobody waits for us', async () => (await read(DUE)) === 0);
  await until('nor is counted', async () => Number(await read(COUNT)) < 40, { timeoutMs: 30_000 });
  t.true(isOld(await read(HELD)));
});

test.serial('a look at what is due beside an endpoint that hangs reads an index, and each delivery once', async (t) => {
  const db = webhooks().database.connection.db;
  await db?.command({ profile: 2 });
  const looks = await until('two polls of a queue', async () => {
    const seen = await db
      ?.collection('system.profile')
      .find({ 'command.find': 'deliveries', 'command.filter.queue': 'first', 'command.sort': { $exists: true } })
      .toArray();
    return seen !== undefined && seen.length >= 2 && seen;
  });
  await db?.command({ profile: 0 });
  for (const { planSummary, docsExamined, keysExamined, nreturned } of looks) {
    t.regex(planSummary, /^IXSCAN \{ queue: 1, dueAt: 1, _id: 1/);
    t.deepEqual([nreturned, docsExamined], [32, 32]);
    t.true(keysExamined <= 33, `${keysExamined} keys`);
  }
});
