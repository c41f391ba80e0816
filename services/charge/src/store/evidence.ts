import { type Id, parseJson, type Tenant } from '@gx/core';
import type { Cipher, EncryptedValue } from '@gx/runtime';
import { duplicatesOf } from '@gx/runtime/mongo';
import type { Connection } from 'mongoose';

/** One piece of what a merchant handed in: the text, or a file. Personal data. */
export type EvidencePiece = { readonly name: string; readonly type: string; readonly content: Buffer };
export type EvidenceStore = ReturnType<typeof evidenceStore>;
type EvidenceDocument = {
  /** `<dispute>:<evidence>:<text or number of the file>`. */
  _id: string;
  accountId: Id<'account'>;
  livemode: boolean;
  /** Name, type and content: nothing of it may be read without the key. */
  encrypted: EncryptedValue;
};
/** Which evidence of which dispute; each piece is named by `text` or the number of the file, from 0. */
export type EvidenceName = { readonly disputeId: Id<'dispute'>; readonly evidenceId: string };

export const EVIDENCE_COLLECTION = 'dispute_evidence';

/** What merchants hand in for disputes, each piece encrypted by itself. Written once, never changed. */
export function evidenceStore(connection: Connection, cipher: Cipher) {
  const collection = connection.collection<EvidenceDocument>(EVIDENCE_COLLECTION);
  const idOf = ({ disputeId, evidenceId }: EvidenceName, piece: string): string =>
    `${disputeId}:${evidenceId}:${piece}`;
  return {
    /**
     * Stores the pieces that are not there yet: its name derives from its content, so those that are, are the
     * same.
     */
    async add(
      { accountId, livemode }: Tenant,
      name: EvidenceName,
      pieces: ReadonlyMap<string, EvidencePiece>,
    ): Promise<void> {
      const documents = [...pieces].map(([piece, content]) => ({
        _id: idOf(name, piece),
        accountId,
        livemode,
        encrypted: cipher.encrypt(encoded(content)),
      }));
      await collection.insertMany(documents, { ordered: false }).catch(duplicatesOf);
    },

    /** Undefined where there is no such piece. */
    async piece(name: EvidenceName, piece: string): Promise<EvidencePiece | undefined> {
      const document = await collection.findOne({ _id: idOf(name, piece) });
      return document === null ? undefined : decoded(cipher.decrypt(document.encrypted));
    },
  };
}

const encoded = ({ name, type, content }: EvidencePiece): string =>
  JSON.stringify([name, type, content.toString('base64')]);

function decoded(text: string): EvidencePiece {
  const [name, type, content] = parseJson(text) as [string, string, string];
  return { name, type, content: Buffer.from(content, 'base64') };
}
