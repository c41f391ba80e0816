import { type Id, isUnavailable } from '@gx/core';
import type { Cipher, EncryptedValue, Logger } from '@gx/runtime';
import type { CustomerKey, OwnedKey } from '@gx/runtime/mongo';
import type { Connection } from 'mongoose';
import type { ChargesOfKeys } from './charges-of-keys.ts';
import { DISPUTES_COLLECTION } from './dispute-model.ts';
import { EVIDENCE_COLLECTION } from './evidence.ts';

export type OlderEvidence = ReturnType<typeof olderEvidence>;
type Deps = {
  readonly connection: Connection;
  /** Of the service. */
  readonly cipher: Cipher;
  readonly chargesOfKeys: Pick<ChargesOfKeys, 'disputesUnder'>;
  readonly keyFor: (chargeId: Id<'charge'>) => Promise<CustomerKey | undefined>;
  readonly log: Pick<Logger, 'error'>;
};
type Stored = { readonly _id: string; readonly encrypted: EncryptedValue };
type Outcome = 'evidence' | 'kept' | 'unreadable';
type Dispute = { readonly _id: string; readonly chargeId: Id<'charge'> };

/** Documents that one step looks at; a file has 1 MiB, and is read alone. */
const STEP = 20;

/**
 * Evidence under the key of the service whose charge names somebody: as older versions store it, and this one
 * while the key of that person is lost. What no key of the service opens says nothing of anybody.
 */
export function olderEvidence({ connection, cipher, chargesOfKeys, keyFor, log }: Deps) {
  const IS_OLDER = { 'encrypted.keyId': { $in: [...cipher.keyIds] } } as const;
  const collection = connection.collection<Stored>(EVIDENCE_COLLECTION);
  const disputes = connection.collection<Dispute>(DISPUTES_COLLECTION);
  const encrypt = async (_id: string): Promise<boolean> => {
    const dispute = await disputes.findOne({ _id: _id.slice(0, _id.indexOf(':')) });
    const key = dispute === null ? undefined : await keyFor(dispute.chargeId);
    const document = key && (await collection.findOne({ _id, ...IS_OLDER }));
    if (key === undefined || document == null) return false;
    const ofPerson = key.encrypt(cipher.decrypt(document.encrypted));
    const asRead = { _id, 'encrypted.ciphertext': document.encrypted.ciphertext };
    const { modifiedCount } = await collection.updateOne(asRead, { $set: { ofPerson }, $unset: { encrypted: '' } });
    return modifiedCount === 1;
  };
  /** One that does not open holds up no other. */
  const outcomeOf = async ({ _id, encrypted }: Pick<Stored, '_id' | 'encrypted'>): Promise<Outcome> => {
    if (!cipher.keyIds.includes(encrypted.keyId)) return 'unreadable';
    try {
      return (await encrypt(_id)) ? 'evidence' : 'kept';
    } catch (err) {
      if (isUnavailable(err)) throw err;
      log.error(
        { alarm: 'evidence_unreadable', piece: _id, err },
        'evidence cannot be brought under the key of a person',
      );
      return 'unreadable';
    }
  };

  return {
    /** Brings that of the pieces after this one under keys, at most a step; `next` is absent at the end. */
    async encryptStep(after: string) {
      const found = await collection
        .find({ _id: { $gt: after } }, { projection: { 'encrypted.keyId': 1 } })
        .sort({ _id: 1 })
        .limit(STEP)
        .toArray();
      const outcomes = { evidence: 0, kept: 0, unreadable: 0 };
      for (const piece of found) if (piece.encrypted !== undefined) outcomes[await outcomeOf(piece)] += 1;
      const next = found.length < STEP ? undefined : found.at(-1)?._id;
      const { evidence, unreadable } = outcomes;
      return { evidence, unreadable, ...(next === undefined ? {} : { next }) };
    },

    /**
     * Whether there is some about the charges under any of these keys: no erasure of theirs would reach it.
     */
    async isThere(keys: readonly OwnedKey[]): Promise<boolean> {
      const ids = (await Promise.all(keys.map(chargesOfKeys.disputesUnder))).flat();
      for (const id of ids) {
        const found = await collection.findOne({ _id: { $gte: `${id}:`, $lt: `${id};` }, ...IS_OLDER }, ID_ALONE);
        if (found !== null) return true;
      }
      return false;
    },
  };
}

const ID_ALONE = { projection: { _id: 1 } } as const;
