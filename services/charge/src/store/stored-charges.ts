import { InvariantViolation, isKeyedRequestHash, keyedRequestHash, parseJson } from '@gx/core';
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
  unreadable,
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

type StoredChargesOptions = {
  readonly isEncrypted: boolean;
  /** By which requests are known that name persons. */
  readonly requestSecret: () => Promise<Buffer>;
};

/** Charges as they are stored, and what they say of persons, under the keys of their customers. */
export const storedCharges = (
  keys: Pick<CustomerKeys, 'keyFor' | 'open'>,
  { isEncrypted, requestSecret }: StoredChargesOptions,
) => ({
  /**
   * The charge, with what it says of persons encrypted beside it, and what it is known by keyed: as it may be
   * stored.
   */
  async encrypted(charge: Charge): Promise<Charge> {
    const data = isEncrypted ? personalDataOf(charge) : undefined;
    if (data === undefined) return charge;
    const key = await keys.keyFor(charge.tenant, documentOfCustomer(charge));
    const requestHash = keyedRequestHash(await requestSecret(), charge.requestHash);
    return { ...charge, requestHash, personalData: encryptedUnder(key, data) };
  },

  /** What a charge that names persons is known by, as it may be stored. */
  keyedHash: async ({ requestHash }: Charge): Promise<string> => keyedRequestHash(await requestSecret(), requestHash),

  /** The hash of a request as this charge's is stored: of a charge that names nobody it is as it came. */
  requestHashLike: async ({ requestHash: stored }: Charge, requestHash: string): Promise<string> =>
    isKeyedRequestHash(stored) ? keyedRequestHash(await requestSecret(), requestHash) : requestHash,

  /** The charge of a document. */
  async opened(document: Stored): Promise<Charge> {
    const stored = chargeOf(document);
    const { personalData } = stored;
    if (personalData === undefined) return stored;
    const key = (await keys.open([personalData.keyId])).get(personalData.keyId);
    if (key === undefined) throw new InvariantViolation(`no key ${personalData.keyId} of a customer`);
    return openedBy(key, stored, personalData);
  },

  /**
   * Those of documents, in their order. One whose key is lost holds up none of the others: it is unreadable,
   * and what needs no person of it goes on.
   */
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
      return key == null ? {} : customerOf(valuesUnder(key, personalData.values));
    });
  },
});

/** Undefined for one that is lost. */
type KeyOf = (data: EncryptedPersonalData) => CustomerKey | null | undefined;

async function keysOf(
  keys: Pick<CustomerKeys, 'open'>,
  documents: readonly Pick<Stored, 'personalData'>[],
): Promise<KeyOf> {
  const ids = documents.flatMap(({ personalData }) => personalData?.keyId ?? []);
  const found = ids.length === 0 ? undefined : await keys.open(ids);
  return ({ keyId }) => found?.get(keyId);
}

function encryptedUnder(key: CustomerKey, { values, bodies }: PersonalData): EncryptedPersonalData {
  const encrypt = (value: object): string => key.encrypt(JSON.stringify(value)).ciphertext;
  const fields = Object.keys(values) as EncryptedPersonalData['fields'];
  return { keyId: key.id, fields, values: encrypt(values), bodies: encrypt(bodies) };
}

function openedBy(key: CustomerKey | null | undefined, stored: Charge, data: EncryptedPersonalData): Charge {
  if (key === undefined) return unreadable(stored);
  if (key === null) return erased(stored);
  const bodies = parseJson(key.decrypt({ keyId: key.id, ciphertext: data.bodies })) as PersonalData['bodies'];
  return shown(stored, { values: valuesUnder(key, data.values), bodies });
}
