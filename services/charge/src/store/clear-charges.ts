import { isKeyedRequestHash, parseTaxId, type TaxDocument } from '@gx/core';
import type { Cipher } from '@gx/runtime';
import type { Charge, EncryptedTaxId } from '../domain/charge.ts';
import { hidden, valuesOf } from '../domain/personal-data.ts';
import { type ChargeDocument, chargeOf } from './charge-document.ts';
import { withShownCharge } from './event-charges.ts';
import type { LastEvent } from './last-event.ts';
import type { Payers } from './payers.ts';
import type { ChargeCollection } from './stored-charges.ts';

export type ClearCharges = ReturnType<typeof clearCharges>;
type Deps = {
  readonly payers: Pick<Payers, 'encrypted'>;
  /** Of the service: older versions kept who paid under it. */
  readonly cipher: Pick<Cipher, 'decrypt' | 'keyIds'>;
};
type Stored = Omit<ChargeDocument, 'outbox'>;
type Result = { readonly isUnreadable?: true; readonly isLeft?: true; readonly write?: object };

const STEP = 500;

/** Charges that older versions stored: in the clear, with who paid under the key of the service. */
export const clearCharges = ({ model, stored }: ChargeCollection, { payers, cipher }: Deps) => {
  const encrypted = async (document: Stored): Promise<Result> => {
    const charge = chargeOf(document);
    const names = namesPersons(charge);
    const isKnownInClear = hasPlainHash(charge);
    if (!names && !isKnownInClear && charge.payer === undefined) return {};
    // Its owner writes soon, and goes by the version of the insert.
    if (charge.status === 'PENDING') return { isLeft: true };
    const payer = charge.payer === undefined ? undefined : documentUnder(cipher, charge.payer);
    const isUnreadable = charge.payer !== undefined && payer === undefined ? ({ isUnreadable: true } as const) : {};
    if (!names && !isKnownInClear && payer === undefined) return isUnreadable;
    const after = hidden(names ? await stored.encrypted(charge) : charge);
    const { customer, expectedPayerTaxId, metadataJson, paymentOptions, personalData, requestHash } = after;
    const $set = {
      ...(names ? { customer, expectedPayerTaxId, metadataJson, paymentOptions, personalData, requestHash } : {}),
      ...(names ? lastEvent(document.lastEvent, after) : {}),
      ...(isKnownInClear ? { requestHash: await stored.keyedHash(charge) } : {}),
      ...(payer === undefined ? {} : await payers.encrypted(charge.tenant, payer)),
    };
    const filter = { _id: charge.id, ...charge.tenant, version: charge.version };
    const update = { $set, $inc: { version: 1 }, ...(payer === undefined ? {} : { $unset: { payer: '' } }) };
    return { ...isUnreadable, write: { updateOne: { filter, update } } };
  };

  return {
    /**
     * Encrypts those among the charges after this one, at most a step; each by a compare-and-set, so that a
     * walk that broke off is begun anew and passes over what is done. `next` is absent at the end.
     */
    async encryptStep(after: string | undefined) {
      const beyond = after === undefined ? {} : { _id: { $gt: after } };
      const documents = await model
        .find(beyond as never, { outbox: 0 })
        .sort({ _id: 1 })
        .limit(STEP)
        .lean<ChargeDocument[]>();
      const results = await Promise.all(documents.map(encrypted));
      const writes = results.flatMap(({ write }) => write ?? []);
      const written =
        writes.length === 0
          ? 0
          : (await model.collection.bulkWrite(writes as never[], { ordered: false })).modifiedCount;
      const next = documents.length < STEP ? undefined : documents.at(-1)?._id;
      return {
        encrypted: written,
        left: results.filter(({ isLeft }) => isLeft).length + writes.length - written,
        unreadable: results.filter(({ isUnreadable }) => isUnreadable).length,
        ...(next === undefined ? {} : { next }),
      };
    },
  };
};

const namesPersons = (charge: Charge): boolean =>
  charge.personalData === undefined && Object.keys(valuesOf(charge)).length > 0;

/** Of a charge under a key: a list of documents would find the person by it. */
const hasPlainHash = ({ personalData, requestHash }: Charge): boolean =>
  personalData !== undefined && !isKeyedRequestHash(requestHash);

/** Undefined where the key that encrypted it is gone: nothing is lost by leaving it. */
function documentUnder(cipher: Deps['cipher'], payer: EncryptedTaxId): TaxDocument | undefined {
  return cipher.keyIds.includes(payer.keyId) ? parseTaxId(cipher.decrypt(payer)) : undefined;
}

/** The event that is sent again shows what the charge shows: nothing of a person but ciphertext. */
function lastEvent(last: LastEvent | null, { personalData, metadataJson }: Charge) {
  if (last?.value == null || personalData === undefined) return {};
  const { keyId, values: ciphertext, fields } = personalData;
  const value = withShownCharge(last.value, ({ expectedPayerTaxId: _, ...charge }) => ({
    ...charge,
    customer: {},
    metadataJson,
    personalData: { keyId, ciphertext, fields: [...fields] },
  }));
  return { 'lastEvent.value': value };
}
