import { newId } from '@gx/core';
import { dyingAt, NO_FAULTS, type Side } from '@gx/testkit/faults';
import test, { type ExecutionContext } from 'ava';
import { endLeases, finish, type RunningRefund, startCrashRig, withHeartbeat } from './crash-rig.ts';
import { CALL, newTenant, order, type PaidCharge, PLAIN_PROFILE, PROFILE } from './rig.ts';

const rig = await startCrashRig();
const rescuer = await rig.start(NO_FAULTS, 60_000);
test.after.always('everything stops', rig.stop);
test.afterEach.always('the bank behaves again', async () => {
  await rig.simulator.control('DELETE', `/sim/scenarios?clientId=${rig.bank.clientId}`);
});

const refunds = () => rig.database.connection.collection('refunds');
const ofTenant = ({ tenant }: PaidCharge) => refunds().findOne({ accountId: tenant.accountId });
const sharesOf = async ({ chargeId }: PaidCharge) =>
  (await rig.database.connection.collection('refundables').findOne({ _id: chargeId as never }))?.['shares'] ?? [];
/** What counts of an account in its day, by the name of the total. */
async function totalsOf({ tenant }: PaidCharge): Promise<Record<string, number>> {
  const totals = rig.database.connection.collection<{ _id: string; sum: number }>('limit_totals');
  const found = await totals.find({ accountId: tenant.accountId as string }).toArray();
  return Object.fromEntries(found.map(({ _id, sum }) => [/refund_\w+/.exec(_id)?.[0] ?? _id, sum]));
}
const holdsOf = ({ tenant }: PaidCharge) => rig.ledger.available.get(tenant.accountId);

const AMOUNT = 1_000;
async function pixIn(): Promise<string> {
  const order = { pix_key: rig.bank.pixKey, amount: AMOUNT, notify: 'never' };
  return (await rig.simulator.control<{ end_to_end_id: string }>('POST', '/sim/pay', order)).end_to_end_id;
}

async function paid(bankProfileId: string, available: number): Promise<PaidCharge> {
  const [tenant, chargeId, endToEndId] = [newTenant(), newId('charge'), await pixIn()];
  rig.ledger.available.set(tenant.accountId, available);
  rig.charges.settlements.set(chargeId, {
    charge: { id: chargeId, tenant, surface: 'CHARGES', amount: AMOUNT, currency: 'BRL', status: 'PAID' },
    bankProfileId,
    posted: true,
    endToEndId,
    paidAtMs: Date.now(),
  });
  return { tenant, chargeId, endToEndId };
}

type Books = {
  readonly items: readonly {
    readonly end_to_end_id: string;
    readonly devolutions: readonly { readonly amount: number; readonly status: string }[];
  }[];
};
async function returnedOf(endToEndId: string): Promise<number[]> {
  const { items } = await rig.simulator.control<Books>('GET', `/sim/clients/${rig.bank.clientId}/pix`);
  const devolutions = items.find(({ end_to_end_id }) => end_to_end_id === endToEndId)?.devolutions ?? [];
  return devolutions.filter(({ status }) => status === 'DEVOLVIDO').map(({ amount }) => amount);
}

/** One flow, and what must be true of it whatever died on the way. */
type Flow = {
  readonly title: string;
  readonly profileId?: string;
  readonly change?: Parameters<typeof order>[1];
  readonly available?: number;
  readonly scenario?: object;
  readonly end: 'REFUNDED' | 'FAILED' | 'REFUSED';
  /** Times of dying that the flow has at least: fewer would mean that the sweep is not one. */
  readonly calls: number;
};
const FLOWS: readonly Flow[] = [
  { title: 'a partial devolution', change: { amount: 400 }, end: 'REFUNDED', calls: 15 },
  { title: 'a devolution of what is left', change: { reason: '$resto' }, end: 'REFUNDED', calls: 15 },
  {
    title: 'a cashout that works',
    profileId: PROFILE,
    change: { amount: 600, destinationKey: 'a@example.com' },
    end: 'REFUNDED',
    calls: 15,
  },
  {
    title: 'a devolution that the bank could not do',
    scenario: { operation: 'devolution_put', kind: 'fails' },
    end: 'FAILED',
    calls: 15,
  },
  { title: 'a refund that the wallet is short for', available: 10, end: 'REFUSED', calls: 8 },
];

const settled = async (it: PaidCharge): Promise<boolean> => {
  const document = await ofTenant(it);
  if (document === null) return true;
  const isOver = ['REFUNDED', 'FAILED'].includes(document['status']) && document['outbox'].length === 0;
  // A share that its owner could not give back any more is given back by the first look at the failed one.
  if (!isOver || document['status'] === 'REFUNDED') return isOver;
  return (await sharesOf(it)).length === 0 && (await totalsOf(it))['refund_sum_per_day'] === 0;
};

/** The request, then the bank: until the refund is over, or the instance is dead. */
async function attempt(running: RunningRefund, it: PaidCharge, request: ReturnType<typeof order>): Promise<void> {
  const { rpc, self } = running;
  await Promise.race([rpc.createRefund(CALL, request).catch(() => 'refused or dead'), self.death]);
  await Promise.race([finish(rig, running, () => settled(it)), self.death]);
}

/**
 * Runs the flow on an instance that dies at its `nth` call, and lets another one finish it. False when it did
 * not come so far.
 */
async function crash(t: ExecutionContext, flow: Flow, nth: number, side: Side): Promise<boolean> {
  const it = await paid(flow.profileId ?? PLAIN_PROFILE, flow.available ?? AMOUNT + 100);
  if (flow.scenario !== undefined)
    await rig.simulator.control('POST', '/sim/scenarios', { clientId: rig.bank.clientId, times: 1, ...flow.scenario });
  const request = order(it, flow.change);
  const plan = dyingAt(Number.MAX_SAFE_INTEGER, side);
  const armed = dyingAt(nth, side);
  let meet = plan.meet;
  const victim = await rig.start({ meet: (crossing) => meet(crossing) });
  meet = armed.meet;
  const died = await attempt(victim, it, request)
    .then(
      () => !victim.self.alive(),
      (error: unknown) => {
        throw new Error(`${side} ${armed.met.at(-1)} (#${nth})`, { cause: error });
      },
    )
    .finally(() => victim.self.kill());
  await endLeases(rig);
  await rescuer.self.jobs.run('keep registry');
  const again = await withHeartbeat(rescuer, () =>
    rescuer.rpc.createRefund(CALL, request).then(
      ({ refund }) => refund?.id,
      (error: Error & { more?: { reason?: string } }) => error.more?.reason,
    ),
  );
  await finish(rig, rescuer, () => settled(it));
  await check(t, flow, it, { again, where: `${side} ${armed.met.at(-1)} (#${nth})` });
  await rig.simulator.control('DELETE', `/sim/scenarios?clientId=${rig.bank.clientId}`);
  return died;
}

type Outcome = { readonly again: string | undefined; readonly where: string };
async function check(t: ExecutionContext, flow: Flow, it: PaidCharge, { again, where }: Outcome): Promise<void> {
  const shares = await sharesOf(it);
  if (flow.end === 'REFUSED') {
    t.is(again, 'insufficient_balance', where);
    t.is(await refunds().countDocuments({ accountId: it.tenant.accountId }), 0, where);
    t.deepEqual(shares, [], where);
    t.is(holdsOf(it), flow.available, where);
    for (const total of Object.values(await totalsOf(it))) t.is(total, 0, where);
    return;
  }
  const document = await ofTenant(it);
  const amount = Number(flow.change?.amount ?? AMOUNT);
  const id = String(document?._id);
  t.is(await refunds().countDocuments({ accountId: it.tenant.accountId }), 1, where);
  t.is(again, id, where);
  t.like(document, { status: flow.end, amount }, `${where} ${document?.['failureCode']}`);
  t.deepEqual(
    rig.events(id).map(({ type, sequence }) => `${type} ${sequence}`),
    ['refund.created 1', 'refund.progressed 2', 'refund.progressed 3'],
    where,
  );
  const back = flow.end === 'REFUNDED';
  t.is(rig.ledger.holds.get(`refund:${id}`)?.state, back ? 'COMMITTED' : 'VOIDED', where);
  t.is(holdsOf(it), AMOUNT + 100 - (back ? amount : 0), where);
  t.is(shares.length, back ? 1 : 0, where);
  t.like(await totalsOf(it), { refund_count_per_day: 1, refund_sum_per_day: back ? amount : 0 }, where);
  const isDevolution = flow.profileId === undefined;
  t.deepEqual(await returnedOf(it.endToEndId), back && isDevolution ? [amount] : [], where);
  if (!isDevolution) {
    const sent = await rig.simulator.control<{ amount: number }>('GET', `/sim/pix-out/${document?.['bankId']}`);
    t.is(sent.amount, amount, where);
  }
}

// Dying after a call leaves behind what dying before the next one would: one sweep sees every state.
for (const flow of FLOWS) {
  test.serial(`${flow.title}: killed after any call, another one finishes it, once`, async (t) => {
    t.timeout(300_000);
    let calls = 0;
    while (await crash(t, flow, calls + 1, 'after')) calls += 1;
    t.log(`${calls} crashes`);
    t.true(calls >= flow.calls, `${calls} calls`);
  });
}
