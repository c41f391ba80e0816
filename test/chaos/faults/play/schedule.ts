import type { Random } from '@gx/testkit/faults';
import { check, type Violation } from '../checker/check.ts';
import { collectEvidence, type RunEvidence } from '../checker/evidence.ts';
import { CALM, type Fate } from '../world/fate.ts';
import { IdleTimeout } from '../world/idle-timeout.ts';
import type { Worker } from '../world/worker.ts';
import type { Flow } from './flow.ts';
import { FLOWS, type FlowName } from './flows.ts';
import { rest, Unrest } from './rest.ts';
import { type FaultStage, openStory } from './stage.ts';
import type { Story } from './story.ts';

export type Schedule = {
  /** What clients leave to chance. */
  readonly random: Random;
  /** What each merchant's customers do, all at once. */
  readonly merchants: readonly (readonly FlowName[])[];
  readonly fate: Fate;
  /** What a flow starts from is made before anything goes wrong, and the world recovers in peace. */
  readonly onlyThePlay: boolean;
  readonly subscribed?: readonly string[];
  /** Waits for what is only done by the clock of consumers. */
  readonly untilCommitted?: boolean;
};
export type ScheduleResult = { readonly evidence: RunEvidence | undefined; readonly violations: readonly Violation[] };

/**
 * Plays one schedule on a worker: the flows at once under its fate, then the recovery, then the checker. What
 * never comes to rest is judged by what there is by then, and nothing of it is left to the next schedule.
 */
export async function play(worker: Worker, schedule: Schedule): Promise<ScheduleResult> {
  const story = await openStory(worker, schedule.merchants.length, schedule.subscribed);
  const sinks = story.merchants.map(({ sinkPath }) => sinkPath);
  const broken: Violation[] = [];
  try {
    await playFlows(worker, story, { schedule, broken });
    await worker.settle(schedule.untilCommitted);
    if (schedule.onlyThePlay) worker.fate = CALM;
    const evidence = await rest(worker, story);
    const violations = [...broken, ...check(evidence)];
    await worker.endSchedule(sinks);
    return { evidence, violations };
  } catch (error) {
    if (!(error instanceof Unrest || error instanceof IdleTimeout)) throw error;
    const evidence = error instanceof Unrest ? error.evidence : await collectEvidence(worker, story);
    await worker.reset(sinks);
    return { evidence, violations: [{ invariant: 'rest', fault: error.message }, ...broken, ...check(evidence)] };
  }
}

type Act = { readonly name: FlowName; readonly flow: Flow; readonly stage: FaultStage };

type Course = { readonly schedule: Schedule; readonly broken: Violation[] };

/** Plays every flow to its end, however it ends; `broken` is told of those that could not go on. */
async function playFlows(worker: Worker, story: Story, { schedule, broken }: Course): Promise<void> {
  const { merchants, fate, onlyThePlay } = schedule;
  const acts = merchants.flatMap((names, index) =>
    names.map((name, nth): Act => {
      const merchant = story.merchants[index];
      if (merchant === undefined) throw new Error('a merchant is missing');
      return {
        name,
        flow: FLOWS[name],
        stage: { worker, merchant, random: schedule.random.for(`${index}/${nth}/${name}`) },
      };
    }),
  );
  if (!onlyThePlay) worker.fate = fate;
  const prepared = await Promise.all(acts.map(({ flow, stage }) => settled(() => flow.prepare?.(stage))));
  if (onlyThePlay) {
    await worker.settle(schedule.untilCommitted);
    worker.fate = fate;
  }
  const played = await Promise.all(
    acts.map(({ flow, stage }, index) => {
      const start = prepared[index] as FlowResult;
      return 'error' in start ? start : settled(() => flow.play(stage, start.value));
    }),
  );
  for (const [index, { name }] of acts.entries()) {
    const end = played[index] as FlowResult;
    if ('error' in end) broken.push({ invariant: 'answer', fault: `${name}: ${messageOf(end.error)}` });
  }
  const timedOut = played.find((end) => 'error' in end && end.error instanceof IdleTimeout);
  if (timedOut !== undefined) throw new IdleTimeout();
}

type FlowResult = { readonly value: unknown } | { readonly error: unknown };

/**
 * A flow that cannot go on is a finding as well: a client was never answered, or refused what must be
 * possible.
 */
async function settled(act: () => Promise<unknown> | undefined): Promise<FlowResult> {
  try {
    return { value: await act() };
  } catch (error) {
    return { error };
  }
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : (error.stack ?? error.message);
}
