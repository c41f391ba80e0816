import test from 'ava';
import { type ContractAcquirer, type OrderRule, termsOf } from './order-contract/case.ts';
import { createOrderRules } from './order-contract/create.ts';
import { orderEdgeRules } from './order-contract/edges.ts';
import { orderLifeRules } from './order-contract/life.ts';
import { orderReceiptRules } from './order-contract/receipts.ts';
import { orderRefundRules } from './order-contract/refunds.ts';

/**
 * The rules every adapter of methods that are not Pix keeps, tried against an acquirer that it reaches as in
 * production.
 */
export function orderContract(acquirer: ContractAcquirer): void {
  const rule: OrderRule = (title, wish, run) =>
    test.serial(title, async (t) => {
      const it = await acquirer.start(wish);
      t.teardown(() => it.provider.close());
      const body = it.provider.orderRequest(termsOf('CREDIT_CARD', 'BRL'));
      await run(t, { ...it, reference: acquirer.newReference(), body });
      it.assertNothingLogged();
    });
  for (const rules of [createOrderRules, orderLifeRules, orderReceiptRules, orderRefundRules, orderEdgeRules])
    rules(rule);
}
