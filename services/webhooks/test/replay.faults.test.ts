import { until } from '@gx/testkit';
import { countingPlan, type FaultPlan, singlePlan, type Tampering } from '@gx/testkit/faults';
import test from 'ava';
import {
  askForReplay,
  endLeases,
  finish,
  kill,
  problemsOf,
  type ReplayRig,
  type ReplayScene,
  startReplayRig,
} from './replay-rig.ts';

/**
 * A replay whose process dies at each of its calls, or wakes up when another has gone on; and what would be
 * wrong.
 */
let rig: ReplayRig;
test.before(async () => {
  rig = await startReplayRig();
});
test.after.always(() => rig?.stop());

/** The plan, once the replay is being stored: the calls of a start and of the request are not its own. */
function onceStored({ meet }: FaultPlan): FaultPlan {
  let isStored = false;
  return {
    meet: (crossing) => {
      if (isStored) return meet(crossing);
      isStored = crossing.to === 'mongodb' && crossing.what === 'insert replays';
      return undefined;
    },
  };
}

const CHARGES = 4;
/** One instance replays the scene under the plan; if it dies, another goes on. */
async function replayed(scene: ReplayScene, planned: FaultPlan): Promise<void> {
  const victim = await rig.start(onceStored(planned));
  // One that dies before it has answered has stored the replay all the same.
  await Promise.race([askForReplay(victim, scene), victim.self.death]);
  await finish(rig, victim, scene);
  if (victim.self.alive()) {
    victim.self.kill();
  } else {
    await victim.self.silence();
    await endLeases(rig);
    const survivor = await rig.start();
    await finish(rig, survivor, scene);
    survivor.self.kill();
  }
  await endLeases(rig);
}

for (const side of ['before', 'after'] as const)
  test.serial(
    `a process that dies ${side} any call of a replay loses no event of it, sends none again that was delivered, and keeps the order`,
    async (t) => {
      t.timeout(240_000);
      const clean = countingPlan();
      await replayed(await rig.scene(`/${side}-clean`, 2), clean);
      const places: string[] = [];
      for (const [nth, label] of clean.labels.entries()) {
        const scene = await rig.scene(`/${side}-${nth}`, 2);
        const plan = singlePlan(label, { kind: 'die', side });
        await replayed(scene, plan);
        t.deepEqual(await problemsOf(rig, scene), [], `${side} ${label}`);
        if (plan.wasMet()) places.push(label);
      }
      // How often a job looks is chance, so that the last of a kind may be missed; never the first.
      t.deepEqual(
        clean.labels.filter((label) => label.endsWith('#1') && !places.includes(label)),
        [],
      );
      for (const call of ['mongodb insert deliveries', 'mongodb update replays', 'webhook POST'])
        t.true(places.includes(`webhooks ${call} #1`), `${call} of ${places.join(', ')}`);
      t.log(`${places.length} places`);
    },
  );

test.serial(
  'a replay of everything sends each delivery that there is once more, whatever page was stored twice',
  async (t) => {
    const scene = await rig.scene('/all', CHARGES);
    const first = await rig.start();
    t.is(await askForReplay(first, scene), 2 * CHARGES);
    await finish(rig, first, scene);
    t.is(await askForReplay(first, scene), 0);
    t.is(await askForReplay(first, scene, 'ALL'), 2 * CHARGES);
    await finish(rig, first, scene);
    t.deepEqual(await problemsOf(rig, scene, 2), []);
    await kill(rig, first);
  },
);

/** One that stood still in the middle of a page, while another one took over and sent all of it. */
async function wakesUpLate(path: string, tampering: Tampering): Promise<string[]> {
  const scene = await rig.scene(path, CHARGES);
  const ready = await rig.start();
  await askForReplay(ready, scene);
  await finish(rig, ready, scene);
  let isOn = false;
  let isMet = false;
  const plan: FaultPlan = {
    meet: ({ to, what }) => {
      if (!isOn || isMet || to !== 'mongodb' || what !== 'update deliveries') return undefined;
      isMet = true;
      return { kind: 'delay', ms: 2_500 };
    },
  };
  const late = await rig.start(plan, tampering);
  await endLeases(rig);
  isOn = true;
  await askForReplay(late, scene, 'ALL');
  await until('it stands still', () => isMet);
  await endLeases(rig);
  await finish(rig, ready, scene);
  await late.self.jobs.run('replay events');
  await finish(rig, ready, scene);
  const problems = await problemsOf(rig, scene, 2);
  await kill(rig, ready, late);
  return problems;
}

test.serial(
  'a process that stands still in a page of a replay, and goes on when another has sent it, sends nothing again',
  async (t) => {
    t.deepEqual(await wakesUpLate('/late', {}), []);
  },
);

type Statement = { q: Record<string, unknown>; u: { $set?: Record<string, unknown> } };
const statementsOf = (command: Record<string, unknown>): Statement[] => (command['updates'] ?? []) as Statement[];

test.serial('seeded defect, a page of a replay that does not look whether it was stored: it is caught', async (t) => {
  const problems = await wakesUpLate('/doubled', {
    mongo: ({ name, collection, command }) => {
      if (name === 'update' && collection === 'deliveries')
        for (const { q } of statementsOf(command)) delete q['replayId'];
    },
  });
  t.true(problems.includes('a delivery was sent again after it was delivered'));
});

test.serial('seeded defect, a cursor that goes to the end with the first page: it is caught', async (t) => {
  const scene = await rig.scene('/lost-cursor', 300);
  const defective = await rig.start(undefined, {
    mongo: ({ name, collection, command }) => {
      if (name !== 'update' || collection !== 'replays') return;
      for (const { u } of statementsOf(command)) if (u.$set?.['after']) u.$set['after'] = new Date();
    },
  });
  t.is(await askForReplay(defective, scene), 600);
  await finish(rig, defective, scene);
  await kill(rig, defective);
  const problems = await problemsOf(rig, scene);
  t.true(problems.some((problem) => problem.includes('events and names were sent')));
});

test.serial('a replay of more than a page is sent whole and in order', async (t) => {
  const scene = await rig.scene('/pages', 300);
  const one = await rig.start();
  t.is(await askForReplay(one, scene), 600);
  await finish(rig, one, scene);
  t.deepEqual(await problemsOf(rig, scene), []);
  await kill(rig, one);
});

/**
 * Sends a delivery that has failed fifteen times once more, to an endpoint that takes it at the third
 * attempt.
 */
async function resentAfterDeath(path: string, tampering: Tampering): Promise<string> {
  const scene = await rig.scene(path, 1);
  const one = await rig.start(undefined, tampering);
  rig.sink.answer(path, ...Array.from({ length: 3 * 15 + 2 }, () => ({ status: 500 })), { status: 200 });
  await askForReplay(one, scene);
  await finish(rig, one, scene);
  const call = { requestId: 'req_resend' };
  const { tenant } = scene;
  const { deliveries } = await one.client.listDeliveries(call, { tenant });
  const id = deliveries[0]?.id ?? '';
  await one.client.retryDelivery(call, { tenant, id });
  await finish(rig, one, scene);
  const { delivery } = await one.client.getDelivery(call, { tenant, id });
  await kill(rig, one);
  return String(delivery?.status);
}

test.serial(
  'a re-send of a dead letter may fail twice and is delivered; seeded defect, one that keeps its old budget is not',
  async (t) => {
    t.is(await resentAfterDeath('/fresh', {}), 'DELIVERED');
    const status = await resentAfterDeath('/old-budget', {
      mongo: ({ name, collection, command }) => {
        if (name !== 'findAndModify' || collection !== 'deliveries') return;
        for (const stage of command['update'] as { $set?: Record<string, unknown> }[])
          if (stage.$set?.['resendAfter']) stage.$set['attempts'] = '$attempts';
      },
    });
    t.is(status, 'FAILED');
  },
);
