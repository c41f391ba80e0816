import type { Id, Tenant } from '@gx/core';
import type { Connection } from 'mongoose';
import { type Cipher, type EncryptedValue, newCipher } from '../crypto/cipher.ts';

export type CustomerKeyDocument = {
  /** Names the key by its bytes, as every key. */
  _id: string;
  accountId: Id<'account'>;
  livemode: boolean;
  /** Keyed hash of the customer's document; absent where there is none, and once it was erased. */
  name?: string;
  /** What is new of this customer is encrypted under it. */
  isCurrent?: true;
  /** From when on nothing new is; by the database's clock. */
  retiredAt?: Date;
  /** Under the encryption key of the service; absent once it was destroyed. */
  wrapped?: EncryptedValue;
  erasedAt?: Date;
};
export type OwnedKey = { readonly id: string; readonly tenant: Tenant };
/** The key of a customer, ready for use. */
export type CustomerKey = Pick<Cipher, 'encrypt' | 'decrypt'> & OwnedKey;

export const CUSTOMER_KEYS = 'customer_keys';
const NAMED = { name: { $exists: true } } as const;

export const customerKeyCollection = (connection: Connection) =>
  connection.collection<CustomerKeyDocument>(CUSTOMER_KEYS);
export type CustomerKeyCollection = ReturnType<typeof customerKeyCollection>;

/** Makes the indexes that are missing. */
export async function makeCustomerKeyIndexes(connection: Connection): Promise<void> {
  await connection.collection(CUSTOMER_KEYS).createIndexes([
    {
      key: { accountId: 1, livemode: 1, name: 1 },
      name: 'current',
      unique: true,
      partialFilterExpression: { isCurrent: true },
    },
    { key: { name: 1, accountId: 1, livemode: 1 }, name: 'name', partialFilterExpression: NAMED },
  ]);
}

export function customerKey({ accountId, livemode }: Tenant, bytes: Buffer): CustomerKey {
  const { encrypt, decrypt, encryptionKeyId: id } = newCipher(bytes);
  return { encrypt, decrypt, id, tenant: { accountId, livemode } };
}
