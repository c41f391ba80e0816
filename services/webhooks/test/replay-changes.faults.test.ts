import { Refusal } from '@gx/core';
import { until } from '@gx/testkit';
import { type FaultPlan, singlePlan } from '@gx/testkit/faults';
import test from 'ava';
import { created } from './charge-events.ts';
import {
  askForReplay,
  endLeases,
  finish,
  kill,
  problemsOf,
  type ReplayRig,
  type ReplayScene,
  SENT_OF_CHARGE,
  setStatus,
  startReplayRig,
} from './replay-rig.ts';

/** What a merchant changes or requests once more while a replay or an attempt is under way. */
let rig: ReplayRig;
test.before(async () => {
  rig = await startReplayRig();
});
test.after.always(() => rig?.stop());
const CALL = { requestId: 'req_changes' };
/** Longer than a busy machine takes for what is done meanwhile. */
const LONG_MS = 5_000;

/** The first call of its kind takes so long; `isMet` says whether it is under way. */
function slowOnce(what: string, ms: number): { readonly plan: FaultPlan; readonly isMet: () => boolean } {
  const plan = singlePlan(`webhooks mongodb ${what} #1`, { kind: 'delay', ms });
  return { plan, isMet: plan.wasMet };
}

test.serial(
  'an event that is being stored while its endpoint is activated is delivered, though the replay of that moment has not seen it',
  async (t) => {
    const scene = await rig.scene('/activated', 0);
    const { plan, isMet } = slowOnce('insert events', LONG_MS);
    const one = await rig.start(plan);
    await setStatus(one, scene, 'INACTIVE');
    await rig.publish({ ...created(scene.tenant), occurredAtMs: Date.now() });
    await until('it is being stored', isMet);
    await setStatus(one, scene, 'ACTIVE');
    t.is(await askForReplay(one, scene), 0);
    await until('it is delivered', () => rig.sink.requests(scene.path).length === 1);
    await kill(rig, one);
  },
);

test.serial('a replay ends with its endpoint INACTIVE: one of later has what came meanwhile too', async (t) => {
  const scene = await rig.scene('/interrupted', 1);
  const { plan, isMet } = slowOnce('insert deliveries', LONG_MS);
  const one = await rig.start(plan);
  t.is(await askForReplay(one, scene), 2);
  await until('it is under way', isMet);
  await setStatus(one, scene, 'INACTIVE');
  await rig.publish({ ...created(scene.tenant), occurredAtMs: Date.now() });
  const events = rig.database.connection.collection('events');
  await until('it is stored', async () => (await events.countDocuments({ ...scene.tenant })) === 3);
  await setStatus(one, scene, 'ACTIVE');
  // The third is delivered by itself where it is stored only now for a majority.
  t.true((await askForReplay(one, scene)) >= 2);
  await finish(rig, one, scene);
  const bodies = (): Set<string> => new Set(rig.sink.requests(scene.path).map(({ body }) => body));
  await until('all are delivered', () => bodies().size === SENT_OF_CHARGE + 1);
  await kill(rig, one);
});

test.serial(
  'a delivery that is sent again by hand while an attempt finds its endpoint INACTIVE goes out, and is not CANCELLED',
  async (t) => {
    const scene = await rig.scene('/resent', 0);
    // It ends an attempt whose endpoint was read as INACTIVE.
    const { plan, isMet } = slowOnce('findAndModify deliveries', LONG_MS);
    const one = await rig.start(plan);
    rig.sink.answer(scene.path, { status: 503, retryAfter: '3600' }, { status: 200 });
    await rig.publish({ ...created(scene.tenant), occurredAtMs: Date.now() });
    const [waiting] = await until('it waits for its next attempt', async () => {
      const { deliveries } = await one.client.listDeliveries(CALL, { tenant: scene.tenant });
      return deliveries[0]?.status === 'PENDING' && deliveries[0].attempts === 1 && deliveries;
    });
    await setStatus(one, scene, 'INACTIVE');
    const stored = rig.database.connection.collection('deliveries');
    await stored.updateOne({ endpointId: scene.endpointId }, { $set: { dueAt: new Date(0) } });
    void one.self.jobs.run('dispatch');
    await until('its endpoint was read', isMet);
    await setStatus(one, scene, 'ACTIVE');
    const resend = { tenant: scene.tenant, id: waiting?.id ?? '' };
    const { status } = await one.client.retryDelivery(CALL, resend);
    t.is(status, 'PROCESSING', 'the attempt is still under way');
    await until('it is delivered', () => rig.sink.requests(scene.path).length === 2);
    await kill(rig, one);
  },
);

test.serial('a change that goes on late leaves a replay alone that was begun after it', async (t) => {
  const scene = await rig.scene('/late-change', 1);
  const { plan, isMet } = slowOnce('update replays', LONG_MS);
  const [late, one] = [await rig.start(plan), await rig.start()];
  // Nobody works on replays until the lease ends.
  const leases = rig.database.connection.collection<{ _id: string }>('leases');
  const held = { owner: 'another', until: new Date(Date.now() + 3_600_000) };
  await leases.updateOne({ _id: 'replay events' }, { $set: held }, { upsert: true });
  await askForReplay(one, scene);
  const change = setStatus(late, scene, 'INACTIVE');
  await until('it has changed the endpoint', isMet);
  await setStatus(one, scene, 'INACTIVE');
  await setStatus(one, scene, 'ACTIVE');
  t.is(await askForReplay(one, scene), 2);
  await change;
  const replays = rig.database.connection.collection('replays');
  t.is(await replays.countDocuments({ openFor: scene.endpointId }), 1);
  await endLeases(rig);
  await finish(rig, one, scene);
  t.deepEqual(await problemsOf(rig, scene), []);
  await kill(rig, late, one);
});

test.serial('a replay of other names is another request, and names that are taken off are sent no more', async (t) => {
  const scene = await rig.scene('/names', 1);
  const { tenant, endpointId: id } = scene;
  const { plan, isMet } = slowOnce('insert deliveries', LONG_MS);
  const one = await rig.start(plan);
  t.is(await askForReplay(one, scene), 2);
  await until('it is under way', isMet);
  await one.client.updateEndpoint(CALL, { tenant, id, events: { names: ['charge.created'] } });
  const refused = await t.throwsAsync(askForReplay(one, scene), { instanceOf: Refusal });
  t.is(refused?.more.reason, 'replay_in_progress');
  await finish(rig, one, scene);
  await one.client.updateEndpoint(CALL, { tenant, id, events: { names: ['charge.created', 'charge.paid'] } });
  t.is(await askForReplay(one, scene), 1, 'what was cancelled when its turn came');
  await finish(rig, one, scene);
  const events = rig.sink.requests(scene.path).map(({ headers }) => headers['x-service-event-type']);
  t.deepEqual(events, ['charge.created', 'charge.paid']);
  await kill(rig, one);
});

test.serial(
  'a re-send by hand is made whatever its attempt comes to, also when a replay was requested after it',
  async (t) => {
    const scene = await rig.scene('/both', 0);
    const one = await rig.start();
    rig.sink.answer(scene.path, { status: 200, delayMs: 2_000 }, { status: 200 });
    await rig.publish({ ...created(scene.tenant), occurredAtMs: Date.now() });
    await until('it is being sent', () => rig.sink.requests(scene.path).length === 1);
    const { tenant } = scene;
    const { deliveries } = await one.client.listDeliveries(CALL, { tenant });
    await one.client.retryDelivery(CALL, { tenant, id: deliveries[0]?.id ?? '' });
    t.is(await askForReplay(one, scene), 1);
    await until('it is sent again', async () => {
      for (const job of ['replay events', 'dispatch']) await one.self.jobs.run(job);
      return rig.sink.requests(scene.path).length === 2;
    });
    await kill(rig, one);
  },
);

type DueDelivery = { readonly _id: string; readonly status: string; readonly queue: string; readonly dueAt?: Date };
const dueTimes = async ({ endpointId }: ReplayScene): Promise<Map<string, number | undefined>> => {
  const stored = rig.database.connection.collection<DueDelivery>('deliveries');
  const waiting = await stored.find({ endpointId, status: 'PENDING', queue: 'replay' }).toArray();
  return new Map(waiting.map(({ _id, dueAt }) => [_id, dueAt?.getTime()]));
};

test.serial('what waits for a replay keeps its turn when another one is requested', async (t) => {
  const scene = await rig.scene('/again', 20);
  const one = await rig.start();
  rig.sink.answer(scene.path, ...Array.from({ length: 60 }, () => ({ status: 200, delayMs: 400 })), { status: 200 });
  await askForReplay(one, scene);
  const openFor = scene.endpointId;
  const replays = rig.database.connection.collection('replays');
  await until('all of it is stored', async () => {
    await one.self.jobs.run('replay events');
    return (await replays.countDocuments({ openFor })) === 0;
  });
  const before = await dueTimes(scene);
  await askForReplay(one, scene);
  await until('the second is stored', async () => {
    await one.self.jobs.run('replay events');
    return (await replays.countDocuments({ openFor })) === 0;
  });
  const after = await dueTimes(scene);
  t.true(after.size > 5, `${after.size} still wait`);
  t.deepEqual(
    [...after].filter(([id, dueAt]) => before.get(id) !== dueAt),
    [],
  );
  await kill(rig, one);
});
