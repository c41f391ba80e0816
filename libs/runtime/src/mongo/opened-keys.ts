import { remembered } from '../work/remembered.ts';
import { type CustomerKey, type CustomerKeyCollection, type CustomerKeyDocument, customerKey } from './customer-key.ts';
import type { CustomerKeyOptions } from './customer-keys.ts';

export type OpenedKeys = ReturnType<typeof openedKeys>;
type Options = Pick<CustomerKeyOptions, 'cipher' | 'rememberedMs' | 'log'>;

const REMEMBERED_MAX = 10_000;

/** Keys of customers that this process can use, each for a while from its reading on. */
export function openedKeys(collection: CustomerKeyCollection, { cipher, rememberedMs, log }: Options) {
  const opened = remembered<CustomerKey | null>({ forMs: rememberedMs, max: REMEMBERED_MAX });
  const openKey = ({ _id, wrapped, ...owner }: CustomerKeyDocument): CustomerKey | null =>
    opened.set(_id, wrapped === undefined ? null : customerKey(owner, Buffer.from(cipher.decrypt(wrapped), 'base64')));
  const lost = remembered<true>({ forMs: rememberedMs, max: REMEMBERED_MAX });
  const confirmed = async (id: string): Promise<CustomerKey | null | undefined> => {
    if (lost.get(id)) return undefined;
    const document = await collection.findOne({ _id: id }, AS_MAJORITY);
    if (document !== null) return openKey(document);
    // A destroyed key leaves its document behind: what has none was lost, and that is no erasure.
    lost.set(id, true);
    log.error({ alarm: 'customer_key_lost', key_id: id }, 'there is no key for what is stored of a customer');
    return undefined;
  };
  return {
    /** The key of a document that was just read; null once it was destroyed. */
    openKey,

    /** One that was just made. */
    note(key: CustomerKey): CustomerKey {
      opened.set(key.id, key);
      return key;
    },

    /** These keys, by their ids; null for one that was destroyed, nothing for one that is lost. */
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
      for (const id of missing) {
        const key = found.has(id) ? undefined : await confirmed(id);
        if (key !== undefined) found.set(id, key);
      }
      return found;
    },
  };
}

/** As a majority has it: a server that was replaced may lack what was just stored, and that is no loss. */
const AS_MAJORITY = { readConcern: 'linearizable', maxTimeMS: 2_000 } as const;
