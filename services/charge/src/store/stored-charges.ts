import { parseJson } from '@gx/core';
import { type CustomerKey, type CustomerKeys, valuesUnder } from '@gx/runtime/mongo';
import type { Connection } from 'mongoose';
import type { Charge, Customer } from '../domain/charge.ts';
import {
  customerOf,
  documentOfCustomer,
  type EncryptedPersonalData,
  erased,
  type PersonalData,
  personalDataOf,
  shown,
} from '../domain/personal-data.ts';
import { type ChargeDocument, chargeOf } from './charge-document.ts';
import type { ChargeModel } from './charge-model.ts';

/** The charges of a database, and how they are opened. */
export type ChargeCollection = {
  readonly connection: Connection;
  readonly model: ChargeModel;
  readonly stored: StoredCharges;
};
type Stored = Omit<ChargeDocument, 'outbox'>;
export type StoredCharges = ReturnType<typeof storedCharges>;

/** Charges as they are stored, and what they say of persons, under the keys of their customers. */
export const storedCharges = (
  keys: Pick<CustomerKeys, 'keyFor' | 'open'>,
  { isEncrypted }: { readonly isEncrypted: boolean },
) => ({
  /** The charge, with what it says of persons encrypted beside it: as it may be stored. */
  async encrypted(charge: Charge): Promise<Charge> {
    const data = isEncrypted ? personalDataOf(charge) : undefined;
    if (data === undefined) return charge;
    const key = await keys.keyFor(charge.tenant, documentOfCustomer(charge));
    return { ...charge, personalData: encryptedUnder(key, data) };
  },

  /** The charge of a document. */
  async opened(document: Stored): Promise<Charge> {
    const stored = chargeOf(document);
    const { personalData } = stored;
    if (personalData === undefined) return stored;
    return openedBy((await keys.open([personalData.keyId])).get(personalData.keyId) ?? null, stored, personalData);
  },

  /** Those of documents, in their order. */
  async eachOpened(documents: readonly Stored[]): Promise<Charge[]> {
    const keyOf = await keysOf(keys, documents);
    return documents.map((document) => {
      const stored = chargeOf(document);
      const { personalData } = stored;
      return personalData === undefined ? stored : openedBy(keyOf(personalData), stored, personalData);
    });
  },

  /** Their customers alone; nobody where the key was destroyed. */
  async customers(documents: readonly Pick<Stored, 'customer' | 'personalData'>[]): Promise<readonly Customer[]> {
    const keyOf = await keysOf(keys, documents);
    return documents.map(({ customer, personalData }) => {
      if (personalData === undefined) return customer;
      const key = keyOf(personalData);
      return key === null ? {} : customerOf(valuesUnder(key, personalData.values));
    });
  },
});

type KeyOf = (data: EncryptedPersonalData) => CustomerKey | null;

async function keysOf(
  keys: Pick<CustomerKeys, 'open'>,
  documents: readonly Pick<Stored, 'personalData'>[],
): Promise<KeyOf> {
  const ids = documents.flatMap(({ personalData }) => personalData?.keyId ?? []);
  const found = ids.length === 0 ? undefined : await keys.open(ids);
  return ({ keyId }) => found?.get(keyId) ?? null;
}

function encryptedUnder(key: CustomerKey, { values, bodies }: PersonalData): EncryptedPersonalData {
  const encrypt = (value: object): string => key.encrypt(JSON.stringify(value)).ciphertext;
  const fields = Object.keys(values) as EncryptedPersonalData['fields'];
  return { keyId: key.id, fields, values: encrypt(values), bodies: encrypt(bodies) };
}

function openedBy(key: CustomerKey | null, stored: Charge, data: EncryptedPersonalData): Charge {
  if (key === null) return erased(stored);
  const bodies = parseJson(key.decrypt({ keyId: key.id, ciphertext: data.bodies })) as PersonalData['bodies'];
  return shown(stored, { values: valuesUnder(key, data.values), bodies });
}
