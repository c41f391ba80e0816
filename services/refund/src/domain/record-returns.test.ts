import { cents, type EndToEndId, newId, TRANSFER_POLICIES } from '@gx/core';
import test from 'ava';
import { conclude } from './apply-provider-status.ts';
import { rescheduleForPeers } from './create.ts';
import { mayComeBack, newReturns, recordReturns, returnedAmountOf } from './record-returns.ts';
import { isAcknowledged } from './redelivery.ts';
import { type CashoutReturn, ordered, type Refund, type Strategy, type Work } from './refund.ts';
import type { Status } from './transitions.ts';

const NOW = new Date('2026-11-29T12:00:00.000Z');
const OWNER = 'me';

type Change = Partial<Omit<Refund, 'work'>> & { readonly strategy?: Strategy; readonly work?: Partial<Work> };
function refund(status: Status, change: Change = {}): Refund {
  const { strategy = 'CASHOUT', work, ...rest } = change;
  const terms = {
    id: newId('refund'),
    kind: 'REFUND',
    tenant: { accountId: newId('account'), livemode: true },
    chargeId: newId('charge'),
    surface: 'CHARGES',
    idempotencyKey: 'key-1234',
    requestHash: 'v1:0',
    amount: cents(1_000),
    currency: 'BRL',
    fee: { amount: cents(50), payer: 'PLATFORM' },
    reason: null,
    bank: {
      profileId: 'bank',
      strategy,
      endToEndId: 'E0000000020261121120000000000001' as EndToEndId,
      id: 'a1',
      body: '{}',
      destinationKey: null,
    },
    traceparent: null,
    createdAt: NOW,
  } as const;
  const made = ordered(terms, status, OWNER);
  return { ...made, sequence: 3, finalStatus: 'REFUNDED', ...rest, work: { ...made.work, attempts: 2, ...work } };
}
const back = (id: string, amount: number): CashoutReturn => ({ id, amount: cents(amount) });

test('only a cashout of the merchant that has arrived may come back', (t) => {
  t.true(mayComeBack(refund('REFUNDED')));
  for (const other of [
    refund('IN_PROGRESS'),
    refund('FAILED'),
    refund('REFUNDED', { strategy: 'DEVOLUTION' }),
    refund('REFUNDED', { strategy: 'ORDER' }),
    refund('REFUNDED', { kind: 'RETURN' }),
  ])
    t.false(mayComeBack(other));
});

test('a cashout that arrives has its next look within seconds, a devolution none', (t) => {
  const next = (strategy: Strategy) => {
    const decision = conclude(refund('IN_PROGRESS', { strategy }), OWNER, NOW);
    return decision.kind === 'change' && decision.next;
  };
  t.is(next('CASHOUT'), TRANSFER_POLICIES.returns.waitsMs[0]);
  t.is(next('DEVOLUTION'), 'never');
});

test('looks go on for longer than the 90 days in which a Pix may be sent back', (t) => {
  const all = TRANSFER_POLICIES.returns.waitsMs.reduce((sum, wait) => sum + wait, 0);
  t.true(all > 90 * 86_400_000);
});

const found = test.macro({
  exec: (t, known: CashoutReturn[], shown: CashoutReturn[], expected: string[] | 'contradiction') => {
    const result = newReturns({ amount: cents(1_000), returns: known }, shown);
    t.deepEqual(typeof result === 'string' ? result : result.map(({ id }) => id), expected);
  },
  title: (title) => title ?? '',
});
test('nothing is shown, then nothing is new', found, [], [], []);
test('what is shown is new', found, [], [back('a', 400), back('b', 600)], ['a', 'b']);
test('what is recorded is not new', found, [back('a', 400)], [back('a', 400), back('b', 600)], ['b']);
test('a bank that forgets a return takes nothing back', found, [back('a', 400)], [], []);
test('another amount under the id of a recorded one', found, [back('a', 400)], [back('a', 500)], 'contradiction');
test('two of one id', found, [], [back('a', 400), back('a', 500)], 'contradiction');
test('more than was sent', found, [back('a', 400)], [back('a', 400), back('b', 601)], 'contradiction');

test('what came back is one more event about a refund that stays REFUNDED, with all that came back so far', (t) => {
  const before = refund('REFUNDED', { returns: [back('a', 400)], work: { polls: 1 } });
  const decision = recordReturns(before, OWNER, [back('b', 100), back('c', 200)], NOW);
  if (decision.kind !== 'change') return t.fail();
  t.is(decision.refund.status, 'REFUNDED');
  t.is(returnedAmountOf(decision.refund), cents(700));
  t.deepEqual(decision.events, [{ type: 'refund.progressed', sequence: 4, occurredAt: NOW, status: 'REFUNDED' }]);
  t.is(decision.refund.work.owner, null);
  t.is(decision.next, TRANSFER_POLICIES.returns.waitsMs[1]);
});

test('nothing came back, then nothing is published and the next look comes; after the last one none', (t) => {
  const decisionAt = (polls: number) => recordReturns(refund('REFUNDED', { work: { polls } }), OWNER, [], NOW);
  const { length } = TRANSFER_POLICIES.returns.waitsMs;
  t.like(decisionAt(2), { events: [], next: TRANSFER_POLICIES.returns.waitsMs[2] });
  t.like(decisionAt(length), { events: [], next: 'never' });
});

test('a bank that gives no answer uses up no look; one that spoke itself is queried again within seconds', (t) => {
  const silent = recordReturns(refund('REFUNDED', { work: { polls: 3 } }), OWNER, 'no_answer', NOW);
  t.like(silent, { next: TRANSFER_POLICIES.returns.waitsMs[2] });
  t.is(silent.kind === 'change' && silent.refund.work.polls, 2);
  const spoken = recordReturns(refund('REFUNDED', { work: { polls: 3, followUps: 1 } }), OWNER, 'no_answer', NOW);
  t.like(spoken, { next: { followUpMs: 2_000 } });
});

test('the ledger is away, then the look is still to be made', (t) => {
  const decision = rescheduleForPeers(refund('REFUNDED', { work: { polls: 3 } }), OWNER);
  t.is(decision.kind === 'change' && decision.refund.work.polls, 2);
});

test('an owner that lost its lease writes nothing', (t) => {
  t.deepEqual(recordReturns(refund('REFUNDED'), 'somebody else', [back('a', 400)], NOW), { kind: 'keep' });
});

test('charge knows a refund once it knows what came back of it too', (t) => {
  const returned = refund('REFUNDED', { returns: [back('a', 400)] });
  t.false(isAcknowledged(returned, { status: 'REFUNDED', returnedAmount: 0 }));
  t.true(isAcknowledged(returned, { status: 'REFUNDED', returnedAmount: 400 }));
  t.true(isAcknowledged(refund('REFUNDED'), { status: 'REFUNDED', returnedAmount: 0 }));
});
