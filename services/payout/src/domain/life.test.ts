import { keyedRequestHash, newAct, newId, TRANSFER_POLICIES, type TransferResult } from '@gx/core';
import test from 'ava';
import { amountOf, NOW, OWNER, payoutOf } from '../../test/sample-payout.ts';
import { rechecked, recordReturns } from './after-end.ts';
import { applyBankResult, type BankResult, conclude } from './apply-bank-result.ts';
import { accept, drop, readIdempotencyRecord, undecidedUntil } from './create.ts';
import { cancel, cancelUndecided, decideByUser } from './decide.ts';
import type { Payout, PayoutUpdate } from './payout.ts';
import { firstView, payoutView } from './payout-view.ts';
import { noteNight, release, waitingStep } from './release.ts';

const DAY_MS = 86_400_000;
const later = (ms: number): Date => new Date(NOW.getTime() + ms);
const user = newId('user');
const SECRET = Buffer.alloc(32, 1);
const ORIGIN = newAct({ kind: 'user', userId: user }, NOW);
const LEASE = { owner: 'another', leaseMs: 30_000, origin: ORIGIN } as const;
const [firstPoll] = TRANSFER_POLICIES.poll.waitsMs;

/** `status final code | events | next` of a decision; `keep` for none. */
function words(decision: PayoutUpdate): string {
  if (decision.kind === 'keep') return 'keep';
  const { payout, events, next } = decision;
  const told = events.map(({ type, sequence, previousStatus }) => `${type}#${sequence}<${previousStatus}`).join('+');
  const when = typeof next === 'object' ? JSON.stringify(next) : String(next);
  return [[payout.status, payout.finalStatus, payout.failureCode].filter(Boolean).join(' '), told, when].join(' | ');
}
const changedBy = (decision: PayoutUpdate): Payout => {
  if (decision.kind === 'keep') throw new Error('nothing changed');
  return decision.payout;
};

test('promised: what is sent at once is processing, what waits is pending, and either is announced', (t) => {
  t.is(words(accept(payoutOf(), OWNER, NOW)), 'PROCESSING | payout.created#1<null | 0');
  const scheduledFor = later(DAY_MS);
  t.is(
    words(accept(payoutOf({ request: { scheduledFor } }), OWNER, NOW)),
    `PENDING | payout.created#1<null | ${JSON.stringify({ at: scheduledFor })}`,
  );
  const waits = payoutOf({ approvalRequired: true });
  t.is(
    words(accept(waits, OWNER, NOW)),
    `PENDING | payout.created#1<null | ${JSON.stringify({ at: later(7 * DAY_MS) })}`,
  );
  t.is(words(accept(payoutOf(), 'not me', NOW)), 'keep');
  t.is(words(accept(changedBy(drop(payoutOf(), OWNER, NOW)), OWNER, NOW)), 'keep', 'refused meanwhile');
});

test('the record of a key: the same request is answered once it is promised, another one never', (t) => {
  const created = payoutOf();
  t.is(readIdempotencyRecord(created, 'v1:hash', SECRET), 'in_flight');
  t.is(readIdempotencyRecord(created, 'v1:other', SECRET), 'other_request');
  const keyed = { ...created, requestHash: keyedRequestHash(SECRET, 'v1:hash') };
  t.is(readIdempotencyRecord(keyed, 'v1:hash', SECRET), 'in_flight');
  t.is(readIdempotencyRecord(keyed, 'v1:other', SECRET), 'other_request');
  t.is(readIdempotencyRecord(keyed, 'v1:hash', Buffer.alloc(32, 2)), 'other_request');
  const promised = changedBy(accept(created, OWNER, NOW));
  t.is(readIdempotencyRecord(promised, 'v1:hash', SECRET), 'answered');
  t.is(
    readIdempotencyRecord(changedBy(drop(created, OWNER, NOW)), 'v1:other', SECRET),
    'in_flight',
    'it binds nothing',
  );
});

const pending = (change: Parameters<typeof payoutOf>[0] = {}): Payout =>
  payoutOf({ approvalRequired: true, ...change, status: 'PENDING', sequence: 1 });
const processing = (change: Parameters<typeof payoutOf>[0] = {}): Payout =>
  payoutOf({ ...change, status: 'PROCESSING', sequence: 1, releasedAt: NOW });

test('approved: sent at once, or at its time; the digest of what was approved is kept', (t) => {
  const one = pending();
  const approved = decideByUser(one, { verdict: 'approved', userId: user, ...LEASE });
  t.is(words(approved), 'PENDING |  | {"leaseMs":30000}');
  t.like(changedBy(approved).decision, { verdict: 'approved', userId: user, digest: one.digest });
  const scheduledFor = later(DAY_MS);
  const scheduled = decideByUser(pending({ request: { scheduledFor } }), {
    verdict: 'approved',
    userId: user,
    ...LEASE,
  });
  t.is(words(scheduled), `PENDING |  | ${JSON.stringify({ at: scheduledFor })}`);
  t.is(changedBy(scheduled).work.owner, null);
  t.is(
    words(
      decideByUser(pending({ request: { scheduledFor } }), {
        verdict: 'approved',
        userId: user,
        ...LEASE,
        origin: { ...ORIGIN, at: later(2 * DAY_MS) },
      }),
    ),
    'PENDING |  | {"leaseMs":30000}',
    'late approvals send at once',
  );
});

test('of an approval and a rejection, and of a decision and a cancel, the first one counts', (t) => {
  const approved = changedBy(decideByUser(pending(), { verdict: 'approved', userId: user, ...LEASE }));
  t.is(words(decideByUser(approved, { verdict: 'rejected', userId: newId('user'), ...LEASE })), 'keep');
  const rejected = changedBy(decideByUser(pending(), { verdict: 'rejected', userId: user, ...LEASE }));
  t.is(words(decideByUser(rejected, { verdict: 'approved', userId: newId('user'), ...LEASE })), 'keep');
  t.is(words(cancel(rejected, LEASE)), 'keep');
  const cancelled = changedBy(cancel(pending(), LEASE));
  t.is(words(decideByUser(cancelled, { verdict: 'approved', userId: user, ...LEASE })), 'keep');
  t.is(
    words(decideByUser(pending({ approvalRequired: false }), { verdict: 'approved', userId: user, ...LEASE })),
    'keep',
  );
});

test('rejected: it fails with the code `rejected`; cancelled: it is cancelled, and both are payout.failed', (t) => {
  const rejected = changedBy(decideByUser(pending(), { verdict: 'rejected', userId: user, ...LEASE }));
  t.is(words(conclude(rejected, 'another', NOW)), 'FAILED FAILED rejected | payout.failed#2<PENDING | never');
  const cancelled = changedBy(cancel(pending(), LEASE));
  t.is(words(conclude(cancelled, 'another', NOW)), 'CANCELLED CANCELLED | payout.failed#2<PENDING | never');
  t.is(payoutView({ ...cancelled, status: 'CANCELLED' }).failureCode, undefined);
});

test('cancel takes what is pending alone, and goes on with a cancel that was left', (t) => {
  t.is(words(cancel(processing(), LEASE)), 'keep');
  t.is(words(cancel(payoutOf({ status: 'PAID' }), LEASE)), 'keep');
  t.is(words(cancel(pending({ finalStatus: 'CANCELLED' }), LEASE)), 'PENDING CANCELLED |  | {"leaseMs":30000}');
});

test('a waiting payout: released when its time has come and it is approved, cancelled when nobody decided', (t) => {
  const scheduledFor = later(DAY_MS);
  const scheduled = pending({ approvalRequired: false, request: { scheduledFor } });
  t.is(waitingStep(scheduled, later(DAY_MS - 1)), 'wait');
  t.is(waitingStep(scheduled, scheduledFor), 'release');
  const undecided = pending({ request: { scheduledFor } });
  t.is(waitingStep(undecided, scheduledFor), 'wait', 'unapproved it waits on');
  t.deepEqual(undecidedUntil(undecided), later(8 * DAY_MS));
  t.is(waitingStep(undecided, later(8 * DAY_MS - 1)), 'wait');
  t.is(waitingStep(undecided, later(8 * DAY_MS)), 'cancel');
  t.is(waitingStep(pending(), later(7 * DAY_MS)), 'cancel');
  t.is(words(cancelUndecided(pending(), OWNER)), 'PENDING CANCELLED |  | held');
  const approved = changedBy(
    decideByUser(pending(), { verdict: 'approved', userId: user, owner: OWNER, leaseMs: 1, origin: ORIGIN }),
  );
  t.is(words(cancelUndecided(approved, OWNER)), 'keep');
});

test('released: nobody cancels it any more, and an owner that lost the lease releases nothing', (t) => {
  const scheduled = pending({ approvalRequired: false });
  const released = changedBy(release(scheduled, OWNER, NOW));
  t.like(released, { status: 'PROCESSING', releasedAt: NOW });
  t.is(words(cancel(released, LEASE)), 'keep');
  t.is(words(release(scheduled, 'not me', NOW)), 'keep');
  t.is(words(release(pending(), OWNER, NOW)), 'keep', 'unapproved');
  t.is(words(release(changedBy(cancel(scheduled, { ...LEASE, owner: OWNER })), OWNER, NOW)), 'keep', 'cancelled');
});

test('a night is noted once, before anything of its limit is claimed', (t) => {
  const noted = noteNight(processing(), OWNER, '2026-11-20');
  t.is(changedBy(noted).night, '2026-11-20');
  t.is(words(noteNight(changedBy(noted), OWNER, '2026-11-20')), 'keep');
  t.is(words(noteNight(processing({ finalStatus: 'FAILED' }), OWNER, '2026-11-20')), 'keep');
});

const rule = test.macro({
  exec: (t, expected: string, payout: Payout, result: BankResult) =>
    t.is(words(applyBankResult(payout, OWNER, { result }, NOW)), expected),
  title: (title) => title ?? '',
});
const declined = (isUnknown: boolean): TransferResult => ({ kind: 'declined', code: 'AC03', isUnknown });
test('under way: asked for again', rule, `PROCESSING |  | ${firstPoll}`, processing(), { kind: 'in_progress' });
test('sent: the final status is written first, the owner goes on', rule, 'PROCESSING PAID |  | held', processing(), {
  kind: 'succeeded',
});
test('failed in so many words', rule, 'PROCESSING FAILED AC07 |  | held', processing(), {
  kind: 'failed',
  code: 'AC07',
});
test('declined at the first attempt', rule, 'PROCESSING FAILED AC03 |  | held', processing(), declined(false));
test(
  'declined after an unknown attempt: not believed once',
  rule,
  `PROCESSING |  | ${firstPoll}`,
  processing(),
  declined(true),
);
test(
  'declined after an unknown attempt: believed twice',
  rule,
  'PROCESSING FAILED AC03 |  | held',
  processing({ work: { declines: 1 } }),
  declined(true),
);
test('silence ends nothing', rule, `PROCESSING |  | ${firstPoll}`, processing(), {
  kind: 'open',
  isUnknown: true,
  noResponse: true,
});
test('a payout that waits takes no word of a bank', rule, 'keep', pending(), { kind: 'succeeded' });
test('nor does one whose end is written', rule, 'keep', processing({ finalStatus: 'FAILED' }), { kind: 'succeeded' });
test('not before the night is over', rule, `PROCESSING |  | ${JSON.stringify({ at: NOW })}`, processing(), {
  kind: 'later',
  next: { at: NOW },
  isUnknown: false,
});

test('what was provably not sent does not count as an attempt', (t) => {
  const result = { kind: 'later' as const, next: 5, isUnknown: false };
  t.is(changedBy(applyBankResult(processing(), OWNER, { result }, NOW)).work.attempts, 0);
  const again = applyBankResult(
    processing({ work: { attempts: 3 } }),
    OWNER,
    { result: { ...result, isUnknown: true } },
    NOW,
  );
  t.is(changedBy(again).work.attempts, 3);
});

const paid = (change: Parameters<typeof payoutOf>[0] = {}): Payout =>
  payoutOf({ ...change, status: 'PAID', finalStatus: 'PAID', sequence: 2, releasedAt: NOW, paidAt: NOW });
const back = (id: string, amount: number) => ({ id, amount: amountOf(amount) });

test('a part comes back: it stays paid, and the part is counted once', (t) => {
  const first = recordReturns(paid(), OWNER, [back('a', 400)], NOW);
  t.is(words(first), `PAID PAID |  | ${TRANSFER_POLICIES.returns.waitsMs[1]}`);
  const again = recordReturns({ ...changedBy(first), work: paid().work }, OWNER, [back('a', 400)], NOW);
  t.is(payoutView(changedBy(again)).returnedAmount, 400);
});

test('all of it comes back, in pieces too: it fails with the code `returned`, once', (t) => {
  const parts = recordReturns(paid({ returns: [back('a', 400)] }), OWNER, [back('a', 400), back('b', 600)], NOW);
  t.is(words(parts), 'FAILED PAID returned | payout.failed#3<PAID | never');
  const failed = { ...changedBy(parts), work: paid().work };
  t.is(words(recordReturns(failed, OWNER, [back('b', 600)], NOW)), 'FAILED PAID returned |  | never');
});

test('failed and arrived after all: the platform’s loss, once, and it stays failed', (t) => {
  const failed = payoutOf({
    status: 'FAILED',
    finalStatus: 'FAILED',
    failureCode: 'AC03',
    sequence: 2,
    releasedAt: NOW,
  });
  const lost = rechecked(failed, OWNER, 'succeeded', NOW);
  t.is(words(lost), 'FAILED FAILED AC03 | payout.lost#3<FAILED | never');
  t.is(words(rechecked({ ...changedBy(lost), work: failed.work }, OWNER, 'succeeded', NOW)), 'keep');
});

test('failure code and message are both set exactly when it failed', (t) => {
  const view = payoutView(payoutOf({ status: 'FAILED', failureCode: 'AC03' }));
  t.deepEqual([view.failureCode, view.failureMessage], ['AC03', 'The account of the recipient does not exist.']);
  t.true(payoutView(payoutOf({ status: 'FAILED', failureCode: null })).failureMessage !== undefined);
  const unfailed = payoutView(processing({ finalStatus: 'FAILED', failureCode: 'AC03' }));
  t.is(unfailed.failureCode ?? unfailed.failureMessage, undefined);
});

test('the first answer stays what it was', (t) => {
  const after = paid({ returns: [back('a', 400)] });
  t.deepEqual(firstView(after), firstView(processing({ id: after.id, tenant: after.tenant })));
  t.is(firstView(pending()).status, 'PENDING');
});
