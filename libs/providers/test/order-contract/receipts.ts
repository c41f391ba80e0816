import { NOT_SUPPORTED, ORDER_METHODS, type ProviderOrderMethod } from '../../src/index.ts';
import { done } from '../contract/rule.ts';
import { type OrderFault, type OrderRule, type PreparedOrder, termsOf } from './case.ts';

/** What the acquirer itself gives out about an order that was paid. */
export function orderReceiptRules(rule: OrderRule): void {
  const created = (it: PreparedOrder, method: ProviderOrderMethod) => {
    const [currency = ''] = it.provider.capabilities().methods[method]?.currencies ?? [];
    return it.provider.createOrder({ ...it, body: it.provider.orderRequest(termsOf(method, currency)) });
  };
  for (const method of ORDER_METHODS) {
    rule(`receipt, ${method}: none before it is paid; then a PDF, where the method has receipts`, {}, async (t, it) => {
      const has = it.provider.capabilities().methods[method]?.receipt === true;
      const ask = () => it.provider.getReceipt({ reference: it.reference, method });
      done(t, await created(it, method));
      if (has) t.is(done(t, await ask()), null);
      await it.play(it.reference, 'approved');
      if (!has) {
        t.like(await ask(), { kind: 'declined', code: NOT_SUPPORTED });
        t.is(await it.requests('get_receipt', it.reference), 0);
        return;
      }
      const receipt = done(t, await ask());
      t.is(receipt?.contentType, 'application/pdf');
      t.is(receipt?.content.toString('latin1', 0, 5), '%PDF-');
    });
  }

  const silences: readonly (readonly [OrderFault, string])[] = [
    ['breaks_before_accepting', 'connection_lost'],
    ['is_unavailable', 'server_error'],
    ['answers_html', 'unreadable_answer'],
  ];
  for (const [how, reason] of silences) {
    rule(`receipt: an acquirer that ${how} has not answered that there is none`, {}, async (t, it) => {
      done(t, await created(it, 'CREDIT_CARD'));
      await it.play(it.reference, 'approved');
      await it.misbehave(how, 'get_receipt', 1);
      const receipt = await it.provider.getReceipt({ ...it, method: 'CREDIT_CARD' });
      t.like(receipt, { kind: 'unknown', cause: { reason } });
    });
  }
}
