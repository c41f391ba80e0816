import type { Id } from '@gx/core';
import { dice } from '@gx/testkit/faults';
import test, { type ExecutionContext } from 'ava';
import { newTenant, startRollupRig } from './rollup-rig.ts';

const published = new Set<string>();
const pulled: string[] = [];
const rig = await startRollupRig(undefined, {
  publish: () => undefined,
  isPublished: (eventId) => published.has(eventId),
  pulled: (eventIds) => pulled.push(...eventIds),
});
test.after.always('everything stops', rig.stop);
test.beforeEach(() => {
  published.clear();
  pulled.length = 0;
});

/** Charges that wait to be counted, each with these events in its outbox. */
async function waiting(t: ExecutionContext, ...outboxes: string[][]): Promise<Id<'charge'>[]> {
  const ids = await rig.populate(newTenant(), outboxes.length, dice(t.title));
  const filled = outboxes.map((eventIds, nth) => ({
    updateOne: {
      filter: { _id: ids[nth] },
      update: { $set: { unrolled: true, outbox: eventIds.map((eventId) => ({ eventId, at: new Date() })) } },
    },
  }));
  await rig.model.collection.bulkWrite(filled as never[]);
  return ids;
}

const leftIn = async (ids: readonly Id<'charge'>[]): Promise<string[][]> => {
  const found = await rig.model.find({ _id: { $in: ids } }, { outbox: 1, unrolled: 1 }).lean();
  return ids.map((id) => found.find(({ _id }) => _id === id)?.outbox.map(({ eventId }) => eventId) ?? ['no charge']);
};

test.serial(
  'what this process has published of a charge leaves it in the write that counts it, and nothing else does',
  async (t) => {
    const ids = await waiting(t, ['a1', 'a2'], ['b1', 'b2'], ['c1'], []);
    for (const eventId of ['a1', 'a2', 'b1', 'elsewhere']) published.add(eventId);
    await rig.roll();
    t.deepEqual(await leftIn(ids), [[], ['b2'], ['c1'], []]);
    t.deepEqual(pulled.toSorted(), ['a1', 'a2', 'b1']);
    t.is(await rig.model.countDocuments({ unrolled: true }), 0);
  },
);

test.serial('an event that comes while a lot is counted stays', async (t) => {
  const ids = await waiting(t, ['a1']);
  published.add('a1');
  const { rolls } = rig;
  const mark: typeof rolls.mark = async (lot, out) => {
    const later = { eventId: 'a2', at: new Date() };
    await rig.model.collection.updateOne({ _id: ids[0] } as never, { $push: { outbox: later } } as never);
    return rolls.mark(lot, out);
  };
  await rig.rollerWith({ rolls: { ...rolls, mark } })();
  t.deepEqual(await leftIn(ids), [['a2']]);
  t.deepEqual(pulled, ['a1']);
});

test.serial("the events of a lot that somebody else has marked are still the relay's to take out", async (t) => {
  const ids = await waiting(t, ['a1'], ['b1']);
  for (const eventId of ['a1', 'b1']) published.add(eventId);
  const { rolls } = rig;
  const mark: typeof rolls.mark = async (lot, out) => {
    await rolls.mark(lot);
    return rolls.mark(lot, out);
  };
  await rig.rollerWith({ rolls: { ...rolls, mark } })();
  t.deepEqual(await leftIn(ids), [['a1'], ['b1']]);
  t.deepEqual(pulled, []);
});
