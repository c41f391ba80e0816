import { isDeepStrictEqual } from 'node:util';
import type { TenantMessage } from '@gx/contracts';
import { InvariantViolation, invariant, type PersonalValues, parseJson, Refusal, type Tenant } from '@gx/core';
import type { CustomerKey } from './customer-key.ts';
import type { CustomerKeys } from './customer-keys.ts';

/** What an event holds of a person, as it was published. */
export type HiddenItem = { readonly tenant: Tenant; readonly keyId: string; readonly ciphertext: string };

/** Fields and their values, as they are under a key. */
export const valuesUnder = (key: CustomerKey, ciphertext: string): PersonalValues =>
  parseJson(key.decrypt({ keyId: key.id, ciphertext })) as PersonalValues;

/** What an event holds of persons, for who renders it: null where nobody can read it any more. */
async function openValues(
  keys: Pick<CustomerKeys, 'open'>,
  items: readonly HiddenItem[],
): Promise<readonly (PersonalValues | null)[]> {
  const found = await keys.open(items.map(({ keyId }) => keyId));
  return items.map(({ tenant, keyId, ciphertext }) => {
    const key = found.get(keyId);
    if (key === null) return null;
    if (key === undefined) throw new InvariantViolation(`no key ${keyId} of a customer`);
    invariant(isDeepStrictEqual(key.tenant, tenant), 'an event names the key of another account');
    return valuesUnder(key, ciphertext);
  });
}

const ITEMS_MAX = 500;

/** What `OpenPersonalData` is asked of each item. */
type OpenItem = {
  readonly tenant: TenantMessage | null;
  readonly personalData: { readonly keyId: string; readonly ciphertext: string } | null;
};

/** The answer of `OpenPersonalData`, by whichever service holds the keys. Refuses more than 500 items. */
export async function answerOpenPersonalData(
  keys: Pick<CustomerKeys, 'open'>,
  items: readonly OpenItem[],
  tenantOf: (tenant: TenantMessage | null) => Tenant,
) {
  if (items.length > ITEMS_MAX) throw new Refusal('invalid_request', `At most ${ITEMS_MAX} items.`, { param: 'items' });
  const opened = await openValues(
    keys,
    items.map(({ tenant, personalData }) => ({
      tenant: tenantOf(tenant),
      keyId: personalData?.keyId ?? '',
      ciphertext: personalData?.ciphertext ?? '',
    })),
  );
  return { items: opened.map((values) => ({ erased: values === null, values: { ...values } })) };
}
