import { cents, type EndToEndId, newAct, newId } from '@gx/core';
import test from 'ava';
import { applyProviderStatus, conclude, type ProviderResult } from './apply-provider-status.ts';
import { rescheduleForPeers } from './create.ts';
import { rechecked, retry } from './recheck-failed.ts';
import { type Decision, ordered, type Refund, type Work } from './refund.ts';
import { RETRY_POLICIES } from './retry-policies.ts';
import { returnOf } from './return-order.ts';
import type { RefundKind, Status } from './transitions.ts';

const NOW = new Date('2026-11-21T12:00:00.000Z');
const BY_OPERATOR = newAct({ kind: 'operator' }, NOW);
const OWNER = 'me';
const endToEndId = 'E0000000020261121120000000000001' as EndToEndId;
const tenant = { accountId: newId('account'), livemode: false };

function at(kind: RefundKind, status: Status, work: Partial<Work> = {}): Refund {
  const made =
    kind === 'RETURN'
      ? returnOf({
          id: newId('refund'),
          tenant,
          chargeId: null,
          bankProfileId: 'bank',
          endToEndId,
          amount: cents(5),
          currency: 'BRL',
          returnedByBank: cents(0),
          paid: null,
          reason: 'CHARGE_CLOSED',
          orderedAt: NOW,
          traceparent: null,
        })
      : ordered(
          {
            ...returnOf({
              id: newId('refund'),
              tenant,
              chargeId: newId('charge'),
              bankProfileId: 'bank',
              endToEndId,
              amount: cents(5),
              currency: 'BRL',
              returnedByBank: cents(0),
              paid: null,
              reason: 'x',
              orderedAt: NOW,
              traceparent: null,
            }),
            kind: 'REFUND',
          },
          'INITIATED',
          null,
        );
  return { ...made, status, sequence: 1, work: { ...made.work, owner: OWNER, attempts: 1, polls: 1, ...work } };
}

/** `status, events, next` of a decision; `keep` for none. */
function words(decision: Decision): string {
  if (decision.kind === 'keep') return 'keep';
  const { refund, events, next } = decision;
  const announced = events.map(({ type, status, sequence }) => `${type.split('.')[1]}:${status}#${sequence}`).join('+');
  return [refund.status, refund.finalStatus ?? '', announced, next].filter((part) => part !== '').join(' ');
}

const rule = test.macro({
  exec: (t, expected: string, refund: Refund, result: ProviderResult) =>
    t.is(words(applyProviderStatus(refund, OWNER, result, NOW)), expected),
  title: (title) => title ?? '',
});
const [firstAsk, secondAsk] = RETRY_POLICIES.poll.waitsMs;
const failed: ProviderResult = { kind: 'failed', code: 'AC06' };
const declined = (isUnknown: boolean): ProviderResult => ({
  kind: 'declined',
  code: 'PixDevolucaoInvalida',
  isUnknown,
});

test('progress is published once', rule, `IN_PROGRESS progressed:IN_PROGRESS#2 ${firstAsk}`, at('REFUND', 'PENDING'), {
  kind: 'in_progress',
});
test(
  'an unchanged status is not published',
  rule,
  `IN_PROGRESS ${secondAsk}`,
  at('REFUND', 'IN_PROGRESS', { acknowledged: true, polls: 2 }),
  { kind: 'in_progress' },
);
test(
  'returned at once: in progress first, and the hold before the end',
  rule,
  'IN_PROGRESS REFUNDED progressed:IN_PROGRESS#2 held',
  at('REFUND', 'PENDING'),
  { kind: 'succeeded' },
);
test('failed: the hold before the end', rule, 'IN_PROGRESS FAILED held', at('REFUND', 'IN_PROGRESS'), failed);
test(
  'declined and not shown: failed',
  rule,
  'IN_PROGRESS FAILED progressed:IN_PROGRESS#2 held',
  at('REFUND', 'PENDING'),
  declined(false),
);
test(
  'declined in doubt: polled again',
  rule,
  `PENDING ${secondAsk}`,
  at('REFUND', 'PENDING', { attempts: 2, polls: 2 }),
  declined(true),
);
test(
  'declined in doubt twice: failed',
  rule,
  'IN_PROGRESS FAILED progressed:IN_PROGRESS#2 held',
  at('REFUND', 'PENDING', { attempts: 3, declines: 1 }),
  declined(true),
);
test('silence ends nothing', rule, `PENDING ${firstAsk}`, at('REFUND', 'PENDING'), { kind: 'open', isUnknown: true });
test('a bank that wants to be left alone is', rule, 'PENDING 90000', at('REFUND', 'PENDING'), {
  kind: 'open',
  isUnknown: false,
  retryAfterSeconds: 90,
});
test(
  'a return ends without a hold',
  rule,
  'REFUNDED progressed:IN_PROGRESS#2+progressed:REFUNDED#3 never',
  at('RETURN', 'PENDING'),
  { kind: 'succeeded' },
);
test(
  'a return that failed gets another id',
  rule,
  `PENDING ${RETRY_POLICIES.nextId.waitsMs[0]}`,
  at('RETURN', 'PENDING'),
  failed,
);
test(
  'a return that failed three times is given to a person',
  rule,
  `FAILED progressed:FAILED#2 ${RETRY_POLICIES.recheck.waitsMs[0]}`,
  at('RETURN', 'IN_PROGRESS', { bankIds: 3 }),
  failed,
);
test('an owner that lost the lease writes nothing', rule, 'keep', at('REFUND', 'PENDING', { owner: 'another' }), {
  kind: 'succeeded',
});
test('what is over stays', rule, 'keep', at('REFUND', 'REFUNDED'), failed);

test('a verdict is given once: another word changes nothing', (t) => {
  const judged = applyProviderStatus(at('REFUND', 'IN_PROGRESS'), OWNER, failed, NOW);
  if (judged.kind === 'keep') return t.fail();
  t.is(words(applyProviderStatus(judged.refund, OWNER, { kind: 'succeeded' }, NOW)), 'keep');
  t.is(
    words(conclude(judged.refund, OWNER, NOW)),
    `FAILED FAILED progressed:FAILED#2 ${RETRY_POLICIES.recheck.waitsMs[0]}`,
  );
  return t.is(words(conclude(at('REFUND', 'IN_PROGRESS'), OWNER, NOW)), 'keep');
});

test('what was provably not sent does not count as an attempt', (t) => {
  const attempts = (isUnknown: boolean): number | undefined => {
    const decision = applyProviderStatus(at('REFUND', 'PENDING'), OWNER, { kind: 'open', isUnknown }, NOW);
    return decision.kind === 'change' ? decision.refund.work.attempts : undefined;
  };
  t.is(attempts(false), 0);
  t.is(attempts(true), 1);
});

test('each try of a return has an id of its own, the same for every owner', (t) => {
  const first = at('RETURN', 'PENDING');
  const decision = applyProviderStatus(first, OWNER, failed, NOW);
  if (decision.kind === 'keep') return t.fail();
  const { bank, work } = decision.refund;
  t.not(bank.id, first.bank.id);
  t.regex(bank.id, /^[a-z0-9]{32}$/);
  t.like(work, { bankIds: 2, attempts: 0, acknowledged: false });
  return t.is(bank.id, (applyProviderStatus({ ...first }, OWNER, failed, NOW) as typeof decision).refund.bank.id);
});

const look = test.macro({
  exec: (t, expected: string, refund: Refund, result: Parameters<typeof rechecked>[2]) =>
    t.is(words(rechecked(refund, OWNER, result, NOW)), expected),
  title: (title) => title ?? '',
});
test(
  'a refund that succeeded after all is lost, and stays FAILED',
  look,
  'FAILED lost:FAILED#2 never',
  at('REFUND', 'FAILED'),
  'succeeded',
);
test(
  'a return that is gone after all is returned',
  look,
  'REFUNDED progressed:IN_PROGRESS#2+progressed:REFUNDED#3 never',
  at('RETURN', 'FAILED'),
  'succeeded',
);
test(
  'the next look is later',
  look,
  `FAILED ${RETRY_POLICIES.recheck.waitsMs[1]}`,
  at('REFUND', 'FAILED'),
  'still_failed',
);
test(
  'the last look is the last',
  look,
  'FAILED never',
  at('REFUND', 'FAILED', { polls: RETRY_POLICIES.recheck.waitsMs.length }),
  'still_failed',
);
test(
  'a look that nobody answered is made again',
  look,
  `FAILED ${RETRY_POLICIES.recheck.waitsMs[2]}`,
  at('REFUND', 'FAILED', { polls: 3 }),
  'no_answer',
);

test('only a failed return can be tried again by a person', (t) => {
  t.is(words(retry(at('RETURN', 'FAILED', { bankIds: 3 }), BY_OPERATOR)), 'PENDING 0');
  for (const status of ['PENDING', 'IN_PROGRESS', 'REFUNDED'] as const)
    t.is(words(retry(at('RETURN', status), BY_OPERATOR)), 'keep');
  t.is(words(retry(at('REFUND', 'FAILED'), BY_OPERATOR)), 'keep');
});

const [, , aMinute] = RETRY_POLICIES.finish.waitsMs;

test('an outage of ours is no look at the bank: its schedule goes on where it was, and soon', (t) => {
  const decision = rescheduleForPeers(at('REFUND', 'IN_PROGRESS', { acknowledged: true, polls: 5 }), OWNER);
  t.is(words(decision), `IN_PROGRESS ${aMinute}`);
  t.like(decision, { refund: { work: { owner: null, polls: 4 } } });
  t.is(words(rescheduleForPeers(at('REFUND', 'IN_PROGRESS', { owner: 'another' }), OWNER)), 'keep');
});

test('a hold whose verdict stands is tried after 5 s, 30 s, then every minute', (t) => {
  const judged = applyProviderStatus(at('REFUND', 'IN_PROGRESS', { polls: 6 }), OWNER, failed, NOW);
  if (judged.kind === 'keep') return t.fail();
  const waits = [0, 1, 2, 3, 9].map((polls) => {
    const work = { ...judged.refund.work, polls: judged.refund.work.polls + polls };
    return words(rescheduleForPeers({ ...judged.refund, work }, OWNER));
  });
  return t.deepEqual(
    waits,
    [5_000, 5_000, 30_000, 60_000, 60_000].map((ms) => `IN_PROGRESS FAILED ${ms}`),
  );
});

/** When it is next, and what counts of its own looks. */
function afterwards(decision: Decision) {
  return decision.kind === 'keep' ? 'keep' : [decision.next, decision.refund.work.polls];
}
const SILENT = { kind: 'open', isUnknown: true, noResponse: true } as const;

test('what the bank reported is polled again soon while it is silent, longer each time, and so often; then by its own schedule', (t) => {
  for (const [n, followUpMs] of RETRY_POLICIES.followUp.waitsMs.entries()) {
    const refund = at('REFUND', 'IN_PROGRESS', { polls: 5, followUps: n + 1 });
    t.deepEqual(afterwards(applyProviderStatus(refund, OWNER, SILENT, NOW)), [{ followUpMs }, 5]);
    t.true(followUpMs > (RETRY_POLICIES.followUp.waitsMs[n - 1] ?? 0));
  }
  const often = at('REFUND', 'IN_PROGRESS', { polls: 5, followUps: RETRY_POLICIES.followUp.waitsMs.length + 1 });
  t.deepEqual(afterwards(applyProviderStatus(often, OWNER, SILENT, NOW)), [RETRY_POLICIES.poll.waitsMs[4], 5]);
});

test('a bank that has not reported, or that answers, is polled by its own schedule; one that wants to be left alone is', (t) => {
  const own = at('REFUND', 'IN_PROGRESS', { polls: 5 });
  t.deepEqual(afterwards(applyProviderStatus(own, OWNER, SILENT, NOW)), [RETRY_POLICIES.poll.waitsMs[4], 5]);
  const spoken = at('REFUND', 'IN_PROGRESS', { polls: 5, followUps: 1, acknowledged: true });
  t.deepEqual(afterwards(applyProviderStatus(spoken, OWNER, { kind: 'open', isUnknown: true }, NOW)), [
    RETRY_POLICIES.poll.waitsMs[4],
    5,
  ]);
  t.deepEqual(afterwards(applyProviderStatus(spoken, OWNER, { kind: 'in_progress' }, NOW)), [
    RETRY_POLICIES.poll.waitsMs[4],
    5,
  ]);
  const later = { ...SILENT, retryAfterSeconds: 90 };
  t.deepEqual(afterwards(applyProviderStatus(spoken, OWNER, later, NOW)), [{ followUpMs: 90_000 }, 5]);
});

test('the same of what failed, and of what one of our own services kept from being polled', (t) => {
  const failed = at('REFUND', 'FAILED', { polls: 3, followUps: 1 });
  t.deepEqual(afterwards(rechecked(failed, OWNER, 'no_answer', NOW)), [
    { followUpMs: RETRY_POLICIES.followUp.waitsMs[0] },
    3,
  ]);
  const often = at('REFUND', 'FAILED', { polls: 3, followUps: RETRY_POLICIES.followUp.waitsMs.length + 1 });
  t.deepEqual(afterwards(rechecked(often, OWNER, 'no_answer', NOW)), [RETRY_POLICIES.recheck.waitsMs[3], 3]);
  const open = at('REFUND', 'IN_PROGRESS', { polls: 5, followUps: 2 });
  t.deepEqual(afterwards(rescheduleForPeers(open, OWNER)), [{ followUpMs: RETRY_POLICIES.finish.waitsMs[1] }, 5]);
});
