import { cents, type EndToEndId, type Id, newId, type Tenant } from '@gx/core';
import type { Dice } from '@gx/testkit/faults';
import { type Charge, type Decision, KEEP } from '../src/domain/charge.ts';
import { beginClosing, endClosing } from '../src/domain/close.ts';
import { endCreation, introduce } from '../src/domain/create.ts';
import { receive } from '../src/domain/receive.ts';
import { progressRefund } from '../src/domain/refund-progress.ts';
import { endReview } from '../src/domain/review.ts';
import { post } from '../src/domain/settle.ts';
import type { ChargeStore } from '../src/store/charges.ts';
import { OWNER, PAYER, pendingCharge } from './pending-charge.ts';

const HOUR_MS = 3_600_000;

/** A charge as it is inserted, some time before `now`. */
export function charge(tenant: Tenant, now: Date, dice: Dice): Charge {
  return pendingCharge({
    tenant,
    amount: cents(1 + dice.below(100_000)),
    // No bank of ours takes euros: the sums must not care.
    currency: dice.chance(0.2) ? 'EUR' : 'BRL',
    ...(dice.chance(0.3) ? { expectedPayerTaxId: PAYER } : {}),
    fees: { provider: cents(dice.below(2) * 10), platform: cents(dice.below(30)) },
    createdAt: new Date(now.getTime() - dice.below(72) * HOUR_MS),
  });
}

/** One thing that may happen to a charge, whatever it is now; much of it does not. */
type Step = (charge: Charge, dice: Dice, now: Date) => Decision | { readonly kind: 'misfit' | 'refused' };

const pixOf = ({ createdAt }: Charge) => ({ brCode: 'code', expiresAt: new Date(createdAt.getTime() + 24 * HOUR_MS) });
const end =
  (kind: 'reject' | 'cancel'): Step =>
  (one, _dice, now) =>
    endCreation(one, OWNER, kind === 'reject' ? { kind, rejection: { code: 'x', message: 'y' } } : { kind }, now);
const pay =
  (payer: 'match' | 'mismatch' | 'unknown', lateMs = 0): Step =>
  (one, dice, now) => {
    const settledAt = new Date(one.createdAt.getTime() + lateMs + dice.below(24 * HOUR_MS));
    const facts = { endToEndId: newId('charge') as string as EndToEndId, amount: one.amount, settledAt };
    const payment = { ...facts, payer, goneAtBank: false, returnId: newId('refund') };
    return receive(one, { payments: [payment], pix: pixOf(one), traceparent: null }, now);
  };
const close =
  (as: 'EXPIRED' | 'CANCELLED', removedBy: 'us' | 'bank' = 'us'): Step =>
  (one, _dice, now) => {
    const begun = one.closing === null ? beginClosing(one, as, now) : KEEP;
    if (begun.kind !== 'keep') return begun;
    return endClosing(one, removedBy, { now, traceparent: null, returnId: newId('refund') });
  };

const STEPS: readonly Step[] = [
  end('reject'),
  end('cancel'),
  (one) => introduce(one),
  ...Array.from(
    { length: 6 },
    (): Step => (one, _dice, now) => endCreation(one, OWNER, { kind: 'present', pix: pixOf(one) }, now),
  ),
  pay('match'),
  pay('match'),
  pay('mismatch'),
  pay('unknown'),
  pay('match', 48 * HOUR_MS),
  close('EXPIRED'),
  close('EXPIRED'),
  close('CANCELLED'),
  close('CANCELLED', 'bank'),
  (one, dice, now) => {
    const verdict = dice.chance(0.5)
      ? ({ kind: 'accept', decidedBy: 'ana' } as const)
      : ({ kind: 'return', reason: 'PAYER_UNKNOWN', returnId: newId('refund'), decidedBy: 'ana' } as const);
    return endReview(one, verdict, { now, traceparent: null });
  },
  ...Array.from(
    { length: 4 },
    (): Step => (one, _dice, now) =>
      one.settlement === null ? KEEP : post(one, { endToEndId: one.settlement.endToEndId }, now),
  ),
  ...Array.from({ length: 4 }, (): Step => refund),
];

/** A new refund, of a part or of what is left, or news of the last one. */
function refund(one: Charge, dice: Dice, now: Date): ReturnType<Step> {
  const last = one.refunds.at(-1);
  const status = dice.pick(['PENDING', 'IN_PROGRESS', 'REFUNDED', 'FAILED'] as const);
  if (last !== undefined && dice.chance(0.6)) return progressRefund(one, { ...last, status }, now);
  const given = one.refunds.reduce((sum, known) => (known.status === 'FAILED' ? sum : sum + known.amount), 0);
  const left = one.amount - given;
  if (left <= 0) return KEEP;
  const amount = cents(dice.chance(0.5) ? left : 1 + dice.below(left));
  return progressRefund(one, { id: newId('refund'), amount, status: 'PENDING' }, now);
}

/** Lets so many things happen to a charge, as the service would write them down. */
export async function live(charges: ChargeStore, tenant: Tenant, id: Id<'charge'>, dice: Dice, steps: number) {
  for (let step = 0; step < steps; step += 1) {
    const happens = dice.pick(STEPS);
    await charges.update(tenant, id, (one) => {
      const decision = happens(one, dice, new Date());
      return decision.kind === 'change' ? decision : KEEP;
    });
  }
}
