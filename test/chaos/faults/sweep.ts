import { countingPlan, type Side, SOBER, singlePlan } from '@gx/testkit/faults';
import { FLOW_NAMES, type FlowName } from './play/flows.ts';
import { play, type Schedule } from './play/schedule.ts';
import { add, type Tally } from './play/tally.ts';
import { CALM, type Fate } from './world/fate.ts';
import { eachOnSomeWorker, type Sandbox } from './world/sandbox.ts';
import type { Worker } from './world/worker.ts';

/**
 * The flows whose every crossing is crashed in every run; the others only begin elsewhere or happen at the
 * same time.
 */
export const SWEPT = [
  'create',
  'pay',
  'expire',
  'cancel',
  'refund',
  'payByStranger',
  'bankReturn',
  'caseOpened',
  'rotate',
  'order',
  'several',
] as const satisfies readonly FlowName[];
/** What the long run crashes beside them. */
export const SWEPT_AT_LENGTH = [
  'cashOut',
  'payWrongAmount',
  'approveHeld',
  'rejectHeld',
  'cancelHeld',
  'payUnnamed',
  'payAfterCancel',
  'replay',
  'bankReturnInStates',
  'bankReturnBeforeCredit',
  'bankReturnThenCashOut',
  'orderPaid',
  'orderRefused',
  'orderCancelled',
  'orderWrongAmount',
  'orderByHand',
  'cardRefund',
  'cardGivenBack',
  'disputeWon',
  'disputeLost',
  'caseBeforeCredit',
  'caseWon',
  'caseLost',
  'caseLostInParts',
  'caseReturnedInTheEnd',
  'caseTakenUndecided',
  'caseWithoutCallback',
  'caseDefended',
  'caseAccepted',
  'caseOfSpent',
  'payout',
  'payoutFails',
  'payoutScheduled',
  'payoutCancelled',
  'payoutApproved',
  'payoutRejected',
  'payoutReturned',
  'payoutReturnRepays',
  'payoutLost',
  'cashOutReturned',
  'severalInEuro',
  'severalSoonPaid',
  'severalSoonCancelled',
  'severalByPix',
  'severalByCard',
  'severalByReference',
  'severalWithoutCallback',
  'severalPixThenCard',
  'severalCardThenPix',
  'severalRefusedThenPix',
  'severalCancelled',
  'severalCancelWithoutCallback',
  'severalExpired',
  'severalPaidOnceOver',
] as const satisfies readonly FlowName[];

/** One of each is enough here: the same crossings under another name would only be crashed twice. */
const SUBSCRIBED = ['charge.created', 'charge.paid', 'charge.failed', 'charge.expired', 'payment.refunded'] as const;

type Crash = { readonly flow: FlowName; readonly label: string; readonly side: Side; readonly isSteady: boolean };
export type SweepResult = {
  readonly crossings: number;
  readonly crashes: number;
  /**
   * Crossings that every play of their kind had, and that the work did not come by when it was to be crashed
   * there. They depend on what happened to be gathered into one call. What only one play had, on a machine
   * that stood still for a moment, nobody can come by again.
   */
  readonly notMet: readonly string[];
};

const schedule = (flow: FlowName, fate: Fate, untilCommitted: boolean): Schedule => ({
  random: SOBER,
  merchants: [[flow]],
  fate,
  onlyThePlay: true,
  subscribed: SUBSCRIBED,
  untilCommitted,
});

/**
 * Every crossing of a flow, from what it starts from to the last webhook, and whether both plays of a kind
 * had it.
 */
async function crossingsOf(worker: Worker, flow: FlowName): Promise<Map<string, boolean>> {
  const record = async (): Promise<ReadonlySet<string>> => {
    const plan = countingPlan();
    const { violations } = await play(worker, schedule(flow, { ...CALM, plan }, true));
    if (violations.length > 0) throw new Error(`${flow} goes wrong by itself: ${JSON.stringify(violations)}`);
    return new Set(plan.labels);
  };
  const recordFresh = async (): Promise<ReadonlySet<string>> => {
    await worker.renew();
    return record();
  };
  // By instances that know nothing yet, and by the same ones again: what is gathered differs.
  const fresh = [await recordFresh(), await recordFresh()] as const;
  const again = [await record(), await record()] as const;
  const isSteady = (label: string): boolean =>
    [fresh, again].some((plays) => plays.every((labels) => labels.has(label)));
  return new Map(
    [...fresh, ...again].flatMap((labels) => [...labels].map((label) => [label, isSteady(label)] as const)),
  );
}

const SIDES: readonly Side[] = ['before', 'after'];

/**
 * One schedule for each crossing and side: the instance dies there, and everything must come out all the
 * same.
 */
export async function sweep(sandbox: Sandbox, flows: readonly FlowName[], tally: Tally): Promise<SweepResult> {
  const crashes: Crash[] = [];
  let crossings = 0;
  await eachOnSomeWorker(sandbox, flows, async (worker, flow) => {
    const found = await crossingsOf(worker, flow);
    crossings += found.size;
    crashes.push(
      ...[...found].flatMap(([label, isSteady]) => SIDES.map((side): Crash => ({ flow, label, side, isSteady }))),
    );
  });
  const missed = await crashEach(sandbox, crashes, tally);
  const notMet = missed.filter(({ isSteady }) => isSteady).map(nameOf);
  return { crossings, crashes: crashes.length - missed.length, notMet };
}

/** Crashes once at each of these; answers those that the work did not come by. */
async function crashEach(sandbox: Sandbox, crashes: readonly Crash[], tally: Tally): Promise<Crash[]> {
  // Some crossings only an instance makes that knows nothing yet: what was not met is tried again by fresh
  // ones.
  const missed = await crashAll(sandbox, crashes, tally);
  return crashAll(sandbox, missed, tally, (worker) => worker.renew());
}

const nameOf = ({ flow, side, label }: Crash): string => `${flow}/${side}/${label}`;

/** Crashes again where a failure says that it did. False when the work did not come by. */
export async function crashAgain(sandbox: Sandbox, name: string, tally: Tally): Promise<boolean> {
  const [, flow, side, label = ''] = /^(\w+)\/(before|after)\/(.+)$/.exec(name) ?? [];
  const crash = { flow: flow as FlowName, side: side as Side, label, isSteady: true };
  return (await crashEach(sandbox, [crash], tally)).length === 0;
}

/** Whether a failure's name is that of a single crash; else it is a seed. */
export const namesCrash = (name: string): boolean => {
  const [flow, side] = name.split('/');
  return (FLOW_NAMES as readonly string[]).includes(flow ?? '') && (SIDES as readonly string[]).includes(side ?? '');
};

async function crashAll(
  sandbox: Sandbox,
  crashes: readonly Crash[],
  tally: Tally,
  before: (worker: Worker) => Promise<unknown> = () => Promise.resolve(),
): Promise<Crash[]> {
  const missed: Crash[] = [];
  await eachOnSomeWorker(sandbox, crashes, async (worker, crash) => {
    await before(worker);
    // The gateway keeps nothing, so its death is a call that fails.
    const kind = crash.label.startsWith('gateway ') ? 'fail' : 'die';
    const plan = singlePlan(crash.label, { kind, side: crash.side });
    add(
      tally,
      nameOf(crash),
      await play(worker, schedule(crash.flow, { ...CALM, plan }, crash.label.includes(' kafka commit '))),
    );
    if (!plan.wasMet()) missed.push(crash);
  });
  return missed;
}
