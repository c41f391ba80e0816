import { sha256Hex } from '@gx/core';
import type { OrderElement } from './order-provider.ts';
import { readOrderElement } from './read-order.ts';

/** Every order that a notice's body names. What is no list of orders at all comes back whole, as one unreadable element. */
export function parseOrderNotice(body: string): readonly OrderElement[] {
  const parsed = parse(body);
  if (parsed === undefined) return [unreadable(body, 'not JSON')];
  const list =
    typeof parsed.value === 'object' && parsed.value !== null && 'orders' in parsed.value ? parsed.value.orders : null;
  return Array.isArray(list) ? list.map(elementOf) : [unreadable(body, 'no list of orders')];
}

/** Only the name is kept of what names an order: the rest is hearsay, and nesting costs nothing that is not walked. */
function elementOf(raw: unknown): OrderElement {
  if (typeof raw !== 'object' || raw === null || !('reference' in raw)) return readOrderElement(String(raw));
  return readOrderElement({ reference: raw.reference });
}

const unreadable = (body: string, problem: string): OrderElement => ({
  kind: 'unreadable',
  key: sha256Hex(body),
  raw: body,
  problems: [problem],
});

function parse(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}
