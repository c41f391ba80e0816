import { cents, newId } from '@gx/core';
import test from 'ava';
import fc from 'fast-check';
import { AMOUNT, begin, type Life, refunds, says, takes } from '../../test/contested-charge.ts';
import { isDisputed } from './answer-dispute.ts';
import { type BankReturnStatus, bankReturnsOf, sentBackOf } from './bank-return.ts';
import type { RefundStatus } from './charge.ts';
import type { Dispute } from './dispute.ts';
import { disputesOf } from './disputes.ts';

/** Anything that may come of a charge that is contested, in any order, and any of it twice. */
const STEP = fc.oneof(
  fc.record({
    kind: fc.constant('case' as const),
    nth: fc.integer({ min: 1, max: 2 }),
    amount: fc.integer({ min: 1, max: AMOUNT }),
    status: fc.constantFrom('open', 'under_review', 'won', 'lost'),
  }),
  fc.record({
    kind: fc.constant('devolution' as const),
    nth: fc.integer({ min: 1, max: 3 }),
    status: fc.constantFrom('IN_PROGRESS', 'REFUNDED', 'FAILED'),
    isOfCase: fc.boolean(),
  }),
  fc.record({
    kind: fc.constant('refund' as const),
    status: fc.constantFrom('PENDING', 'IN_PROGRESS', 'REFUNDED', 'FAILED'),
  }),
);
const REFUND = newId('refund');
const DEVOLUTIONS = [0, 250, 400, 600];

function step(life: Life, one: typeof STEP extends fc.Arbitrary<infer T> ? T : never): Life {
  if (one.kind === 'case')
    return says(life, { providerId: `med-${one.nth}`, amount: cents(one.amount), status: one.status as 'open' });
  if (one.kind === 'refund') return refunds(life, REFUND, 200, one.status as RefundStatus);
  return takes(life, `D${one.nth}`, DEVOLUTIONS[one.nth] as number, one.status as BankReturnStatus, one.isOfCase);
}

/** What the ledger has set aside for a case by now, from its events alone. */
function heldFor({ events }: Life, id: Dispute['id']): { opened: number; held: number; closed: number } {
  let [opened, held, closed] = [0, 0, 0];
  for (const event of events) {
    if (!('dispute' in event) || event.dispute?.id !== id) continue;
    if (event.type === 'charge.dispute_opened') [opened, held] = [opened + 1, event.dispute.amount];
    if (event.type === 'charge.dispute_paid') held -= event.bankReturn.dispute?.amount ?? 0;
    if (event.type === 'charge.dispute_closed')
      [closed, held] = [closed + 1, held - (event.dispute.amount - (event.paid ?? 0))];
  }
  return { opened, held: Math.max(0, held), closed };
}

test('whatever comes in whatever order, and twice: no more is held than was paid, and what is over holds nothing', (t) => {
  fc.assert(
    fc.property(fc.array(STEP, { maxLength: 14 }), (steps) => {
      let life = begin();
      for (const one of steps) {
        life = step(step(life, one), one);
        const held = disputesOf(life.charge).map(({ id }) => heldFor(life, id).held);
        t.true(held.reduce((sum, amount) => sum + amount, 0) <= AMOUNT);
      }
      for (const dispute of disputesOf(life.charge)) {
        const { opened, held, closed } = heldFor(life, dispute.id);
        t.true(opened <= 1 && closed <= opened, 'opened and closed at most once');
        const isRunning = bankReturnsOf(life.charge).some(
          ({ dispute: part, status }) => part?.id === dispute.id && status === 'IN_PROGRESS',
        );
        if (dispute.status === 'won' && !isRunning) t.is(held, 0);
        if (dispute.settledAt !== undefined) t.is(held, 0);
        const payments = bankReturnsOf(life.charge).filter(
          ({ dispute: part, status }) => part?.id === dispute.id && status === 'REFUNDED',
        );
        t.is(
          life.events.filter((event) => event.type === 'charge.dispute_paid' && event.dispute.id === dispute.id).length,
          payments.length,
        );
      }
      const disputed = isDisputed(life.charge);
      t.is(
        disputed,
        disputesOf(life.charge).some(
          ({ id, amount, status, settledAt }) =>
            amount > 0 &&
            (status === 'open' || (status === 'lost' && settledAt === undefined)) &&
            heldFor(life, id).opened > 0,
        ),
      );
      t.true(sentBackOf(life.charge) <= 200 + 250 + 400 + 600);
    }),
    { numRuns: 3_000 },
  );
});
