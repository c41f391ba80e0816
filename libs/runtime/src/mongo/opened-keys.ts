import { InvariantViolation } from '@gx/core';
import type { Cipher } from '../crypto/cipher.ts';
import { remembered } from '../work/remembered.ts';
import { type CustomerKey, type CustomerKeyCollection, type CustomerKeyDocument, customerKey } from './customer-key.ts';

export type OpenedKeys = ReturnType<typeof openedKeys>;
type Options = { readonly cipher: Cipher; readonly rememberedMs: number };

const REMEMBERED_MAX = 10_000;

/** Keys of customers that this process can use, each for a while from its reading on. */
export function openedKeys(collection: CustomerKeyCollection, { cipher, rememberedMs }: Options) {
  const opened = remembered<CustomerKey | null>({ forMs: rememberedMs, max: REMEMBERED_MAX });
  const openKey = ({ _id, wrapped, ...owner }: CustomerKeyDocument): CustomerKey | null =>
    opened.set(_id, wrapped === undefined ? null : customerKey(owner, Buffer.from(cipher.decrypt(wrapped), 'base64')));
  return {
    /** The key of a document that was just read; null once it was destroyed. */
    openKey,

    /** One that was just made. */
    note(key: CustomerKey): CustomerKey {
      opened.set(key.id, key);
      return key;
    },

    /** These keys, by their ids; null for one that was destroyed. Throws for one that never was. */
    async open(ids: readonly string[]): Promise<ReadonlyMap<string, CustomerKey | null>> {
      const found = new Map<string, CustomerKey | null>();
      const missing = new Set<string>();
      for (const id of ids) {
        const known = opened.get(id);
        if (known === undefined) missing.add(id);
        else found.set(id, known);
      }
      if (missing.size === 0) return found;
      const documents = await collection.find({ _id: { $in: [...missing] } }).toArray();
      for (const document of documents) found.set(document._id, openKey(document));
      const lost = ids.find((id) => !found.has(id));
      // A destroyed key leaves its document behind: what has none was lost, and that is no erasure.
      if (lost !== undefined) throw new InvariantViolation(`no key ${lost} of a customer`);
      return found;
    },
  };
}
