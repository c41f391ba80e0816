import { cents, type EndToEndId, newId, type Txid } from '@gx/core';
import type { Random } from '@gx/testkit/faults';
import { applyOrderAt, type ShownOrder } from '../src/domain/apply-order-status.ts';
import { type Charge, type Decision, KEEP, type PaymentMethod } from '../src/domain/charge.ts';
import { beginClosing } from '../src/domain/close.ts';
import type { ShownDispute } from '../src/domain/disputes.ts';
import { type OrderCode, orderPaymentId } from '../src/domain/order.ts';
import { optionOf, optionsToSync, orderOptionsOf, requestOption } from '../src/domain/payment-options.ts';
import type { Step } from './lives.ts';

const HOUR_MS = 3_600_000;

/** By which options a charge may be paid: the first is its own at first. */
export const CHOICES: readonly (readonly PaymentMethod[])[] = [
  ['CREDIT_CARD'],
  ['CREDIT_CARD'],
  ['BOLETO'],
  ['PIX', 'CREDIT_CARD', 'BOLETO'],
  ['CREDIT_CARD', 'MULTIBANCO'],
];

const codeOf = ({ createdAt }: Charge): OrderCode => ({
  instructions: { method: 'CREDIT_CARD', redirectUrl: 'https://issuer.example' },
  expiresAt: new Date(createdAt.getTime() + 24 * HOUR_MS),
});

/**
 * The order of one of the options as the acquirer would show it: what the charge knows of it, and what is
 * new.
 */
function shownOf(one: Charge, reference: Txid, news: Partial<ShownOrder>): ShownOrder {
  const own = one.payments.filter(({ endToEndId }) => endToEndId.startsWith(orderPaymentId(reference, '')));
  const payments = own.map(({ endToEndId, amount, paidAt }) => ({
    endToEndId,
    amount,
    paidAt,
    returnId: newId('refund'),
  }));
  return {
    status: payments.length > 0 ? 'approved' : 'awaiting_payer',
    code: codeOf(one),
    disputes: disputesOf(one),
    givenBack: one.refunds.filter(({ status }) => status !== 'FAILED'),
    ...news,
    payments: [...payments, ...(news.payments ?? [])],
  };
}

const disputesOf = ({ disputes = [] }: Charge): ShownDispute[] =>
  disputes.map(({ id, providerId, kind, status }) => ({ id, providerId, kind, status }));

/** What the acquirer tells of one of the options, one at random. */
const follow =
  (newsOf: (one: Charge, reference: Txid, random: Random) => Partial<ShownOrder> | undefined): Step =>
  (one, random, now) => {
    const [first, ...others] = orderOptionsOf(one).filter(({ state }) => state !== 'waiting');
    if (first === undefined) return KEEP;
    const { txid } = random.pick([first, ...others]);
    const news = newsOf(one, txid, random);
    return news === undefined ? KEEP : applyOrderAt(one, txid, shownOf(one, txid, news), { now, traceparent: null });
  };

const stands = (status: ShownOrder['status']): Step =>
  follow(({ settlement }) => (settlement === null ? { status } : undefined));
const paid: Step = follow((one, reference, random) => ({
  status: 'approved',
  payments: [
    {
      endToEndId: orderPaymentId(reference, newId('charge')) as EndToEndId,
      amount: random.chance(0.95) ? one.amount : cents(one.amount + 1),
      paidAt: new Date(one.createdAt.getTime() + random.below(25 * HOUR_MS)),
      returnId: newId('refund'),
    },
  ],
}));

/**
 * Somebody disputes the payment of a card, makes a chargeback of it, or it ends: one at a time, and none
 * after one was lost.
 */
const disputed: Step = follow((one, reference, random) => {
  if (optionOf(one).txid !== reference || one.settlement === null) return undefined;
  const known = disputesOf(one);
  const open = known.find(({ status }) => status === 'open');
  const kind = random.pick(['dispute', 'chargeback'] as const);
  if (known.some(({ status }) => status === 'lost')) return undefined;
  if (open === undefined) {
    const id = newId('dispute');
    return { disputes: [...known, { id, providerId: id, kind, status: 'open' }] };
  }
  const next: ShownDispute =
    open.kind === 'dispute' && random.chance(0.3)
      ? { ...open, kind: 'chargeback' }
      : { ...open, status: random.pick(['won', 'lost'] as const) };
  return { disputes: known.map((each) => (each === open ? next : each)) };
});

/** The merchant takes it back: the intent first, then the acquirer says that its order is gone. */
const cancelled: Step = (one, _random, now): ReturnType<Step> => {
  const begun = one.closing === null ? beginClosing(one, 'CANCELLED', now) : KEEP;
  if (begun.kind !== 'keep') return begun;
  if (one.closing === null || one.method === 'PIX') return KEEP;
  const { txid } = optionOf(one);
  return applyOrderAt(one, txid, shownOf(one, txid, { status: 'cancelled' }), { now, traceparent: null });
};

/** A provider is asked for an option that the payer may choose. */
const requested: Step = (one): Decision => {
  const [option] = optionsToSync(one).filter(({ state }) => state === 'waiting');
  return option === undefined ? KEEP : requestOption(one, option.txid);
};

/** How a charge that is not to be paid by Pix at first comes to be, or not. */
export const ORDER_BEGINNINGS: readonly Step[] = [
  ...Array.from({ length: 6 }, () => stands('awaiting_payer')),
  stands('authenticating'),
  stands('refused'),
  paid,
  cancelled,
];
/** What may happen to a charge that is paid by other methods than Pix, or by those as well. */
export const ORDER_STEPS: readonly Step[] = [
  requested,
  requested,
  stands('authenticating'),
  stands('refused'),
  stands('expired'),
  cancelled,
  ...Array.from({ length: 5 }, () => paid),
  ...Array.from({ length: 5 }, () => disputed),
];
