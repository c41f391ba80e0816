import type { TaxId } from '@gx/core';
import test from 'ava';
import { NOW, pendingCharge } from '../../test/pending-charge.ts';
import type { Charge, PaymentOption } from './charge.ts';
import { checkoutView } from './checkout-view.ts';
import { present } from './create.ts';
import type { OrderCode } from './order.ts';
import { optionOf } from './payment-options.ts';

const expiresAt = new Date(NOW.getTime() + 1);
const terms = { surface: 'PAYMENTS', customer: { name: 'Maria', document: '52998224725' } } as const;
const waiting: Charge = present(pendingCharge(terms), { pix: { brCode: '000201', expiresAt } }, NOW).charge;
const [pix] = waiting.paymentOptions;
const beside = (...others: Omit<PaymentOption, 'txid' | 'body'>[]): Partial<Charge> => ({
  paymentOptions: [pix as PaymentOption, ...others.map((one) => ({ ...one, txid: one.method as never, body: '{}' }))],
});
/** By another method alone. */
const byOrder = (instructions: OrderCode['instructions'], status: Charge['status'] = 'WAITING_PAYMENT'): Charge => ({
  ...present(
    pendingCharge({ ...terms, paymentMethods: [instructions.method] }),
    { order: { instructions, expiresAt } },
    NOW,
  ).charge,
  status,
});
const shown = (change: Partial<Charge> = {}, at = NOW) =>
  checkoutView({ ...waiting, ...change }, { merchantName: 'Loja', hasSimulator: true, now: at });

test('the code is shown until the very moment at which it expires, and to no other status than waiting', (t) => {
  t.is(shown().brCode, '000201');
  t.is(shown({}, expiresAt).brCode, undefined);
  for (const status of ['PENDING', 'PROCESSING', 'PAID', 'EXPIRED', 'CANCELLED', 'REFUSED', 'REFUNDED'] as const) {
    t.is(shown({ status }).brCode, undefined, status);
  }
});

test('Pix wherever Pix may pay, with the other options beside it while they can be paid, else the method that may', (t) => {
  t.is(shown().paymentMethod, 'PIX');
  const instructions = { method: 'CREDIT_CARD', redirectUrl: 'https://i.example' } as const;
  const several = beside({ method: 'CREDIT_CARD', state: 'open', order: { instructions, expiresAt } });
  t.like(shown(several), {
    paymentMethod: 'PIX',
    brCode: '000201',
    otherOrders: [{ paymentMethod: 'CREDIT_CARD', order: { redirectUrl: 'https://i.example' } }],
  });
  t.deepEqual(shown(several).standing.paymentMethods, ['PIX', 'CREDIT_CARD']);
  t.deepEqual(shown(several).failedMethods, []);
  t.deepEqual(shown({ ...several, status: 'PAID' }).otherOrders, []);
  t.deepEqual(shown({ ...several, status: 'PAID' }).standing.paymentMethods, []);
  t.is(shown(byOrder(instructions)).paymentMethod, 'CREDIT_CARD');
});

test('an option that has failed is shown as such, one that was never opened is not, and neither can be chosen', (t) => {
  const instructions = { method: 'CREDIT_CARD', redirectUrl: 'https://i.example' } as const;
  const several = beside(
    { method: 'CREDIT_CARD', state: 'over', order: { instructions, expiresAt } },
    { method: 'BOLETO', state: 'over' },
    { method: 'CRYPTO', state: 'requested' },
  );
  const view = shown(several);
  t.deepEqual([view.otherOrders, view.failedMethods], [[], ['CREDIT_CARD']]);
  t.deepEqual(view.standing.paymentMethods, ['PIX']);
  // They are closed because of an end that is intended: none of them failed.
  t.deepEqual(shown({ ...several, closing: { as: 'CANCELLED', at: NOW } as Charge['closing'] }).failedMethods, []);
  t.deepEqual(shown({ ...several, status: 'EXPIRED' }).failedMethods, []);
});

test('a charge by another method shows its instructions under the same rule, and ends when the acquirer says', (t) => {
  const instructions = { method: 'MULTIBANCO', entity: '11249', paymentReference: '123456789' } as const;
  const change = byOrder(instructions);
  const expiresAtMs = expiresAt.getTime();
  t.like(shown(change), {
    paymentMethod: 'MULTIBANCO',
    standing: { expiresAtMs },
    order: { entity: '11249', paymentReference: '123456789', expiresAtMs },
  });
  t.is(shown(change, expiresAt).order, undefined);
  for (const status of ['PENDING', 'PROCESSING', 'PAID', 'EXPIRED', 'CANCELLED'] as const)
    t.is(shown({ ...change, status }).order, undefined, status);
});

const card = byOrder({ method: 'CREDIT_CARD', redirectUrl: 'https://issuer.example/1' }, 'PROCESSING');

test('a payer who is at the issuer of the card keeps the way there until the order expires', (t) => {
  t.like(shown(card), { order: { redirectUrl: 'https://issuer.example/1' }, standing: { status: 'PROCESSING' } });
  t.is(shown(card, expiresAt).order, undefined);
});

test('a card whose money was accepted has no way to the issuer any more', (t) => {
  const settlement = { postedAt: null } as Charge['settlement'];
  t.like(shown({ ...card, settlement }), { order: undefined, standing: { confirming: true } });
});

test('a Pix that is held shows nothing to pay with, whatever else the charge has', (t) => {
  const open = beside({ method: 'CREDIT_CARD', state: 'open', order: optionOf(card).order as OrderCode });
  for (const others of [{}, open])
    t.like(shown({ ...others, status: 'PROCESSING' }), { brCode: undefined, order: undefined, otherOrders: [] });
});

test('nothing of the customer is in the view; whom a payer lock names is masked', (t) => {
  t.notRegex(JSON.stringify(shown()), /Maria|52998224725/);
  const locked = shown({ expectedPayerTaxId: '52998224725' as TaxId });
  t.is(locked.expectedPayer, 'CPF ***.982.247-**');
  t.notRegex(JSON.stringify(locked), /Maria|52998224725/);
});

test('the description of the metadata is shown, cut where it is longer than a body’s may be; another type is not', (t) => {
  const description = (metadata: unknown) =>
    shown({ metadataJson: JSON.stringify({ description: metadata }) }).description;
  t.is(description('Pedido 7'), 'Pedido 7');
  t.is(description('é'.repeat(500)), 'é'.repeat(500));
  t.is(description('🍰'.repeat(501)), `${'🍰'.repeat(499)}…`);
  for (const none of [7, null, ' \u200b', { a: 1 }, undefined]) t.is(description(none), undefined);
});

test('only a test charge that can be paid, where there is a simulator, has the button to pay it', (t) => {
  t.true(shown().simulated);
  t.false(shown({}, expiresAt).simulated);
  t.false(shown({ status: 'PAID' }).simulated);
  t.false(shown({ tenant: { ...waiting.tenant, livemode: true } }).simulated);
  t.false(checkoutView(waiting, { merchantName: 'Loja', hasSimulator: false, now: NOW }).simulated);
});
