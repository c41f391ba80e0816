import { isUnavailable } from '@gx/core';
import { until } from '@gx/testkit';
import test, { type ExecutionContext } from 'ava';
import {
  announced,
  CALL,
  holdOf,
  newTenant,
  order,
  PATIENT,
  type PayoutReplica,
  type PayoutRequest,
  PIX_OUT_FEE,
  patiently,
  refusal,
  sentOf,
  startRig,
} from './rig.ts';

const ROUNDS = 1_000;
const AT_ONCE = 50;
/** Each side wins at least so many of the rounds, else it was no race. */
const WON_AT_LEAST = ROUNDS / 20;
const HELD = 1_000 + PIX_OUT_FEE;

const rig = await startRig({ env: { POLL_TIME_SCALE: '0.1' } });
const second = await rig.replica();
test.after.always('everything stops', rig.stop);

type Rpc = PayoutReplica['rpc'];
type Tenant = ReturnType<typeof newTenant>;
/** What became of a call: `done`, the reason of the refusal, or `no_answer`. */
type Outcome = string;

const replicaOf = (nth: number): Rpc => (nth % 2 === 0 ? rig : second).rpc;
const others = (nth: number): Rpc => replicaOf(nth + 1);

async function outcomeOf(call: Promise<unknown>): Promise<Outcome> {
  try {
    await call;
    return 'done';
  } catch (error) {
    if (isUnavailable(error)) return 'no_answer';
    return (await refusal(Promise.reject(error))).more.reason ?? String(error);
  }
}

/** Payouts of one account, whose wallet has exactly their money. */
async function payoutsOf(tenant: Tenant, change: PayoutRequest) {
  rig.ledger.available.set(tenant.accountId, AT_ONCE * HELD);
  const ordered = Array.from({ length: AT_ONCE }, (_, nth) => patiently(replicaOf(nth), order(tenant, change)));
  return (await Promise.all(ordered)).map(({ id }) => id);
}

/** Where each stands once nothing is to be done about any of them. */
async function ended(tenant: Tenant): Promise<Map<string, { status: string; failureCode: string | null }>> {
  const payouts = rig.database.connection.collection('payouts');
  const { accountId } = tenant;
  const over = { accountId, status: { $in: ['PAID', 'FAILED', 'CANCELLED'] }, outbox: [] };
  await until('all have ended', async () => (await payouts.countDocuments(over as never)) === AT_ONCE, PATIENT);
  const found = await payouts.find({ accountId }).toArray();
  return new Map(found.map(({ _id, status, failureCode }) => [String(_id), { status, failureCode }]));
}

/** Whether hold, bank and events of a payout say that it was paid, or that nothing was ever sent. */
async function isWhole(t: ExecutionContext, id: string, [first, last]: readonly [string, string]): Promise<void> {
  const paid = last.includes(' PAID<');
  t.is(holdOf(rig, id)?.state, paid ? 'COMMITTED' : 'VOIDED', id);
  t.is((await sentOf(rig, id))?.amount, paid ? 1_000 : undefined, id);
  await until('the last event', () => announced(rig, id).length >= 2, PATIENT);
  t.deepEqual(announced(rig, id), [first, last], id);
}

const CREATED = 'payout.created PENDING<STATUS_UNSPECIFIED';
const PAID = 'payout.paid PAID<PROCESSING';

/** From a moment before it is due until both replicas have let all of them go. */
const CANCELLED_WITHIN_MS = { before: 100, after: 1_500 } as const;
const DUE_IN_MS = 4_000;

test.serial('cancelled while it is being sent, on two replicas: one of them wins, and all of it', async (t) => {
  t.timeout(600_000);
  let cancelled = 0;
  for (let round = 0; round < ROUNDS; round += AT_ONCE) {
    const tenant = newTenant();
    const at = Date.now() + DUE_IN_MS;
    const ids = await payoutsOf(tenant, { scheduledForMs: at });
    const { before, after } = CANCELLED_WITHIN_MS;
    const outcomes = await Promise.all(
      ids.map(async (payoutId, nth) => {
        const moment = at - before + ((before + after) * nth) / AT_ONCE;
        await until('its moment', () => Date.now() >= moment, { everyMs: 5 });
        return outcomeOf(others(nth).cancelPayout(CALL, { tenant, payoutId }));
      }),
    );
    const standing = await ended(tenant);
    for (const [nth, id] of ids.entries()) {
      const { status } = standing.get(id) ?? {};
      const outcome = outcomes[nth];
      if (outcome === 'done') t.is(status, 'CANCELLED', id);
      else if (outcome !== 'no_answer') t.deepEqual([outcome, status], ['payout_not_cancellable', 'PAID'], id);
      await isWhole(t, id, [CREATED, status === 'PAID' ? PAID : 'payout.failed CANCELLED<PENDING']);
    }
    const back = [...standing.values()].filter(({ status }) => status === 'CANCELLED').length;
    t.is(rig.ledger.available.get(tenant.accountId), back * HELD);
    cancelled += back;
  }
  t.log(`${cancelled} cancelled, ${ROUNDS - cancelled} paid`);
  t.true(Math.min(cancelled, ROUNDS - cancelled) >= WON_AT_LEAST, `${cancelled} cancelled`);
});

test.serial('approved and rejected at once, on two replicas: one counts, and 422 for the other', async (t) => {
  t.timeout(600_000);
  let approved = 0;
  for (let round = 0; round < ROUNDS; round += AT_ONCE) {
    const tenant = newTenant();
    rig.accounts.bound(tenant, { approvalRequired: true });
    const [approver, rejecter] = [rig.accounts.user(tenant.accountId), rig.accounts.user(tenant.accountId, 'owner')];
    const ids = await payoutsOf(tenant, {});
    const outcomes = await Promise.all(
      ids.map((payoutId, nth) => {
        // Who asks first, at the replica that has the payee's key since the creation, is mostly who wins.
        const isRejecterFirst = (nth >> 1) % 2 === 0;
        const [ofApprover, ofRejecter] = isRejecterFirst
          ? [others(nth), replicaOf(nth)]
          : [replicaOf(nth), others(nth)];
        const approve = () => ofApprover.approvePayout(CALL, { payoutId, accessToken: approver.accessToken });
        const reject = () => ofRejecter.rejectPayout(CALL, { payoutId, accessToken: rejecter.accessToken });
        const first = outcomeOf(isRejecterFirst ? reject() : approve());
        const last = outcomeOf(isRejecterFirst ? approve() : reject());
        return Promise.all(isRejecterFirst ? [last, first] : [first, last]);
      }),
    );
    const standing = await ended(tenant);
    for (const [nth, id] of ids.entries()) {
      const { status, failureCode } = standing.get(id) ?? {};
      t.is(failureCode, status === 'PAID' ? null : 'rejected', id);
      const [won, lost] = status === 'PAID' ? (outcomes[nth] ?? []) : (outcomes[nth] ?? []).toReversed();
      t.true(won === 'done' || won === 'no_answer', id);
      t.true(lost === 'payout_not_awaiting_approval' || (lost === 'no_answer' && won === 'done'), id);
      await isWhole(t, id, [CREATED, status === 'PAID' ? PAID : 'payout.failed FAILED<PENDING']);
      if (status === 'PAID') approved += 1;
    }
    const back = [...standing.values()].filter(({ status }) => status === 'FAILED').length;
    t.is(rig.ledger.available.get(tenant.accountId), back * HELD);
  }
  t.log(`${approved} approved, ${ROUNDS - approved} rejected`);
  t.true(Math.min(approved, ROUNDS - approved) >= WON_AT_LEAST, `${approved} approved`);
});
