import { cents, type EndToEndId, newId, type Txid } from '@gx/core';
import test from 'ava';
import { changed, NOW, PIX, pendingCharge, presentedCharge } from '../../test/pending-charge.ts';
import type { DecisionContext } from './accept.ts';
import { applyOrderAt, isUpToDate, type ShownOrder } from './apply-order-status.ts';
import type { Charge, PaymentMethod, PaymentOption } from './charge.ts';
import { beginClosing, endClosing } from './close.ts';
import { decideConfirmed } from './decide-confirmed.ts';
import { markPaid } from './mark-paid.ts';
import { type OrderCode, orderPaymentId } from './order.ts';
import {
  endOption,
  mayChoose,
  optionOf,
  optionsToSync,
  orderOptionOf,
  otherOptionsOf,
  paymentOptionsLeft,
  pixOptionOf,
  requestOption,
  seenBy,
  through,
} from './payment-options.ts';

const SETTLING: DecisionContext = { now: NOW, traceparent: null };
const CODE: OrderCode = {
  instructions: { method: 'CREDIT_CARD', redirectUrl: 'https://i.example' },
  expiresAt: PIX.expiresAt,
};
const CARD = 'card' as Txid;
const BOLETO = 'boleto' as Txid;
const option = (txid: Txid, method: PaymentMethod, state: PaymentOption['state'] = 'waiting'): PaymentOption => ({
  txid,
  method,
  state,
  body: '{}',
  ...(state === 'open' ? { order: CODE } : {}),
});

/** A charge that waits for a Pix, a card or a boleto. */
function choosable(state: PaymentOption['state'] = 'open'): Charge {
  const byPix = pendingCharge({ surface: 'PAYMENTS', paymentMethods: ['PIX'] });
  const others = [option(CARD, 'CREDIT_CARD', state), option(BOLETO, 'BOLETO', state)];
  return presentedCharge({ ...byPix, paymentOptions: [...byPix.paymentOptions, ...others] });
}
const shown = (change: Partial<ShownOrder> = {}): ShownOrder => ({
  status: 'awaiting_payer',
  code: CODE,
  payments: [],
  disputes: [],
  givenBack: [],
  ...change,
});
const paying = (reference: Txid, id = 'p1') => ({
  endToEndId: orderPaymentId(reference, id),
  amount: cents(1_000),
  paidAt: NOW,
  returnId: newId('refund'),
});
const paid = (reference: Txid, id?: string): ShownOrder =>
  shown({ status: 'approved', payments: [paying(reference, id)] });
const pixPaid = (charge: Charge, id: string) =>
  through(charge, pixOptionOf(charge) ?? optionOf(charge), (seen) =>
    decideConfirmed(
      seen,
      {
        payments: [
          { ...paying(CARD), endToEndId: id as EndToEndId, payer: null, returnedByBank: cents(0), paidBy: null },
        ],
        pix: PIX,
        traceparent: null,
      },
      NOW,
    ),
  );
const states = (charge: Charge): Record<string, string> =>
  Object.fromEntries(otherOptionsOf(charge).map(({ method, state }) => [method, state]));

test('the payer may choose while the charge waits and nothing ends it or has paid it', (t) => {
  const charge = choosable();
  t.true(mayChoose(charge));
  t.false(mayChoose(changed(beginClosing(charge, 'CANCELLED', NOW) as never)));
  t.false(mayChoose(changed(applyOrderAt(charge, CARD, paid(CARD), SETTLING))));
  t.false(mayChoose(pendingCharge()));
});

test('while he may, options are to be opened; afterwards they are to be closed; during the creation nothing is to be done', (t) => {
  const waiting = choosable('waiting');
  t.deepEqual(
    optionsToSync(waiting).map(({ method }) => method),
    ['CREDIT_CARD', 'BOLETO'],
  );
  t.deepEqual(optionsToSync(choosable()), []);
  t.is(optionsToSync(changed(beginClosing(choosable(), 'EXPIRED', NOW) as never)).length, 2);
  t.deepEqual(optionsToSync({ ...waiting, status: 'PENDING' }), []);
  t.is(optionsToSync({ ...waiting, status: 'REJECTED' }).length, 2);
});

test('an option is requested once, and only while the payer may choose', (t) => {
  const requested = changed(requestOption(choosable('waiting'), CARD));
  t.deepEqual(states(requested), { CREDIT_CARD: 'requested', BOLETO: 'waiting' });
  t.is(requestOption(requested, CARD).kind, 'keep');
  const closing = changed(beginClosing(choosable('waiting'), 'CANCELLED', NOW) as never);
  t.is(requestOption(closing, CARD).kind, 'keep');
});

test('an order that is shown opens its option and publishes nothing; shown again it changes nothing', (t) => {
  const decision = applyOrderAt(choosable('requested'), CARD, shown(), SETTLING);
  const charge = changed(decision);
  t.deepEqual(states(charge), { CREDIT_CARD: 'open', BOLETO: 'requested' });
  t.is(decision.kind === 'change' && decision.events.length, 0);
  t.deepEqual(otherOptionsOf(charge)[0]?.order, CODE);
  t.is(applyOrderAt(charge, CARD, shown(), SETTLING).kind, 'keep');
});

test('a charge seen by another option stands for it, and turned back it is as it was', (t) => {
  const charge = choosable();
  const seen = seenBy(charge, 'CREDIT_CARD');
  t.like(optionOf(seen), { method: 'CREDIT_CARD', order: CODE, txid: CARD });
  t.like(pixOptionOf(seen), { txid: optionOf(charge).txid, pix: PIX });
  t.deepEqual(seenBy(seen, 'PIX'), charge);
});

test('money of another option makes the charge stand for it: its card is APPROVED, and the Pix is to be closed', (t) => {
  const accepted = changed(applyOrderAt(choosable(), CARD, paid(CARD), SETTLING));
  t.is(accepted.settlement?.endToEndId, orderPaymentId(CARD, 'p1'));
  t.deepEqual(states(accepted), { PIX: 'open', BOLETO: 'open' });
  t.is(optionsToSync(accepted).length, 2);
  const credited = changed(markPaid(accepted, { endToEndId: orderPaymentId(CARD, 'p1') }, NOW));
  t.like(credited, { status: 'APPROVED', method: 'CREDIT_CARD' });
});

test('a second payment, by any option, goes back the way that it came', (t) => {
  const accepted = changed(applyOrderAt(choosable(), CARD, paid(CARD), SETTLING));
  const twice = changed(applyOrderAt(accepted, BOLETO, paid(BOLETO), SETTLING));
  const thrice = changed(pixPaid(twice, 'E1'));
  t.deepEqual(
    thrice.payments.map(({ decision }) => (decision.kind === 'returned' ? decision.reason : decision.kind)),
    ['accepted', 'DUPLICATE_PAYMENT', 'DUPLICATE_PAYMENT'],
  );
  t.is(thrice.method, 'CREDIT_CARD');
  t.is(orderOptionOf(thrice, orderPaymentId(BOLETO, 'p1'))?.txid, BOLETO);
  t.is(orderOptionOf(thrice, 'E1' as EndToEndId), undefined);
  t.is(states(thrice)['BOLETO'], 'over');
});

test('an option fails alone; the one that the charge stands for leaves it to the next; the last one ends it', (t) => {
  const refused = shown({ status: 'refused' });
  const one = changed(applyOrderAt(choosable(), CARD, refused, SETTLING));
  t.like(one, { status: 'WAITING_PAYMENT', method: 'PIX' });
  const byBoleto = seenBy(changed(endOption(one, optionOf(one).txid)), 'BOLETO');
  const last = applyOrderAt(byBoleto, BOLETO, refused, SETTLING);
  t.is(changed(last).status, 'REFUSED');
  const byCard = seenBy(choosable(), 'CREDIT_CARD');
  const next = applyOrderAt(byCard, CARD, refused, SETTLING);
  t.like(changed(next), { status: 'WAITING_PAYMENT', method: 'PIX' });
  t.is(states(changed(next))['CREDIT_CARD'], 'over');
  t.is(next.kind === 'change' && next.events.length, 0);
});

test('what the charge comes to when its option fails waits until the others are open', (t) => {
  const byCard = seenBy(choosable(), 'CREDIT_CARD');
  const opening = {
    ...byCard,
    paymentOptions: byCard.paymentOptions.map((one) => ({ ...one, state: 'requested' as const })),
  };
  for (const status of ['refused', 'expired', 'cancelled'] as const) {
    t.is(applyOrderAt(opening, CARD, shown({ status }), SETTLING).kind, 'keep');
    t.false(isUpToDate(opening, shown({ status })));
  }
});

test('a card in flight leaves a charge waiting while its payer may still choose', (t) => {
  const byCard = seenBy(choosable(), 'CREDIT_CARD');
  t.is(applyOrderAt(byCard, CARD, shown({ status: 'authenticating' }), SETTLING).kind, 'keep');
  const alone = {
    ...byCard,
    paymentOptions: byCard.paymentOptions.map((one) => ({ ...one, state: 'over' as const })),
  };
  t.is(changed(applyOrderAt(alone, CARD, shown({ status: 'authenticating' }), SETTLING)).status, 'PROCESSING');
});

test('an end under way is the end of every option: one that fails meanwhile leaves what came by the others to be looked at', (t) => {
  const closing = changed(beginClosing(seenBy(choosable(), 'CREDIT_CARD'), 'CANCELLED', NOW) as never);
  for (const status of ['refused', 'expired', 'cancelled', 'authenticating'] as const)
    t.is(applyOrderAt(closing, CARD, shown({ status }), SETTLING).kind, 'keep', status);
  const found = changed(applyOrderAt(closing, BOLETO, paid(BOLETO), SETTLING));
  t.like(found, { status: 'WAITING_PAYMENT', method: 'BOLETO', closing: null });
  const over = paymentOptionsLeft(closing).reduce((soFar, { txid }) => changed(endOption(soFar, txid)), closing);
  t.like(changed(applyOrderAt(over, CARD, shown({ status: 'refused' }), SETTLING)), {
    status: 'REFUSED',
    closing: null,
  });
});

test('an EXPIRED charge is paid by an option that was paid in time; a CANCELLED one gives everything back', (t) => {
  const end = (as: 'EXPIRED' | 'CANCELLED') => {
    const begun = changed(beginClosing(choosable(), as, NOW) as never);
    const over = [CARD, BOLETO].reduce((soFar, txid) => changed(endOption(soFar, txid)), begun);
    t.deepEqual(paymentOptionsLeft(over), []);
    return changed(endClosing(over, 'us', { ...SETTLING, returnId: newId('refund') }));
  };
  t.like(changed(applyOrderAt(end('EXPIRED'), CARD, paid(CARD), SETTLING)), {
    method: 'CREDIT_CARD',
    status: 'EXPIRED',
  });
  const late = changed(applyOrderAt(end('CANCELLED'), CARD, paid(CARD), SETTLING));
  t.like(late.payments[0]?.decision, { kind: 'returned', reason: 'CHARGE_CLOSED' });
  t.is(late.method, 'PIX');
});

test('a dispute of money that went back is written down with nothing at stake, once', (t) => {
  const accepted = changed(pixPaid(choosable(), 'E1'));
  const dispute = { id: newId('dispute'), providerId: 'd1', kind: 'dispute', status: 'open' } as const;
  const disputed = { ...paid(CARD), disputes: [dispute] };
  const after = changed(applyOrderAt(accepted, CARD, disputed, SETTLING));
  t.deepEqual(after.disputes, [{ ...dispute, amount: cents(0) }]);
  t.is(applyOrderAt(after, CARD, disputed, SETTLING).kind, 'keep');
  const won = changed(applyOrderAt(after, CARD, { ...disputed, disputes: [{ ...dispute, status: 'won' }] }, SETTLING));
  t.is(won.disputes?.[0]?.status, 'won');
});

/** A generator of its own, so that a seed is a run. */
const random = (seed: number) => () => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
  return seed / 2_147_483_648;
};

test('whatever the providers show in whatever order: one payment is kept, every other goes back, each is judged once', (t) => {
  for (let seed = 1; seed <= 500; seed += 1) {
    const next = random(seed);
    const pick = <T>(of: readonly T[]): T => of[Math.floor(next() * of.length)] as T;
    const books = new Map<Txid, ShownOrder>([CARD, BOLETO].map((txid) => [txid, shown()]));
    let charge = choosable(pick(['waiting', 'requested', 'open']));
    const came = new Set<string>();
    for (let step = 0; step < 12; step += 1) {
      const txid = pick([CARD, BOLETO]);
      const order = books.get(txid) ?? shown();
      const acts = [
        () => {
          const payment = paying(txid, `p${step}`);
          came.add(payment.endToEndId);
          books.set(txid, { ...order, status: 'approved', payments: [...order.payments, payment] });
        },
        () => void books.set(txid, { ...order, status: pick(['refused', 'expired', 'authenticating', 'cancelled']) }),
        () => {
          const decision = pixPaid(charge, `E${step}`);
          came.add(`E${step}`);
          charge = changed(decision);
        },
        () => {
          const decision = beginClosing(charge, pick(['EXPIRED', 'CANCELLED']), NOW);
          if (decision.kind === 'change') charge = decision.charge;
        },
        () => {
          if (paymentOptionsLeft(charge).length > 0) return;
          const decision = endClosing(charge, 'us', { ...SETTLING, returnId: newId('refund') });
          if (decision.kind === 'change') charge = decision.charge;
        },
      ];
      pick(acts)();
      const decision = applyOrderAt(charge, txid, books.get(txid) ?? shown(), SETTLING);
      if (decision.kind === 'change') charge = decision.charge;
    }
    for (const [txid, order] of books) {
      const decision = applyOrderAt(charge, txid, order, SETTLING);
      if (decision.kind === 'change') charge = decision.charge;
    }
    const kept = charge.payments.filter(({ decision }) => decision.kind === 'accepted');
    t.deepEqual(charge.payments.map(({ endToEndId }) => endToEndId as string).toSorted(), [...came].toSorted());
    t.is(new Set(charge.payments.map(({ endToEndId }) => endToEndId)).size, came.size);
    t.true(kept.length <= 1, `seed ${seed}`);
    t.is(kept[0]?.endToEndId, charge.settlement?.endToEndId);
    // The charge stands for the option that was paid, and none is there twice or gone.
    if (kept[0] !== undefined) t.is(orderOptionOf(charge, kept[0].endToEndId)?.method ?? 'PIX', charge.method);
    t.deepEqual(charge.paymentOptions.map(({ method }) => method).toSorted(), ['BOLETO', 'CREDIT_CARD', 'PIX']);
  }
});
