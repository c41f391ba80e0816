import { randomBytes } from 'node:crypto';
import { addMillis } from '@gx/core';
import type { Client } from '../domain/client.ts';
import { instructionsFor } from '../domain/instructions.ts';
import type { Order } from '../domain/order.ts';
import { Problem } from '../domain/problem.ts';
import type { OrderRequest } from '../requests/order-request.ts';
import type { BankStores } from '../store/open-stores.ts';

/**
 * Makes the order of a reference; the same request again shows the order as it is now, another one is
 * refused.
 */
export async function putOrder(
  { orders }: BankStores,
  { clientId }: Client,
  request: OrderRequest,
  now: Date,
): Promise<{ order: Order; isNew: boolean }> {
  const { reference, method, amount, currency, phone, returnUrl, fingerprint } = request;
  const expiresAt = addMillis(now, request.expiresInSeconds * 1000);
  const order: Order = {
    clientId,
    reference,
    method,
    amount,
    currency,
    status: 'awaiting_payer',
    createdAt: now,
    updatedAt: now,
    expiresAt,
    token: randomBytes(16).toString('hex'),
    ...(returnUrl === undefined ? {} : { returnUrl }),
    fingerprint,
    instructions: instructionsFor({ method, amount, currency, expiresAt, phone }, randomBytes(32)),
    payments: [],
    disputes: [],
    refunds: [],
  };
  if (await orders.insert(order)) return { order, isNew: true };
  const earlier = await orders.get(clientId, reference);
  if (earlier?.fingerprint !== fingerprint) throw new Problem('OrderReferenceReused');
  return { order: earlier, isNew: false };
}
