import { testDatabase, until } from '@gx/testkit';
import test from 'ava';
import { dueStore } from '../src/store/due-refunds.ts';
import { refundModel } from '../src/store/refund-model.ts';
import { requestsOf } from './at-bank.ts';
import { event, PATIENT, paid, refunded, stands, startRig, stored } from './rig.ts';
import { storedWithoutKeys } from './stored-without-keys.ts';

// So slow that nobody looks but when a callback comes.
const SCALE = 200;
const FIRST_WAIT_MS = { open: SCALE * 5_000, failed: SCALE * 60_000 } as const;
const rig = await startRig({ POLL_TIME_SCALE: `${SCALE}` });
test.after.always('everything stops', rig.stop);
test.afterEach.always('the bank behaves again', rig.behave);

const bankId = (id: string): string => id.replaceAll('-', '');
const pollsOf = (id: string): number => requestsOf(rig, 'GET', bankId(id));
const isLeft = async (id: string): Promise<boolean> => (await stored(rig, id))?.['owner'] === null;
/** Once the bank was asked so often, and nobody is at it. */
const lookedAt = (id: string, times: number) =>
  until(`${times} looks at ${id}`, async () => pollsOf(id) >= times && (await isLeft(id)), PATIENT);

/** How long it waits for its own next look. */
async function waitMs(id: string): Promise<number> {
  const document = await stored(rig, id);
  return Number(document?.['dueAt']) - Number(document?.['claimedAt']);
}
const stuck = (id: string): string[] =>
  rig.lines().filter((line) => line.includes('refund_stuck') && line.includes(id));

const arrange = (it: Awaited<ReturnType<typeof paid>>, id: string, status: string) =>
  rig.simulator.control('POST', `/sim/devolutions/${it.endToEndId}/${bankId(id)}`, { status });
const callback = ({ tenant, endToEndId }: Awaited<ReturnType<typeof paid>>) =>
  rig.bus.callback(tenant, { bankProfileId: 'plain', endToEndId });

test.serial(
  'six callbacks about other refunds of its Pix: nobody calls the seventh stuck, and its looks go on as without them',
  async (t) => {
    await rig.misbehave({ kind: 'stuck', operation: 'devolution_put', times: 7 });
    const it = await paid(rig);
    const ids: string[] = [];
    for (let n = 0; n < 7; n += 1) {
      const { id } = await refunded(rig, it, { amount: 100 });
      await stands(rig, id, 'IN_PROGRESS');
      ids.push(id);
    }
    const [seventh = '', ...others] = ids.toReversed();
    const before = pollsOf(seventh);
    for (const [n, id] of others.entries()) {
      await arrange(it, id, 'DEVOLVIDO');
      await callback(it);
      await stands(rig, id, 'REFUNDED');
      await lookedAt(seventh, before + n + 1);
    }
    t.deepEqual(stuck(seventh), []);
    t.true((await waitMs(seventh)) <= FIRST_WAIT_MS.open + 5_000, `it waits ${await waitMs(seventh)} ms`);
    await arrange(it, seventh, 'DEVOLVIDO');
    await callback(it);
    await stands(rig, seventh, 'REFUNDED');
  },
);

test.serial(
  'a callback that comes while somebody looks: the look that it brings is none of its own either',
  async (t) => {
    await rig.misbehave({ kind: 'stuck', operation: 'devolution_put', times: 1 });
    const it = await paid(rig);
    const { id } = await refunded(rig, it);
    await stands(rig, id, 'IN_PROGRESS');
    const before = pollsOf(id);
    for (let n = 1; n <= 3; n += 1) {
      await rig.misbehave({ kind: 'delay', operation: 'devolution_get', times: 1, ms: 1_500 });
      await callback(it);
      const begun = await until('somebody looks', async () => !(await isLeft(id)) && stored(rig, id), {
        ...PATIENT,
        everyMs: 20,
      });
      await callback(it);
      await until(
        'the bank spoke meanwhile',
        async () => (await stored(rig, id))?.['triggeredAt'] > begun?.['claimedAt'],
        PATIENT,
      );
      await lookedAt(id, before + 2 * n);
    }
    t.true((await waitMs(id)) <= FIRST_WAIT_MS.open + 5_000, `it waits ${await waitMs(id)} ms`);
  },
);

test.serial('seven callbacks about a refund that failed use up none of the looks at it', async (t) => {
  await rig.misbehave({ kind: 'fails', operation: 'devolution_put', times: 1, code: 'AC06' });
  const it = await paid(rig);
  const { id } = await refunded(rig, it);
  await event(rig, id, 'refund.progressed', 'FAILED');
  const before = pollsOf(id);
  for (let n = 1; n <= 7; n += 1) {
    await callback(it);
    await lookedAt(id, before + n);
  }
  t.not((await stored(rig, id))?.['dueAt'], null);
  t.true((await waitMs(id)) <= FIRST_WAIT_MS.failed + 5_000, `it waits ${await waitMs(id)} ms`);
});

const HOUR = 3_600_000;
// biome-ignore format: one row per case, read as a table
const TAKES: readonly (readonly [title: string, dueInMs: number | null, polls: number, callbacks: number, counted: number])[] = [
  ['its own time has come',                               -1_000, 2, 0, 3],
  ['one callback before its time',                            HOUR, 2, 1, 2],
  ['three callbacks before its time, and before a look',      HOUR, 2, 3, 2],
  ['a callback before its first time',                        HOUR, 0, 1, 0],
  ['a callback when its own time has come, and nobody looks', -1_000, 2, 2, 3],
  ['a callback after its last look',                          null, 7, 1, 7],
];

test.serial('a take is one of its own looks only if its own time had come', async (t) => {
  await rig.misbehave({ kind: 'stuck', operation: 'devolution_put', times: 1 });
  const it = await paid(rig);
  const { id } = await refunded(rig, it);
  const refund = await stands(rig, id, 'IN_PROGRESS');
  // The same refund where nobody takes it up but this test.
  const database = await testDatabase('looks');
  t.teardown(database.drop);
  const model = await refundModel(database.connection);
  const times = { createLeaseMs: HOUR, workLeaseMs: HOUR };
  const due = dueStore({ model, stored: await storedWithoutKeys(database), times });
  for (const [title, dueInMs, polls, callbacks, counted] of TAKES) {
    const dueAt = dueInMs === null ? null : new Date(Date.now() + dueInMs);
    await model.collection.replaceOne({ _id: refund._id } as never, { ...refund, dueAt, polls } as never, {
      upsert: true,
    });
    for (let n = 0; n < callbacks; n += 1) await due.trigger('plain', { endToEndId: it.endToEndId as never }, null);
    const claimed = await due.claim('owner', 'plain');
    t.is(claimed.kind === 'claimed' && claimed.work.work.polls, counted, title);
    t.is((await due.claim('another', 'plain')).kind, 'none', title);
  }
});
