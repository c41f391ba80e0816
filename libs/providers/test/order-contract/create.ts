import { addMillis } from '@gx/core';
import { ORDER_METHODS, type OrderInstructions, type ProviderOrderMethod } from '../../src/index.ts';
import { done, reasonOf } from '../contract/rule.ts';
import { type OrderFault, type OrderRule, termsOf } from './case.ts';

const SHOWN: Readonly<Record<ProviderOrderMethod, (its: OrderInstructions) => boolean>> = {
  CREDIT_CARD: (its) => its.method === 'CREDIT_CARD' && /^https?:\/\/\S+$/.test(its.redirectUrl),
  MBWAY: (its) => its.method === 'MBWAY',
  MULTIBANCO: (its) => its.method === 'MULTIBANCO' && /^\d{5} \d{9}$/.test(`${its.entity} ${its.paymentReference}`),
  BOLETO: (its) => its.method === 'BOLETO' && /^\d{44} \d{47} http/.test(`${its.barcode} ${its.line} ${its.pdfUrl}`),
  CRYPTO: (its) => its.method === 'CRYPTO' && its.address !== '' && Number(its.amount) > 0 && its.network !== '',
};

/** An order comes into being once, by every method that the acquirer has. */
export function createOrderRules(rule: OrderRule): void {
  for (const method of ORDER_METHODS) {
    rule(`${method}: created in each of its currencies, with what the payer needs`, {}, async (t, it) => {
      const { currencies = [] } = it.provider.capabilities().methods[method] ?? {};
      t.true(currencies.length > 0);
      for (const currency of currencies) {
        const reference = `${it.reference}${currency}`;
        const body = it.provider.orderRequest(termsOf(method, currency));
        const order = done(t, await it.provider.createOrder({ reference, body }));
        t.like(order, { reference, amount: 3700, currency, status: 'awaiting_payer', payments: [], refunds: [] });
        t.true(SHOWN[method](order.instructions), JSON.stringify(order.instructions));
        t.deepEqual(order.expiresAt, addMillis(order.createdAt, 3_600_000));
        t.deepEqual(done(t, await it.provider.getOrder(reference)), order);
      }
    });
  }

  rule(
    'create: the request is the same text each time, and says nothing that its method does not use',
    {},
    async (t, it) => {
      t.is(it.provider.orderRequest(termsOf('CREDIT_CARD', 'BRL')), it.body);
      t.notRegex(it.body, /351912345678/);
      t.notRegex(it.provider.orderRequest(termsOf('BOLETO', 'BRL')), /351912345678|loja\.example/);
      t.regex(it.provider.orderRequest(termsOf('MBWAY', 'EUR')), /351912345678/);
    },
  );

  rule(
    'create: the same request again is the same order; another body is declined and changes nothing',
    {},
    async (t, it) => {
      const first = done(t, await it.provider.createOrder(it));
      t.deepEqual(done(t, await it.provider.createOrder(it)), first);
      const body = it.provider.orderRequest({ ...termsOf('CREDIT_CARD', 'BRL'), description: 'other' });
      t.is((await it.provider.createOrder({ ...it, body })).kind, 'declined');
      t.deepEqual(done(t, await it.provider.getOrder(it.reference)), first);
    },
  );

  for (const [how, status] of [
    ['refuses_the_request', 400],
    ['refuses_the_right', 403],
  ] as const) {
    rule(`create: ${how} is declined with the acquirer’s code, and the order is not there`, {}, async (t, it) => {
      await it.misbehave(how, 'create', 1);
      const outcome = await it.provider.createOrder(it);
      t.like(outcome, { kind: 'declined', status });
      t.regex(outcome.kind === 'declined' ? outcome.code : '', /^[A-Z][A-Za-z]+$/);
      t.is(done(t, await it.provider.getOrder(it.reference)), null);
    });
  }

  rule('create: nobody listens: not sent', { unreachable: true }, async (t, it) => {
    t.is(reasonOf(await it.provider.createOrder(it)), 'unreachable');
  });

  for (const [how, reason, isThere] of LOST) {
    rule(`create: the acquirer ${how}: unknown, and a query shows it`, {}, async (t, it) => {
      done(t, await it.provider.getOrder(it.reference));
      await it.misbehave(how, 'create', 1);
      const call = how.startsWith('hangs') ? { deadlineMs: 400 } : {};
      t.like(await it.provider.createOrder(it, call), { kind: 'unknown', cause: { reason } });
      const found = done(t, await it.provider.getOrder(it.reference));
      t.is(found?.reference, isThere ? it.reference : undefined);
      const again = done(t, await it.provider.createOrder(it));
      if (found !== null) t.deepEqual(again, found);
    });
  }
}

/** Every way in which an answer can be lost, why there is none then, and whether it happened all the same. */
export const LOST: readonly (readonly [OrderFault, string, boolean])[] = [
  ['breaks_after_accepting', 'connection_lost', true],
  ['hangs_after_accepting', 'deadline', true],
  ['is_unavailable_after_accepting', 'server_error', true],
  ['answers_html', 'unreadable_answer', true],
  ['breaks_before_accepting', 'connection_lost', false],
  ['hangs', 'deadline', false],
  ['is_unavailable', 'server_error', false],
  ['times_out', 'server_error', false],
];
