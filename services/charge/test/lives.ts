import { cents, type EndToEndId, type Id, newId, type Tenant } from '@gx/core';
import type { Random } from '@gx/testkit/faults';
import { type Charge, type Decision, KEEP } from '../src/domain/charge.ts';
import { beginClosing, endClosing } from '../src/domain/close.ts';
import { endCreation, makeVisible } from '../src/domain/create.ts';
import { decideConfirmed } from '../src/domain/decide-confirmed.ts';
import { markPaid } from '../src/domain/mark-paid.ts';
import { pixOptionOf, through } from '../src/domain/payment-options.ts';
import { progressRefund } from '../src/domain/refund-progress.ts';
import { endReview } from '../src/domain/review.ts';
import type { ChargeStore } from '../src/store/charges.ts';
import { CHOICES, ORDER_BEGINNINGS, ORDER_STEPS } from './order-steps.ts';
import { OWNER, PAYER, pendingCharge } from './pending-charge.ts';

const HOUR_MS = 3_600_000;

/** A charge as it is inserted, some time before `now`: of Pix, of another method, or of several. */
export function charge(tenant: Tenant, now: Date, random: Random): Charge {
  const isPix = random.chance(0.5);
  return pendingCharge({
    tenant,
    amount: cents(1 + random.below(100_000)),
    // No bank of ours takes euros: the sums must not care.
    currency: random.chance(0.2) ? 'EUR' : 'BRL',
    ...(isPix ? {} : { surface: 'PAYMENTS', paymentMethods: random.pick(CHOICES) }),
    ...(isPix && random.chance(0.3) ? { expectedPayerTaxId: PAYER } : {}),
    fees: { provider: cents(random.below(2) * 10), platform: cents(random.below(30)) },
    createdAt: new Date(now.getTime() - random.below(72) * HOUR_MS),
  });
}

/** One thing that may happen to a charge, whatever it is now; much of it does not. */
export type Step = (charge: Charge, random: Random, now: Date) => Decision | { readonly kind: 'mismatch' | 'refused' };

const pixOf = ({ createdAt }: Charge) => ({ brCode: 'code', expiresAt: new Date(createdAt.getTime() + 24 * HOUR_MS) });
const end =
  (kind: 'reject' | 'cancel'): Step =>
  (one, _random, now) =>
    endCreation(one, OWNER, kind === 'reject' ? { kind, rejection: { code: 'x', message: 'y' } } : { kind }, now);
const pay =
  (payer: 'match' | 'mismatch' | 'unknown', lateMs = 0): Step =>
  (one, random, now) => {
    const paidAt = new Date(one.createdAt.getTime() + lateMs + random.below(24 * HOUR_MS));
    const details = { endToEndId: newId('charge') as string as EndToEndId, amount: one.amount, paidAt };
    const payment = { ...details, payer, returnedByBank: cents(0), paidBy: null, returnId: newId('refund') };
    return decideConfirmed(one, { payments: [payment], pix: pixOf(one), traceparent: null }, now);
  };
const close =
  (as: 'EXPIRED' | 'CANCELLED', removedBy: 'us' | 'bank' = 'us'): Step =>
  (one, _random, now) => {
    const begun = one.closing === null ? beginClosing(one, as, now) : KEEP;
    if (begun.kind !== 'keep') return begun;
    return endClosing(one, removedBy, { now, traceparent: null, returnId: newId('refund') });
  };

const presentPix: Step = (one, _random, now) => endCreation(one, OWNER, { kind: 'present', pix: pixOf(one) }, now);
const BEGINNINGS: readonly Step[] = [end('reject'), end('cancel'), (one) => makeVisible(one)];
const PIX_BEGINNINGS: readonly Step[] = [
  ...Array.from({ length: 6 }, () => presentPix),
  pay('match'),
  pay('unknown'),
  close('CANCELLED'),
];
const MONEY: readonly Step[] = [
  ...Array.from(
    { length: 4 },
    (): Step => (one, _random, now) =>
      one.settlement === null ? KEEP : markPaid(one, { endToEndId: one.settlement.endToEndId }, now),
  ),
  ...Array.from({ length: 4 }, (): Step => refund),
];
const PIX_STEPS: readonly Step[] = [
  pay('match'),
  pay('match'),
  pay('mismatch'),
  pay('unknown'),
  pay('match', 48 * HOUR_MS),
  close('EXPIRED'),
  close('EXPIRED'),
  close('CANCELLED'),
  close('CANCELLED', 'bank'),
  (one, random, now) => {
    const verdict = random.chance(0.5)
      ? ({ kind: 'accept', decidedBy: 'ana' } as const)
      : ({ kind: 'return', reason: 'PAYER_UNKNOWN', returnId: newId('refund'), decidedBy: 'ana' } as const);
    return endReview(one, verdict, { now, traceparent: null });
  },
];
/** Of a charge that may be paid by Pix among others: the same money, seen by that option. */
const byPix: Step = (one, random, now) => {
  const option = pixOptionOf(one);
  return option === undefined ? KEEP : through(one, option, (seen) => asDecision(pay('match')(seen, random, now)));
};
const asDecision = (decided: ReturnType<Step>): Decision => (decided.kind === 'change' ? decided : KEEP);

function stepsOf(one: Charge): readonly Step[] {
  const isPix = one.method === 'PIX';
  if (one.status === 'PENDING') return [...BEGINNINGS, ...(isPix ? PIX_BEGINNINGS : ORDER_BEGINNINGS)];
  if (one.paymentOptions.length > 1) return [...MONEY, ...ORDER_STEPS, byPix, byPix];
  return [...MONEY, ...(isPix ? PIX_STEPS : ORDER_STEPS)];
}

/** A new refund, of a part or of what is left, or news of the last one. */
function refund(one: Charge, random: Random, now: Date): ReturnType<Step> {
  const last = one.refunds.at(-1);
  const status = random.pick(['PENDING', 'IN_PROGRESS', 'REFUNDED', 'FAILED'] as const);
  if (last !== undefined && random.chance(0.6))
    return progressRefund(one, { ...last, status, initiator: 'merchant' }, now);
  const given = one.refunds.reduce((sum, known) => (known.status === 'FAILED' ? sum : sum + known.amount), 0);
  const left = one.amount - given;
  if (left <= 0) return KEEP;
  const amount = cents(random.chance(0.5) ? left : 1 + random.below(left));
  return progressRefund(one, { id: newId('refund'), amount, status: 'PENDING', initiator: 'merchant' }, now);
}

/** Lets so many things happen to a charge, as the service would write them down. */
export async function live(charges: ChargeStore, tenant: Tenant, id: Id<'charge'>, random: Random, steps: number) {
  for (let step = 0; step < steps; step += 1) {
    await charges.update(tenant, id, (one) => asDecision(random.pick(stepsOf(one))(one, random, new Date())));
  }
}
