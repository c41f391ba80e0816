import { isDeepStrictEqual } from 'node:util';
import { invariant, type PersonalValues, parseJson, type Tenant } from '@gx/core';
import type { CustomerKey } from './customer-key.ts';
import type { CustomerKeys } from './customer-keys.ts';

/** What an event holds of a person, as it was published. */
export type HiddenItem = { readonly tenant: Tenant; readonly keyId: string; readonly ciphertext: string };

/** Fields and their values, as they are under a key. */
export const valuesUnder = (key: CustomerKey, ciphertext: string): PersonalValues =>
  parseJson(key.decrypt({ keyId: key.id, ciphertext })) as PersonalValues;

/** What an event holds of persons, for who renders it: null where nobody can read it any more. */
export async function openValues(
  keys: Pick<CustomerKeys, 'open'>,
  items: readonly HiddenItem[],
): Promise<readonly (PersonalValues | null)[]> {
  const found = await keys.open(items.map(({ keyId }) => keyId));
  return items.map(({ tenant, keyId, ciphertext }) => {
    const key = found.get(keyId) ?? null;
    if (key === null) return null;
    invariant(isDeepStrictEqual(key.tenant, tenant), 'an event names the key of another account');
    return valuesUnder(key, ciphertext);
  });
}
