import type { ChargeEvent, ReturnOrdered } from '@gx/contracts/charge';
import { cents, type EndToEndId, isCents, parseId } from '@gx/core';
import type { ReceivedEvent } from '@gx/runtime/kafka';
import { type StoreReturnDeps, storeReturn } from '../commands/store-return.ts';
import { isOrderMethod, type PaidOrder } from '../domain/refund.ts';
import type { ReturnOrder } from '../domain/return-order.ts';

/**
 * Charge wants money sent back. Answers why an order can never be followed, so that it is dead-lettered and
 * looked at; a repeated one changes nothing.
 */
export async function onReturnOrdered(
  deps: StoreReturnDeps,
  event: ChargeEvent,
  received: Pick<ReceivedEvent<ChargeEvent>, 'traceparent'>,
): Promise<string | undefined> {
  const returnOrder = readReturnOrder(event, received.traceparent ?? null);
  if (typeof returnOrder === 'string') return returnOrder;
  return (await storeReturn(deps, returnOrder)) ? undefined : 'another return of this Pix was ordered before';
}

/** Whether money would be sent back by an event. */
export const sendsMoney = (event: ChargeEvent): boolean =>
  event.type === 'charge.return_ordered' && typeof readReturnOrder(event, null) !== 'string';

function readReturnOrder({ tenant, chargeId, occurredAtMs, returnOrdered }: ChargeEvent, traceparent: string | null) {
  const id = parseId('refund', returnOrdered?.returnId ?? '');
  const accountId = parseId('account', tenant?.accountId ?? '');
  const charge = chargeId === '' ? null : parseId('charge', chargeId);
  if (!returnOrdered || tenant === null || id === undefined || accountId === undefined || charge === undefined)
    return 'a return that names no account, charge or return';
  const { bankProfileId, endToEndId, amount, currency, reason, returnedByBank } = returnOrdered;
  const paid = paidOrderOf(returnOrdered);
  if (paid === undefined) return 'a return of an order by no method that we know';
  if (bankProfileId === '' || endToEndId === '' || reason === '') return 'a return of no Pix, or for no reason';
  if (!isCents(amount) || amount === 0 || currency === '') return 'a return of no amount';
  if (!isCents(returnedByBank) || returnedByBank >= amount) return 'a return of which nothing is left';
  return {
    id,
    tenant: { accountId, livemode: tenant.livemode },
    chargeId: charge,
    bankProfileId,
    endToEndId: endToEndId as EndToEndId,
    amount: cents(amount),
    returnedByBank,
    currency,
    paid,
    reason,
    orderedAt: new Date(occurredAtMs),
    traceparent,
  } satisfies ReturnOrder;
}

/** The order that the money paid, null for a Pix; undefined for what is neither. */
export function paidOrderOf({
  orderReference,
  paymentMethod = '',
}: Pick<ReturnOrdered, 'orderReference' | 'paymentMethod'>): PaidOrder | null | undefined {
  if (orderReference === undefined) return null;
  return isOrderMethod(paymentMethod) ? { reference: orderReference, method: paymentMethod } : undefined;
}
