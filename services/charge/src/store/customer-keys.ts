import { randomBytes } from 'node:crypto';
import { type Id, InvariantViolation, type Tenant } from '@gx/core';
import { batched, type Cipher, type EncryptedValue, newCipher } from '@gx/runtime';
import { duplicatesOf } from '@gx/runtime/mongo';
import type { Connection } from 'mongoose';
import { customerNames } from './customer-names.ts';
import { remembered } from './remembered.ts';

type KeyDocument = {
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
/** The key of a customer, ready for use. */
export type CustomerKey = Pick<Cipher, 'encrypt' | 'decrypt'> & KeyOwner;
export type CustomerKeys = Awaited<ReturnType<typeof customerKeys>>;
type Wanted = { readonly tenant: Tenant; readonly name: string };
export type KeyOwner = { readonly id: string; readonly tenant: Tenant };

export const CUSTOMER_KEYS = 'customer_keys';
const KEY_BYTES = 32;
const BATCH_MAX = 64;
const REMEMBERED_MAX = 10_000;
/** For what was read just before and is used just after. */
const SPARE_MS = 1_000;
const NAMED = { name: { $exists: true } } as const;

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

type KeyOptions = {
  /** Of the service: wraps the keys of customers, and the one that names them. */
  readonly cipher: Cipher;
  /** How long a process goes by what it has read of a key. */
  readonly rememberedMs: number;
};

/**
 * The keys of customers, one for each account, mode and document. What is under a key can be read as long as
 * the key is there, wherever a copy of it lies: erasing is destroying the key. A customer without a document
 * has a key for each charge.
 */
export async function customerKeys(connection: Connection, { cipher, rememberedMs }: KeyOptions) {
  const collection = connection.collection<KeyDocument>(CUSTOMER_KEYS);
  await makeCustomerKeyIndexes(connection);
  const nameOf = customerNames(connection, cipher);
  const opened = remembered<CustomerKey | null>({ forMs: rememberedMs, max: REMEMBERED_MAX });
  const current = remembered<CustomerKey>({ forMs: rememberedMs, max: REMEMBERED_MAX });

  const openKey = ({ _id, wrapped, ...owner }: KeyDocument): CustomerKey | null =>
    opened.set(_id, wrapped === undefined ? null : keyOf(owner, Buffer.from(cipher.decrypt(wrapped), 'base64')));

  const find = batched<Wanted, CustomerKey | undefined>({
    maxItems: BATCH_MAX,
    run: async (wanted) => {
      const documents = await collection
        .find({ isCurrent: true, $or: wanted.map(({ tenant, name }) => ({ ...tenant, name })) } as never)
        .toArray();
      const found = new Map(documents.map((document) => [placeOf(document), openKey(document)]));
      return wanted.map(({ tenant, name }) => found.get(placeOf({ ...tenant, name })) ?? undefined);
    },
  });
  /** False for one that somebody else made first. */
  const insert = batched<KeyDocument, boolean>({
    maxItems: BATCH_MAX,
    run: async (documents) => {
      const inserted = collection.insertMany([...documents] as never[], { ordered: false });
      const taken = await inserted.then(() => new Set<number>(), duplicatesOf);
      return documents.map((_, index) => !taken.has(index));
    },
  });
  const make = async (owner: Omit<KeyDocument, '_id' | 'wrapped'>): Promise<CustomerKey | undefined> => {
    const bytes = randomBytes(KEY_BYTES);
    const key = keyOf(owner, bytes);
    const wrapped = cipher.encrypt(bytes.toString('base64'));
    if (!(await insert({ ...owner, _id: key.id, wrapped }))) return undefined;
    opened.set(key.id, key);
    return key;
  };

  return {
    /** The key that new data of a customer goes under: of the document, or of nobody else's. */
    async keyFor({ accountId, livemode }: Tenant, document: string | undefined): Promise<CustomerKey> {
      const tenant = { accountId, livemode };
      const name = document === undefined ? undefined : await nameOf(document);
      if (name === undefined) return (await make(tenant)) as CustomerKey;
      const place = placeOf({ ...tenant, name });
      const known = current.get(place) ?? (await find({ tenant, name }));
      if (known !== undefined) return current.set(place, known);
      const made = (await make({ ...tenant, name, isCurrent: true })) ?? (await find({ tenant, name }));
      if (made === undefined) throw new InvariantViolation('the key of a customer is neither made nor there');
      return current.set(place, made);
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

    /** Every key of the customer with this document that was not destroyed, of one account or of all. */
    async named(document: string, { accountId, livemode }: Partial<Tenant> = {}): Promise<readonly KeyOwner[]> {
      const mine = {
        ...(accountId === undefined ? {} : { accountId }),
        ...(livemode === undefined ? {} : { livemode }),
      };
      const documents = await collection
        .find({ name: await nameOf(document), ...mine })
        .sort({ _id: 1 })
        .toArray();
      return documents.map(ownerOf);
    },

    /** Nothing new goes under these keys, once every process has forgotten them. */
    async retire(ids: readonly string[]): Promise<void> {
      const current = { _id: { $in: [...ids] }, isCurrent: true } as const;
      await collection.updateMany(current, [{ $set: { retiredAt: '$$NOW' } }, { $unset: 'isCurrent' }]);
    },

    /**
     * Destroys those of them that every process has forgotten as current: what is under them is gone as soon
     * as it is forgotten altogether. Answers which.
     */
    async destroy(ids: readonly string[]): Promise<readonly string[]> {
      const isForgotten = { $lt: ['$retiredAt', { $subtract: ['$$NOW', rememberedMs + SPARE_MS] }] };
      const ripe = {
        _id: { $in: [...ids] },
        retiredAt: { $exists: true },
        erasedAt: { $exists: false },
        $expr: isForgotten,
      };
      const found = await collection.find(ripe, { projection: { _id: 1 } }).toArray();
      const destroyed = found.map(({ _id }) => _id);
      const gone = [{ $set: { erasedAt: '$$NOW' } }, { $unset: ['wrapped', 'name'] }];
      await collection.updateMany({ _id: { $in: destroyed } }, gone);
      return destroyed;
    },

    /** So long after either of the two a process may still go by what it has read. */
    forgottenAfterMs: rememberedMs + SPARE_MS,
  };
}

function keyOf({ accountId, livemode }: Tenant, bytes: Buffer): CustomerKey {
  const { encrypt, decrypt, encryptionKeyId: id } = newCipher(bytes);
  return { encrypt, decrypt, id, tenant: { accountId, livemode } };
}

const ownerOf = ({ _id: id, accountId, livemode }: KeyDocument): KeyOwner => ({ id, tenant: { accountId, livemode } });

const placeOf = ({ accountId, livemode, name = '' }: Pick<KeyDocument, 'accountId' | 'livemode' | 'name'>): string =>
  `${accountId} ${livemode} ${name}`;
