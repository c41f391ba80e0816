import { type Id, invariant, parseJson, type Tenant } from '@gx/core';
import type { Cipher, EncryptedValue } from '@gx/runtime';
import { type CustomerKey, type CustomerKeys, duplicatesOf } from '@gx/runtime/mongo';
import type { Connection } from 'mongoose';

/** One piece of what a merchant handed in: the text, or a file. Personal data. */
export type EvidencePiece = { readonly name: string; readonly type: string; readonly content: Buffer };
export type EvidenceStore = ReturnType<typeof evidenceStore>;
/** Name, type and content: nothing of it may be read without the key. */
type EvidenceDocument = {
  /** `<dispute>:<evidence>:<text or number of the file>`. */
  _id: string;
  accountId: Id<'account'>;
  livemode: boolean;
  /** Under the key of a person of the charge: gone with that key. */
  ofPerson?: EncryptedValue;
  /** Under the key of the service: of a charge that names nobody, and of an older version. */
  encrypted?: EncryptedValue;
};
/** Which evidence of which dispute; each piece is named by `text` or the number of the file, from 0. */
export type EvidenceName = { readonly disputeId: Id<'dispute'>; readonly evidenceId: string };
type Deps = {
  readonly connection: Connection;
  /** Of the service. */
  readonly cipher: Cipher;
  readonly keys: Pick<CustomerKeys, 'open'>;
  /** The key that new evidence about a charge goes under; undefined where nobody has one. */
  readonly keyFor: (chargeId: Id<'charge'>) => Promise<CustomerKey | undefined>;
};

export const EVIDENCE_COLLECTION = 'dispute_evidence';

/** What merchants hand in for disputes, each piece encrypted by itself. What it says never changes. */
export function evidenceStore({ connection, cipher, keys, keyFor }: Deps) {
  const collection = connection.collection<EvidenceDocument>(EVIDENCE_COLLECTION);
  return {
    /**
     * Stores the pieces that are not there yet: its name derives from its content, so those that are, are the
     * same.
     */
    async add(
      { accountId, livemode }: Tenant,
      name: EvidenceName & { readonly chargeId: Id<'charge'> },
      pieces: ReadonlyMap<string, EvidencePiece>,
    ): Promise<void> {
      const key = await keyFor(name.chargeId);
      const documents = [...pieces].map(([piece, content]) => ({
        _id: idOf(name, piece),
        accountId,
        livemode,
        ...(key === undefined
          ? { encrypted: cipher.encrypt(encoded(content)) }
          : { ofPerson: key.encrypt(encoded(content)) }),
      }));
      await collection.insertMany(documents, { ordered: false }).catch(duplicatesOf);
    },

    /** Undefined where there is no such piece; `erased` where nobody can read it any more. */
    async piece(name: EvidenceName, piece: string): Promise<EvidencePiece | 'erased' | undefined> {
      const document = await collection.findOne({ _id: idOf(name, piece) });
      if (document === null) return undefined;
      const { ofPerson, encrypted } = document;
      if (ofPerson === undefined) {
        invariant(encrypted !== undefined, 'evidence under no key');
        return decoded(cipher.decrypt(encrypted));
      }
      const key = (await keys.open([ofPerson.keyId])).get(ofPerson.keyId);
      // A destroyed key is null: that it is lost is no erasure.
      invariant(key !== undefined, 'the key of evidence is lost');
      return key === null ? 'erased' : decoded(key.decrypt(ofPerson));
    },
  };
}

const idOf = ({ disputeId, evidenceId }: EvidenceName, piece: string): string => `${disputeId}:${evidenceId}:${piece}`;

const encoded = ({ name, type, content }: EvidencePiece): string =>
  JSON.stringify([name, type, content.toString('base64')]);

function decoded(text: string): EvidencePiece {
  const [name, type, content] = parseJson(text) as [string, string, string];
  return { name, type, content: Buffer.from(content, 'base64') };
}
