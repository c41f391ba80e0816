import { newId } from '@gx/core';
import { until } from '@gx/testkit';
import test from 'ava';
import {
  announced,
  arrives,
  CALL,
  due,
  event,
  holdOf,
  make,
  newTenant,
  order,
  paidOut,
  refusal,
  requestsOf,
  sentOf,
  startRig,
  stored,
} from './rig.ts';

const rig = await startRig({ env: { POLL_TIME_SCALE: '0.1', PEER_CALL_MS: '1500' } });
test.after.always('everything stops', rig.stop);

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const inAnHour = (): number => Date.now() + HOUR;
/** Let go, whenever its time comes: what is created meanwhile is never late. */
const atItsBank = () => ({ status: 'PROCESSING', releasedAt: new Date(), dueAt: new Date(0) });
const bankIdOf = (id: string): string => id.replaceAll('-', '');
/** A tenant whose payouts have to be approved, with a user who may do that. */
function approving() {
  const tenant = newTenant();
  rig.accounts.bound(tenant, { approvalRequired: true });
  const { accessToken, userId } = rig.accounts.user(tenant.accountId);
  return { tenant, accessToken, userId };
}

test('scheduled: pending with its money held, sent when its time has come and not before', async (t) => {
  const tenant = newTenant();
  const { id, status, scheduledForMs } = await paidOut(rig, tenant, { scheduledForMs: inAnHour() });
  t.is(status, 'PENDING');
  t.is(holdOf(rig, id)?.state, 'HELD');
  t.deepEqual((await stored(rig, id))?.['dueAt'], new Date(scheduledForMs ?? 0));
  await make(rig, id, { dueAt: new Date(0) });
  await until('it was looked at', async () => (await stored(rig, id))?.['attempts'] > 0);
  await until('and left alone', async () => (await stored(rig, id))?.['owner'] === null);
  t.is((await stored(rig, id))?.['status'], 'PENDING', 'what was made due too early waits on');
  t.is(requestsOf(rig, 'PUT', bankIdOf(id)), 0);
  const soon = await paidOut(rig, tenant, { scheduledForMs: Date.now() + 700 });
  await event(rig, soon.id, 'payout.paid');
  const document = await stored(rig, soon.id);
  t.true(document?.['releasedAt'] >= document?.['scheduledFor']);
  t.deepEqual(announced(rig, soon.id), ['payout.created PENDING<STATUS_UNSPECIFIED', 'payout.paid PAID<PROCESSING']);
});

test('cancelled while it is pending: its money is back when that is answered, and nothing is ever sent', async (t) => {
  const tenant = newTenant();
  rig.ledger.available.set(tenant.accountId, 5_000);
  const { id } = await paidOut(rig, tenant, { scheduledForMs: inAnHour() });
  const cancelled = await rig.rpc.cancelPayout(CALL, { tenant, payoutId: id });
  t.like(cancelled, { id, status: 'CANCELLED' });
  t.is(cancelled.failureCode, undefined);
  t.is(rig.ledger.available.get(tenant.accountId), 5_000);
  await event(rig, id, 'payout.failed');
  t.deepEqual(announced(rig, id), ['payout.created PENDING<STATUS_UNSPECIFIED', 'payout.failed CANCELLED<PENDING']);
  t.is((await stored(rig, id))?.['dueAt'], null);
  t.is((await refusal(rig.rpc.cancelPayout(CALL, { tenant, payoutId: id }))).more.reason, 'payout_not_cancellable');
  t.is(await sentOf(rig, id), undefined);
});

test('422 payout_not_cancellable: what was let go; 404 an unknown, a foreign one and one of the other mode', async (t) => {
  const tenant = newTenant();
  const { id } = await paidOut(rig, tenant);
  t.is((await refusal(rig.rpc.cancelPayout(CALL, { tenant, payoutId: id }))).more.reason, 'payout_not_cancellable');
  for (const request of [
    { tenant, payoutId: newId('payout') },
    { tenant: newTenant(), payoutId: id },
    { tenant: { ...tenant, livemode: true }, payoutId: id },
    { tenant, payoutId: 'nonsense' },
  ])
    t.is((await refusal(rig.rpc.cancelPayout(CALL, request))).code, 'not_found');
});

test.serial('cancelled while the ledger is away: 503, nothing is sent, and it is cancelled by itself', async (t) => {
  const tenant = newTenant();
  const { id } = await paidOut(rig, tenant, { scheduledForMs: inAnHour() });
  rig.ledger.trouble('VoidHold', 'unavailable', 'unavailable', 'unavailable');
  t.is((await refusal(rig.rpc.cancelPayout(CALL, { tenant, payoutId: id }))).code, 'service_unavailable');
  rig.ledger.heal('VoidHold');
  await arrives(rig, id, 'CANCELLED');
  t.is(holdOf(rig, id)?.state, 'VOIDED');
});

test('approved: sent at once, with who approved it and when', async (t) => {
  const { tenant, accessToken, userId } = approving();
  const { id, status, approval } = await paidOut(rig, tenant);
  t.is(status, 'PENDING');
  t.like(approval, { required: true });
  t.is(approval?.userId, undefined);
  const approved = await rig.rpc.approvePayout(CALL, { accessToken, payoutId: id });
  t.like(approved, { status: 'PROCESSING', approval: { required: true, userId } });
  t.truthy(approved.approval?.atMs);
  const paid = await event(rig, id, 'payout.paid');
  t.is(paid.paid?.payout?.approval?.userId, userId);
  const again = await refusal(rig.rpc.approvePayout(CALL, { accessToken, payoutId: id }));
  t.is(again.more.reason, 'payout_not_awaiting_approval');
});

test('approved before its time: it waits for that; approved after it: sent at once', async (t) => {
  const { tenant, accessToken } = approving();
  const early = await paidOut(rig, tenant, { scheduledForMs: inAnHour() });
  t.is((await rig.rpc.approvePayout(CALL, { accessToken, payoutId: early.id })).status, 'PENDING');
  t.deepEqual((await stored(rig, early.id))?.['dueAt'], new Date(early.scheduledForMs ?? 0));
  t.is((await rig.rpc.cancelPayout(CALL, { tenant, payoutId: early.id })).status, 'CANCELLED', 'cancel works still');
  const late = await paidOut(rig, tenant, { scheduledForMs: Date.now() + 300 });
  await until('its time has come', () => Date.now() > (late.scheduledForMs ?? 0));
  await make(rig, late.id, { dueAt: new Date(0) });
  await until('it was looked at, and waits on', async () => {
    const document = await stored(rig, late.id);
    return document?.['attempts'] > 0 && document?.['owner'] === null;
  });
  t.is((await stored(rig, late.id))?.['status'], 'PENDING', 'unapproved it waits on');
  t.is((await rig.rpc.approvePayout(CALL, { accessToken, payoutId: late.id })).status, 'PROCESSING');
  await event(rig, late.id, 'payout.paid');
});

test('rejected: failed with `rejected`, its money back when that is answered', async (t) => {
  const { tenant, accessToken, userId } = approving();
  rig.ledger.available.set(tenant.accountId, 5_000);
  const { id } = await paidOut(rig, tenant);
  const rejected = await rig.rpc.rejectPayout(CALL, { accessToken, payoutId: id });
  t.like(rejected, { status: 'FAILED', failureCode: 'rejected', approval: { required: true, userId } });
  t.truthy(rejected.failureMessage);
  t.is(rig.ledger.available.get(tenant.accountId), 5_000);
  await event(rig, id, 'payout.failed');
  t.deepEqual(announced(rig, id), ['payout.created PENDING<STATUS_UNSPECIFIED', 'payout.failed FAILED<PENDING']);
  for (const decide of [rig.rpc.approvePayout, rig.rpc.rejectPayout])
    t.is((await refusal(decide(CALL, { accessToken, payoutId: id }))).more.reason, 'payout_not_awaiting_approval');
  t.is(await sentOf(rig, id), undefined);
});

test('401, 403 and 404: who may not decide, and about what', async (t) => {
  const { tenant, accessToken } = approving();
  const issuer = rig.accounts.user(tenant.accountId, 'owner');
  const { id } = await paidOut(rig, tenant, { keyIssuerUserId: issuer.userId });
  const refusedFor = async (token: string, payoutId = id): Promise<string> => {
    const answers = [];
    for (const decide of [rig.rpc.approvePayout, rig.rpc.rejectPayout]) {
      const { code, more } = await refusal(decide(CALL, { accessToken: token, payoutId }));
      answers.push([code, more.reason].filter(Boolean).join(' '));
    }
    t.is(answers[0], answers[1]);
    return answers[0] ?? '';
  };
  t.is(await refusedFor('no token'), 'unauthorized');
  for (const role of ['developer', 'viewer'] as const)
    t.is(await refusedFor(rig.accounts.user(tenant.accountId, role).accessToken), 'forbidden role_not_allowed');
  t.is(await refusedFor(issuer.accessToken), 'forbidden role_not_allowed', 'the issuer of the key');
  t.is(await refusedFor(rig.accounts.user(newTenant().accountId).accessToken), 'not_found', 'of another account');
  t.is(await refusedFor(accessToken, newId('payout')), 'not_found');
  const free = await paidOut(rig, newTenant());
  t.is(await refusedFor(accessToken, free.id), 'not_found');
  t.is((await rig.rpc.approvePayout(CALL, { accessToken, payoutId: id })).status, 'PROCESSING');
});

test('422 payout_not_awaiting_approval: a payout that needs none', async (t) => {
  const tenant = newTenant();
  const { accessToken } = rig.accounts.user(tenant.accountId);
  const { id } = await paidOut(rig, tenant, { scheduledForMs: inAnHour() });
  for (const decide of [rig.rpc.approvePayout, rig.rpc.rejectPayout])
    t.is((await refusal(decide(CALL, { accessToken, payoutId: id }))).more.reason, 'payout_not_awaiting_approval');
});

test('undecided seven days after its moment, or after its creation, it is cancelled', async (t) => {
  const { tenant } = approving();
  const [scheduled, unscheduled] = [
    await paidOut(rig, tenant, { scheduledForMs: inAnHour() }),
    await paidOut(rig, tenant),
  ];
  const dueOf = async (id: string): Promise<unknown> => (await stored(rig, id))?.['dueAt'];
  t.deepEqual(await dueOf(scheduled.id), new Date((scheduled.scheduledForMs ?? 0) + 7 * DAY));
  t.deepEqual(await dueOf(unscheduled.id), new Date(unscheduled.createdAtMs + 7 * DAY));
  const ago = (ms: number): Date => new Date(Date.now() - ms);
  await make(rig, unscheduled.id, { createdAt: ago(7 * DAY), dueAt: ago(0) });
  await make(rig, scheduled.id, { scheduledFor: ago(7 * DAY - HOUR), dueAt: ago(0) });
  await arrives(rig, unscheduled.id, 'CANCELLED');
  t.is(holdOf(rig, unscheduled.id)?.state, 'VOIDED');
  t.is((await stored(rig, scheduled.id))?.['status'], 'PENDING', 'an hour is left');
  await event(rig, unscheduled.id, 'payout.failed');
});

test('what was changed after it was created is neither approved nor sent, and alarms', async (t) => {
  const { tenant, accessToken } = approving();
  const changes = [{ amount: 999_999 }, { destinationIdentity: '0'.repeat(32) }, { digest: 'of another' }];
  for (const change of changes) {
    const { id } = await paidOut(rig, tenant);
    await make(rig, id, change);
    const refused = await refusal(rig.rpc.approvePayout(CALL, { accessToken, payoutId: id }));
    t.is(refused.more.reason, 'payout_not_awaiting_approval');
    t.true(rig.lines().some((line) => line.includes('payout_digest_mismatch') && line.includes(id)));
  }
  const scheduled = await paidOut(rig, newTenant(), { scheduledForMs: inAnHour() });
  await make(rig, scheduled.id, { amount: 999_999, ...atItsBank() });
  await until('the alarm', () =>
    rig.lines().some((line) => line.includes('payout_digest_mismatch') && line.includes(scheduled.id)),
  );
  await due(rig, scheduled.id);
  t.is(await sentOf(rig, scheduled.id), undefined);
  t.is(requestsOf(rig, 'PUT', bankIdOf(scheduled.id)), 0);
  await make(rig, scheduled.id, { amount: 1_000 });
  await arrives(rig, scheduled.id, 'PAID');
});

test('a swapped destination is not sent either: what is encrypted is in the digest too', async (t) => {
  const tenant = newTenant();
  const [victim, other] = [
    await paidOut(rig, tenant, { scheduledForMs: inAnHour() }),
    await paidOut(rig, tenant, { scheduledForMs: inAnHour() }),
  ];
  const swapped = await stored(rig, other.id);
  await make(rig, victim.id, { payee: swapped?.['payee'], ...atItsBank() });
  await until('the alarm', () =>
    rig.lines().some((line) => line.includes('payout_digest_mismatch') && line.includes(victim.id)),
  );
  t.is(await sentOf(rig, victim.id), undefined);
});

test('100 approvals and rejections at once by as many users: one of them counts', async (t) => {
  for (let round = 0; round < 10; round += 1) {
    const { tenant } = approving();
    const users = Array.from({ length: 10 }, () => rig.accounts.user(tenant.accountId));
    const { id } = await paidOut(rig, tenant);
    const outcomes = await Promise.allSettled(
      users.map(({ accessToken }, nth) =>
        (nth % 2 === 0 ? rig.rpc.approvePayout : rig.rpc.rejectPayout)(CALL, { accessToken, payoutId: id }),
      ),
    );
    t.is(outcomes.filter(({ status }) => status === 'fulfilled').length, 1);
    const approved = (await stored(rig, id))?.['decision']?.verdict === 'approved';
    await arrives(rig, id, approved ? 'PAID' : 'FAILED');
    t.is(holdOf(rig, id)?.state, approved ? 'COMMITTED' : 'VOIDED');
  }
});

test('the same key again after its time has passed: the first answer', async (t) => {
  const tenant = newTenant();
  const request = order(tenant, { scheduledForMs: Date.now() + 300 });
  const { payout } = await rig.rpc.createPayout(CALL, request);
  await event(rig, payout?.id ?? '', 'payout.paid');
  const again = await rig.rpc.createPayout(CALL, request);
  t.deepEqual(again.payout, payout);
  t.true(again.replayed);
});
