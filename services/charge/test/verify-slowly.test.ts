import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Refusal } from '@gx/core';
import { findMongo, stackSettings, startMongo } from '@gx/stack';
import { until } from '@gx/testkit';
import test from 'ava';
import { verifyStatistics } from '../src/queries/verify-statistics.ts';
import type { RollupAudit } from '../src/store/rollup-audit.ts';
import { newTenant, startRollupRig } from './rollup-rig.ts';

/** A server of the test's own, which keeps a moment for as short as it can. */
const source = await findMongo(stackSettings());
if (!source.ok) throw new Error('no mongod');
const dir = await mkdtemp(join(tmpdir(), 'gx-verify-'));
const server = await startMongo({ binaries: await source.get(), dir, log: () => undefined });
const rig = await startRollupRig(server.mongoUrl);
test.after.always('everything stops', async () => {
  await rig.stop();
  await server.kill();
  await rm(dir, { recursive: true, force: true });
});

const DAYS = ['2026-11-18', '2026-11-19', '2026-11-20'];
/** Less than the store asks the database for at once; two days are more. */
const PER_DAY = 600;

const tenant = newTenant();

async function furnish(): Promise<void> {
  await rig.connection.db?.admin().command({ setParameter: 1, minSnapshotHistoryWindowInSeconds: 1 });
  await rig.model.collection.insertMany(
    DAYS.flatMap((day) =>
      Array.from({ length: PER_DAY }, (_, nth) => ({
        ...{
          _id: `${day}-${nth}`,
          ...tenant,
          idempotencyKey: `${day}-${nth}`,
          bankProfileId: 'bank',
          txid: `${day}-${nth}`,
        },
        ...{
          status: 'WAITING_PAYMENT',
          version: 2,
          amount: 1_000,
          currency: 'BRL',
          fees: { provider: 0, platform: 0 },
        },
        ...{ createdAt: new Date(`${day}T12:00:00.000Z`), settlement: null, refunds: [], listed: true },
        ...{ rolled: null, unrolled: true },
      })),
    ) as never[],
  );
  await rig.roll();
}

/**
 * Reads half a page of each slice, and goes on when the database has forgotten what there was when it began.
 */
function slowly(audit: RollupAudit, onWait: () => void): RollupAudit {
  const snapshot: RollupAudit['snapshot'] = (slice, read) =>
    audit.snapshot(slice, async ({ charges, ...more }) => {
      async function* late() {
        let seen = 0;
        for await (const charge of charges) {
          seen += 1;
          if (seen === PER_DAY / 2) await forgotten().then(onWait);
          yield charge;
        }
      }
      return read({ ...more, charges: late() });
    });
  return { ...audit, snapshot };
}

/** Returns when a read as of now would be refused. */
async function forgotten(): Promise<void> {
  const session = rig.connection.getClient().startSession({ snapshot: true });
  const read = () => rig.connection.collection('rolls').findOne({}, { session, readConcern: { level: 'snapshot' } });
  await read();
  await until('the moment is over', async () => {
    // Time goes on for a database with what is written.
    await rig.connection.collection('others').insertOne({});
    return read().then(
      () => false,
      ({ code }) => code === 239,
    );
  });
  await session.endSession();
}

test('an account that takes longer to read than MongoDB keeps a moment is verified in slices, while its charges change and are counted', async (t) => {
  await furnish();
  const { signal } = new AbortController();
  let waits = 0;
  const audit = slowly(rig.audit, () => {
    waits += 1;
  });
  const whole = verifyStatistics({ audit, size: DAYS.length * PER_DAY });
  const error = await t.throwsAsync(whole({}, signal), { instanceOf: Refusal });
  t.is(error?.code, 'service_unavailable');
  t.regex(
    error?.message ?? '',
    new RegExp(`^${tenant.accountId}:test:created took longer .*minSnapshotHistoryWindowInSeconds`),
  );

  let isOver = false;
  const changing = (async () => {
    for (let nth = 0; !isOver; nth += 1) {
      const _id = `${DAYS[nth % DAYS.length]}-${nth % PER_DAY}` as never;
      await rig.connection
        .collection('charges')
        .updateOne({ _id }, { $set: { status: 'EXPIRED', unrolled: true }, $inc: { version: 1 } });
      await rig.roll();
    }
  })();
  waits = 0;
  const sliced = await verifyStatistics({ audit, size: PER_DAY })({}, signal);
  isOver = true;
  await changing;
  t.like(sliced, { charges: DAYS.length * PER_DAY, problemCount: 0, problems: [] });
  t.is(waits, DAYS.length, 'each slice took longer than that');

  await rig.connection.collection('rollups').updateOne({ day: DAYS[1] as string }, { $inc: { 'sums.created': 1 } });
  const { problems } = await verifyStatistics({ audit, size: PER_DAY })({}, signal);
  t.deepEqual(
    problems.map(({ day, sum, stands, recounted }) => [day, sum, stands, recounted]),
    [[DAYS[1], 'created', PER_DAY + 1, PER_DAY]],
  );
});
