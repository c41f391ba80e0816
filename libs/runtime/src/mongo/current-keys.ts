import { randomBytes } from 'node:crypto';
import { InvariantViolation, type Tenant } from '@gx/core';
import type { Cipher } from '../crypto/cipher.ts';
import { batched } from '../work/batched.ts';
import { remembered } from '../work/remembered.ts';
import { type CustomerKey, type CustomerKeyCollection, type CustomerKeyDocument, customerKey } from './customer-key.ts';
import { duplicatesOf } from './mongo.ts';
import type { OpenedKeys } from './opened-keys.ts';
import { untilDone } from './until-done.ts';

type Wanted = { readonly tenant: Tenant; readonly name: string };
type Options = { readonly cipher: Cipher; readonly rememberedMs: number };

const KEY_BYTES = 32;
const BATCH_MAX = 64;
const REMEMBERED_MAX = 10_000;
const BEING_MADE = 'It cannot be created now. Retry with the same Idempotency-Key.';

/** The keys that new data of customers goes under: found, or made by the first who wants one. */
export function currentKeys(collection: CustomerKeyCollection, opened: OpenedKeys, { cipher, rememberedMs }: Options) {
  const current = remembered<CustomerKey>({ forMs: rememberedMs, max: REMEMBERED_MAX });
  const find = batched<Wanted, CustomerKey | undefined>({
    maxItems: BATCH_MAX,
    run: (wanted) => findEach(collection, opened, wanted),
  });
  /** False for one that somebody else made first. */
  const insert = batched<CustomerKeyDocument, boolean>({
    maxItems: BATCH_MAX,
    run: async (documents) => {
      const inserted = collection.insertMany([...documents] as never[], { ordered: false });
      const duplicates = await inserted.then(() => new Set<number>(), duplicatesOf);
      return documents.map((_, index) => !duplicates.has(index));
    },
  });
  const make = async (owner: Omit<CustomerKeyDocument, '_id' | 'wrapped'>): Promise<CustomerKey | undefined> => {
    const bytes = randomBytes(KEY_BYTES);
    const key = customerKey(owner, bytes);
    const wrapped = cipher.encrypt(bytes.toString('base64'));
    return (await insert({ ...owner, _id: key.id, wrapped })) ? opened.note(key) : undefined;
  };

  return {
    /** One that is nobody else's. */
    async single(tenant: Tenant): Promise<CustomerKey> {
      const made = await make(tenant);
      if (made === undefined) throw new InvariantViolation('a new key has the bytes of another');
      return made;
    },

    async named(wanted: Wanted): Promise<CustomerKey> {
      const slot = slotOf({ ...wanted.tenant, name: wanted.name });
      const known = current.get(slot) ?? (await find(wanted));
      if (known !== undefined) return current.set(slot, known);
      const made = await make({ ...wanted.tenant, name: wanted.name, isCurrent: true });
      return current.set(slot, made ?? (await untilDone(() => find(wanted), BEING_MADE)));
    },
  };
}

async function findEach(collection: CustomerKeyCollection, opened: OpenedKeys, wanted: readonly Wanted[]) {
  const documents = await collection
    .find({ isCurrent: true, $or: wanted.map(({ tenant, name }) => ({ ...tenant, name })) } as never)
    .toArray();
  const found = new Map(documents.map((document) => [slotOf(document), opened.openKey(document)]));
  return wanted.map(({ tenant, name }) => found.get(slotOf({ ...tenant, name })) ?? undefined);
}

type Slot = Pick<CustomerKeyDocument, 'accountId' | 'livemode' | 'name'>;
const slotOf = ({ accountId, livemode, name = '' }: Slot): string => `${accountId} ${livemode} ${name}`;
