import { setImmediate } from 'node:timers/promises';
import type { Id } from '@gx/core';
import type { Customer } from '../domain/charge.ts';
import type { ChargeDocument } from './charge-document.ts';
import type { SortedOrder } from './payment-pages.ts';
import { CUSTOMER_SORT_KEYS } from './sort-keys.ts';
import type { ChargeCollection } from './stored-charges.ts';

type Row = Pick<ChargeDocument, '_id' | 'customer' | 'personalData'>;
type Key = { readonly id: Id<'charge'>; readonly value: Buffer | null };

/** Others have their turn in between. */
const OPENED_AT_ONCE = 500;

/**
 * The ids of these charges in the order of what the database holds encrypted; nothing comes before something,
 * and texts are compared as the database compares them, byte by byte.
 */
export async function sortedByCustomer(
  { model, stored }: ChargeCollection,
  conditions: object,
  hint: string,
  { by, ascending }: SortedOrder,
): Promise<readonly Id<'charge'>[]> {
  const field = CUSTOMER_SORT_KEYS[by as keyof typeof CUSTOMER_SORT_KEYS];
  const rows = (await model.collection
    .find(conditions as never, { projection: { customer: 1, 'personalData.keyId': 1, 'personalData.values': 1 }, hint })
    .toArray()) as unknown as Row[];
  const keys: Key[] = [];
  for (let from = 0; from < rows.length; from += OPENED_AT_ONCE) {
    const part = rows.slice(from, from + OPENED_AT_ONCE);
    const customers = await stored.customers(part);
    keys.push(...part.map(({ _id: id }, at) => ({ id, value: bytesOf(customers[at]?.[field]) })));
    await setImmediate();
  }
  const direction = ascending ? 1 : -1;
  return keys.toSorted((a, b) => direction * compare(a, b)).map(({ id }) => id);
}

const bytesOf = (text: Customer['name']): Buffer | null => (text === undefined ? null : Buffer.from(text));

function compare(a: Key, b: Key): number {
  if (a.value !== null && b.value !== null) return a.value.compare(b.value) || (a.id < b.id ? -1 : 1);
  if (a.value !== b.value) return a.value === null ? -1 : 1;
  return a.id < b.id ? -1 : 1;
}
