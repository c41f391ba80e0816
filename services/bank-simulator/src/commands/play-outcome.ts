import { randomUUID } from 'node:crypto';
import type { Order } from '../domain/order.ts';
import {
  authenticate,
  dispute,
  endDispute,
  expire,
  type OrderRejection,
  type OrderTransition,
  receive,
  refuse,
} from '../domain/order-life.ts';
import type { OutcomeOrder } from '../requests/outcome-request.ts';
import type { BankStores } from '../store/open-stores.ts';
import { changeOrder } from './change-order.ts';

export type OutcomeAnswer = { readonly status: Order['status']; readonly rejection: OrderRejection | null };

/** Plays the payer, the issuer or the cardholder of one order. */
export async function playOutcome(
  stores: BankStores,
  whose: Pick<Order, 'clientId' | 'reference'>,
  outcomeOrder: OutcomeOrder,
  now: Date,
): Promise<OutcomeAnswer> {
  const answer = await changeOrder<OutcomeAnswer>(stores, whose, {
    decide: (order) => {
      const moved = moveOf(order, outcomeOrder, now);
      if ('rejection' in moved) return { result: { status: order.status, rejection: moved.rejection } };
      return { result: { status: moved.order.status, rejection: null }, order: moved.order };
    },
    now,
    requested: outcomeOrder.callback,
  });
  return answer ?? { status: 'awaiting_payer', rejection: 'not_open' };
}

function moveOf(
  order: Order,
  { outcome, amount = order.amount, at, force, reason }: OutcomeOrder,
  now: Date,
): OrderTransition {
  const id = randomUUID();
  switch (outcome) {
    case 'authenticating':
      return authenticate(order, now);
    case 'approved':
      return receive(order, { id, amount, at, force }, now);
    case 'refused':
      return refuse(order, reason, now);
    case 'expired':
      return expire(order, now);
    case 'dispute':
    case 'chargeback':
      return dispute(order, { id, kind: outcome }, now);
    case 'dispute_won':
      return endDispute(order, 'won', now);
    case 'dispute_lost':
      return endDispute(order, 'lost', now);
  }
}
