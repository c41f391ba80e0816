import type { Tenant } from '@gx/core';
import { dyingAt, NO_FAULTS, type Side } from '@gx/testkit/faults';
import test, { type ExecutionContext } from 'ava';
import { type CrashRig, endLeases, finish, type RunningPayout, retire, startCrashRig } from './crash-rig.ts';
import { CALL, newKey, newTenant, order, type PayoutRequest, PIX_OUT_FEE, toKey } from './rig.ts';
import type { User } from './stand-ins.ts';

const AMOUNT = 1_000;
const HELD = AMOUNT + PIX_OUT_FEE;

type Play = {
  readonly rpc: RunningPayout['rpc'];
  readonly tenant: Tenant;
  readonly payoutId: string;
  readonly user: User;
};
/** One flow, and what must be true of it whatever died on the way. */
export type Flow = {
  readonly title: string;
  readonly change?: (now: number) => PayoutRequest;
  readonly approvalRequired?: boolean;
  readonly available?: number;
  readonly scenario?: object;
  /** What a merchant or user does about it then. */
  readonly play?: (on: Play) => Promise<unknown>;
  readonly end: 'PAID' | 'FAILED' | 'CANCELLED' | 'REFUSED';
  readonly code?: string;
  readonly events: readonly string[];
  /** What is in the wallet of what was there, once it is over. */
  readonly left: number;
  readonly sent: number;
  /** Times of dying that the flow has at least on each side: fewer would mean that the sweep is not one. */
  readonly calls: number;
};
/** A flow on its way. */
type Run = { readonly flow: Flow; readonly tenant: Tenant; readonly user: User; request: PayoutRequest };
type Outcome = { readonly again: string | undefined; readonly where: string };

const payoutsOf = (rig: CrashRig, { accountId }: Tenant) =>
  rig.database.connection.collection('payouts').find({ accountId }).toArray();
const available = (flow: Flow): number => flow.available ?? HELD + 100;

/**
 * Runs each flow on an instance that dies before, or after, each of its calls, one after the other, and lets
 * another instance finish it.
 */
export async function sweep(flows: readonly Flow[]): Promise<void> {
  const rig = await startCrashRig();
  const rescuer = await rig.start(NO_FAULTS);
  test.after.always('everything stops', rig.stop);
  let crashes = 0;
  for (const flow of flows) {
    for (const side of ['before', 'after'] as const) {
      test.serial(`${flow.title}: killed ${side} any call, another one finishes it, once`, async (t) => {
        t.timeout(600_000);
        let calls = 0;
        while (await crash(t, rig, { flow, nth: calls + 1, side, rescuer })) calls += 1;
        t.log(`${calls} crashes`);
        t.true(calls >= flow.calls, `${calls} calls`);
        crashes += calls;
      });
    }
  }
  test.serial('no flow was spared', (t) => {
    t.log(`${crashes} crashes in all`);
    t.true(crashes >= 2 * flows.reduce((sum, { calls }) => sum + calls, 0));
  });
}

type Crash = {
  readonly flow: Flow;
  readonly nth: number;
  readonly side: Side;
  readonly rescuer: RunningPayout;
};

/** False when the flow was over before the instance came to its `nth` call. */
async function crash(t: ExecutionContext, rig: CrashRig, { flow, nth, side, rescuer }: Crash): Promise<boolean> {
  const run = await begin(rig, flow);
  const armed = dyingAt(nth, side);
  let meet: typeof armed.meet = () => undefined;
  const victim = await rig.start({ meet: (crossing) => meet(crossing) });
  meet = armed.meet;
  const where = (): string => `${side} ${armed.met[nth - 1] ?? 'no call'} (#${nth})`;
  const died = await Promise.race([attempt(rig, victim, run), victim.self.death])
    .then(() => !victim.self.alive())
    .catch((error: unknown) => {
      throw new Error(where(), { cause: error });
    })
    .finally(() => victim.self.kill());
  await victim.self.silence();
  await endLeases(rig);
  await rescuer.self.jobs.run('keep registry');
  const again = await attempt(rig, rescuer, run);
  await check(t, rig, run, { again, where: where() });
  await retire(rig, run.tenant);
  await rig.simulator.control('DELETE', `/sim/scenarios?clientId=${rig.bank.clientId}`);
  return died;
}

async function begin(rig: CrashRig, flow: Flow): Promise<Run> {
  const tenant = newTenant();
  rig.ledger.available.set(tenant.accountId, available(flow));
  rig.accounts.bound(tenant, {
    approvalRequired: flow.approvalRequired ?? false,
    perDayMax: AMOUNT,
    newDestinationMax: AMOUNT,
  });
  if (flow.scenario !== undefined)
    await rig.simulator.control('POST', '/sim/scenarios', { clientId: rig.bank.clientId, times: 1, ...flow.scenario });
  const request = order(tenant, { ...toKey(newKey()), ...flow.change?.(Date.now()) });
  return { flow, tenant, request, user: rig.accounts.user(tenant.accountId) };
}

/**
 * What stands is asked for in the same words; while nothing does, the moment to come has to be still to come.
 */
async function requestOf(rig: CrashRig, run: Run): Promise<PayoutRequest> {
  const { flow, tenant, request } = run;
  const { idempotencyKey = '' } = request;
  if ((await payoutsOf(rig, tenant)).length === 0)
    run.request = order(tenant, { ...toKey(newKey()), ...flow.change?.(Date.now()), idempotencyKey });
  return run.request;
}

/** The request, what is done about it, then the bank; answers the payout's id or why there is none. */
async function attempt(rig: CrashRig, running: RunningPayout, run: Run): Promise<string | undefined> {
  const { flow, tenant, user } = run;
  const request = await requestOf(rig, run);
  const dead = running.self.death.then(() => 'dead' as const);
  const orDead = <T>(work: Promise<T>): Promise<T | 'dead'> => Promise.race([work, dead]);
  const created = await orDead(
    running.rpc.createPayout(CALL, request).then(
      ({ payout }) => payout?.id,
      (error: Error & { more?: { reason?: string } }) => error.more?.reason ?? error.message,
    ),
  );
  // A repeated act may find it done: that is refused, and right.
  if (flow.play !== undefined && created !== undefined)
    await orDead(flow.play({ rpc: running.rpc, tenant, payoutId: created, user }).catch(() => undefined));
  await orDead(finish(rig, running, { tenant, done: () => isOver(rig, run) }));
  return created;
}

async function isOver(rig: CrashRig, { flow, tenant }: Run): Promise<boolean> {
  const payouts = await payoutsOf(rig, tenant);
  if (flow.end === 'REFUSED') return payouts.length === 0;
  return payouts.length > 0 && payouts.every(({ status, outbox }) => status === flow.end && outbox.length === 0);
}

async function check(t: ExecutionContext, rig: CrashRig, run: Run, { again, where }: Outcome): Promise<void> {
  const { flow, tenant } = run;
  const payouts = await payoutsOf(rig, tenant);
  t.is(rig.ledger.available.get(tenant.accountId), available(flow) - HELD + flow.left, where);
  t.is(await dayTotalOf(rig, tenant), flow.end === 'PAID' ? AMOUNT : 0, where);
  if (flow.end === 'REFUSED') {
    t.is(again, flow.code, where);
    t.is(payouts.length, 0, where);
    return;
  }
  t.is(payouts.length, 1, where);
  const id = String(payouts[0]?._id);
  t.is(again, id, where);
  t.like(payouts[0], { status: flow.end, amount: AMOUNT, failureCode: flow.code ?? null }, where);
  t.deepEqual(
    rig.events(id).map(({ type, sequence }) => `${type} ${sequence}`),
    flow.events.map((type, index) => `${type} ${index + 1}`),
    where,
  );
  t.is(await sentBy(rig, id), flow.sent, where);
  t.is(rig.ledger.holds.get(`payout:${id}`)?.state, flow.sent > 0 && flow.left < HELD ? 'COMMITTED' : 'VOIDED', where);
}

/** What the account's payouts of that day come to by its limits. */
async function dayTotalOf(rig: CrashRig, { accountId }: Tenant): Promise<number> {
  const totals = rig.database.connection.collection('limit_totals');
  const found = await totals.find({ accountId }).toArray();
  const days = found.filter(({ _id }) => String(_id).includes(':payout_per_day:'));
  return days.reduce((sum, one) => sum + Number(one['sum']), 0);
}

/** How much the bank has sent for a payout. */
async function sentBy({ simulator }: CrashRig, payoutId: string): Promise<number> {
  const answer = await fetch(`${simulator.url}/sim/pix-out/${payoutId.replaceAll('-', '')}`);
  if (!answer.ok) return 0;
  const { amount, status } = (await answer.json()) as { amount: number; status: string };
  return status === 'REALIZADO' ? amount : 0;
}

export const NOTHING_LEFT = 0;
export const ALL_LEFT = HELD;
export const BACK_WITHOUT_FEE = AMOUNT;
export { AMOUNT };
