import { readCallbackBody, unreadableCallback } from './callback-body.ts';
import type { OrderElement } from './order-provider.ts';
import { readOrderElement } from './read-order.ts';

/**
 * Every order that a callback's body names. What is no list of orders at all comes back whole, as one
 * unreadable element.
 */
export function parseOrderCallback(body: string): readonly OrderElement[] {
  const parsed = readCallbackBody(body);
  if ('unreadable' in parsed) return [parsed.unreadable];
  const list =
    typeof parsed.value === 'object' && parsed.value !== null && 'orders' in parsed.value ? parsed.value.orders : null;
  return Array.isArray(list) ? list.map(elementOf) : [unreadableCallback(body, 'no list of orders')];
}

/** Only the name is kept of what names an order: the rest is hearsay. */
const elementOf = (raw: unknown): OrderElement =>
  readOrderElement(typeof raw === 'object' && raw !== null && 'reference' in raw ? { reference: raw.reference } : raw);
