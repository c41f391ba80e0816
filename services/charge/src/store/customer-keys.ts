import type { Tenant } from '@gx/core';
import type { Cipher } from '@gx/runtime';
import type { Connection } from 'mongoose';
import { currentKeys } from './current-keys.ts';
import {
  type CustomerKey,
  type CustomerKeyCollection,
  type CustomerKeyDocument,
  customerKeyCollection,
  makeCustomerKeyIndexes,
  type OwnedKey,
} from './customer-key.ts';
import { customerNames } from './customer-names.ts';
import { openedKeys } from './opened-keys.ts';

export type CustomerKeys = Awaited<ReturnType<typeof customerKeys>>;
type KeyOptions = {
  /** Of the service: wraps the keys of customers, and the secret that names them. */
  readonly cipher: Cipher;
  /** How long a process goes by what it has read of a key. */
  readonly rememberedMs: number;
};

/** For what was read just before and is shown just after. */
const READ_MS = 1_000;

/**
 * The keys of customers, one for each account, mode and document (ADR 130). What is under a key can be read
 * as long as the key is there, wherever a copy of it lies: erasing is destroying the key. A customer without
 * a document has a key for each charge.
 */
export async function customerKeys(connection: Connection, options: KeyOptions) {
  const collection = customerKeyCollection(connection);
  await makeCustomerKeyIndexes(connection);
  const nameOf = customerNames(connection, options.cipher);
  const opened = openedKeys(collection, options);
  const current = currentKeys(collection, opened, options);
  const forgottenAfterMs = options.rememberedMs + READ_MS;
  // A creation that has read its key may not have stored its charge yet: it has as long again for that.
  const unusedAfterMs = options.rememberedMs + forgottenAfterMs;
  return {
    open: opened.open,

    /** The key that new data of a customer goes under: of the document, or of nobody else's. */
    async keyFor({ accountId, livemode }: Tenant, document: string | undefined): Promise<CustomerKey> {
      const tenant = { accountId, livemode };
      const name = document === undefined ? undefined : await nameOf(document);
      return name === undefined ? current.single(tenant) : current.named({ tenant, name });
    },

    /** Every key of the customer with this document that was not destroyed, of one account or of all. */
    async named(document: string, { accountId, livemode }: Partial<Tenant> = {}): Promise<readonly OwnedKey[]> {
      const mine = {
        ...(accountId === undefined ? {} : { accountId }),
        ...(livemode === undefined ? {} : { livemode }),
      };
      const name = await nameOf(document);
      if (name === undefined) return [];
      const documents = await collection
        .find({ name, ...mine })
        .sort({ _id: 1 })
        .toArray();
      return documents.map(ownerOf);
    },

    /** Nothing new goes under these keys, once every process has forgotten them and stored what it began. */
    async retire(ids: readonly string[]): Promise<void> {
      const those = { _id: { $in: [...ids] }, isCurrent: true } as const;
      await collection.updateMany(those, [{ $set: { retiredAt: '$$NOW' } }, { $unset: 'isCurrent' }]);
    },

    /** Destroys those of them that nothing new can go under any more; answers which. */
    destroy: (ids: readonly string[]) => destroyUnused(collection, ids, unusedAfterMs),

    /** So long after it was retired something new may still go under a key. */
    unusedAfterMs,

    /** So long after its end a process may still read what was under it. */
    forgottenAfterMs,
  };
}

/** What is under a destroyed key is gone as soon as it is forgotten altogether. */
async function destroyUnused(
  collection: CustomerKeyCollection,
  ids: readonly string[],
  unusedAfterMs: number,
): Promise<readonly string[]> {
  const isUnused = { $lt: ['$retiredAt', { $subtract: ['$$NOW', unusedAfterMs] }] };
  const left = { retiredAt: { $exists: true }, erasedAt: { $exists: false } };
  const those = { _id: { $in: [...ids] }, ...left, $expr: isUnused };
  const found = await collection.find(those, { projection: { _id: 1 } }).toArray();
  const destroyed = found.map(({ _id }) => _id);
  const gone = [{ $set: { erasedAt: '$$NOW' } }, { $unset: ['wrapped', 'name'] }];
  await collection.updateMany({ _id: { $in: destroyed } }, gone);
  return destroyed;
}

const ownerOf = ({ _id: id, accountId, livemode }: CustomerKeyDocument): OwnedKey => ({
  id,
  tenant: { accountId, livemode },
});
