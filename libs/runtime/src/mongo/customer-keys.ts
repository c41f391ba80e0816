import type { CustomerName, Tenant } from '@gx/core';
import type { Connection } from 'mongoose';
import type { Cipher } from '../crypto/cipher.ts';
import type { Logger } from '../telemetry/logger.ts';
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
export type CustomerKeyOptions = {
  /** Of the service: wraps the keys of customers, and the secret that names them. */
  readonly cipher: Cipher;
  /** How long a process goes by what it has read of a key. */
  readonly rememberedMs: number;
  readonly log: Pick<Logger, 'error'>;
};

/** What one call for an erasure did, and what is to come. */
export type KeyErasure = {
  readonly destroyed: readonly string[];
  /** So long something new may still go under the others: the call is made again then. 0: none is left. */
  readonly waitMs: number;
  /** So long a process may still read what was under the destroyed. */
  readonly inForceAfterMs: number;
};

/** For what was read just before and is shown just after. */
const READ_MS = 1_000;

/**
 * The keys of the customers of a service, one for each account, mode and name (ADR 130). What is under a key
 * can be read as long as the key is there, wherever a copy of it lies: erasing is destroying the key. A
 * customer without a name has a key for each thing that is created.
 */
export async function customerKeys(connection: Connection, options: CustomerKeyOptions) {
  const collection = customerKeyCollection(connection);
  await makeCustomerKeyIndexes(connection);
  const nameOf = customerNames(connection, options.cipher);
  const opened = openedKeys(collection, options);
  const current = currentKeys(collection, opened, options);
  const forgottenAfterMs = options.rememberedMs + READ_MS;
  // A creation that has read its key may not have stored what it creates yet: it has as long again for that.
  const unusedAfterMs = options.rememberedMs + forgottenAfterMs;
  return {
    open: opened.open,

    /** The key that new data of a customer goes under: of the name, or of nobody else's. */
    async keyFor({ accountId, livemode }: Tenant, customer: CustomerName | undefined): Promise<CustomerKey> {
      const tenant = { accountId, livemode };
      const name = customer === undefined ? undefined : await nameOf(customer);
      return name === undefined ? current.single(tenant) : current.named({ tenant, name });
    },

    /** Every key of the customer with this name that was not destroyed, of one account or of all. */
    async named(customer: CustomerName, { accountId, livemode }: Partial<Tenant> = {}): Promise<readonly OwnedKey[]> {
      const mine = {
        ...(accountId === undefined ? {} : { accountId }),
        ...(livemode === undefined ? {} : { livemode }),
      };
      const name = await nameOf(customer);
      if (name === undefined) return [];
      const documents = await collection
        .find({ name, ...mine })
        .sort({ _id: 1 })
        .toArray();
      return documents.map(ownerOf);
    },

    /**
     * Destroys keys in two steps: first nothing new goes under them; once no creation can be under way that
     * does, they are gone. Each step is its own write, so that a call that was lost is made again and goes
     * on.
     */
    async erase(ids: readonly string[]): Promise<KeyErasure> {
      await retire(collection, ids);
      const destroyed = await destroyUnused(collection, ids, unusedAfterMs);
      return {
        destroyed,
        waitMs: destroyed.length < ids.length ? unusedAfterMs : 0,
        inForceAfterMs: destroyed.length > 0 ? forgottenAfterMs : 0,
      };
    },
  };
}

/** Nothing new goes under these keys, once every process has forgotten them and stored what it began. */
async function retire(collection: CustomerKeyCollection, ids: readonly string[]): Promise<void> {
  const those = { _id: { $in: [...ids] }, isCurrent: true } as const;
  await collection.updateMany(those, [{ $set: { retiredAt: '$$NOW' } }, { $unset: 'isCurrent' }]);
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
