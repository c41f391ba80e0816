import { InvariantViolation, invariant, isKeyedRequestHash, keyedRequestHash, parseJson } from '@gx/core';
import { pixOutKeyIn } from '@gx/providers';
import type { Cipher, EncryptedValue } from '@gx/runtime';
import type { CustomerKey, CustomerKeys } from '@gx/runtime/mongo';
import { destinationOf, payeeOf } from '../domain/payee.ts';
import type { EncryptedPayee, PlainRefund, Refund, Secrets } from '../domain/refund.ts';
import { isHidden, isOpen } from '../domain/transitions.ts';
import { documentOf, type Encryption, plainOf, type RefundDocument } from './refund-document.ts';

export type StoredRefunds = ReturnType<typeof storedRefunds>;
/** A refund in a write: who did not open what is encrypted in it does not change that. */
export type WritableRefund = PlainRefund & { readonly bank: Partial<Secrets> };
type Options = {
  /** Of the service: what names nobody is under it, and what an older version stored. */
  readonly cipher: Cipher;
  /** False: as an older version stores it. */
  readonly isEncrypted: boolean;
};
type Stored = Omit<RefundDocument, 'outbox' | 'unfiled'>;

/** Refunds as they are stored: of a cashout, where it goes lies under the key of whom it goes to. */
export const storedRefunds = (keys: Pick<CustomerKeys, 'keyFor' | 'open'>, { cipher, isEncrypted }: Options) => {
  const { keyOf, secretsOf } = secretsUnder(keys, cipher);
  /** Throws where a key of what is encrypted in it is missing. */
  const opened = async (document: Stored): Promise<Refund> => {
    const secrets = await secretsOf(document);
    invariant(secrets !== null, 'a refund that has not ended has no payee any more');
    const plain = plainOf(document);
    return { ...plain, bank: { ...plain.bank, ...secrets } };
  };

  return {
    opened,

    /**
     * A new refund as it may be stored; `owner` is the document of who owns its destination, where one is
     * known.
     */
    async encrypted(refund: Refund, owner: string | undefined): Promise<Refund> {
      const { destinationKey } = refund.bank;
      if (!isEncrypted || destinationKey === null) return refund;
      const key = await keys.keyFor(refund.tenant, payeeOf(destinationKey, owner));
      return { ...refund, payee: payeeUnder(key, refund.bank) };
    },

    /** The document of a refund that may be stored. */
    documentOf: (refund: Refund): Omit<RefundDocument, 'dueAt'> =>
      documentOf(refund, refund.payee === undefined ? underService(refund.bank, cipher) : { body: null }),

    /** As it is worked on: one whose end stands needs no secrets, and its payee may be erased or lost. */
    claimed: async (document: Stored): Promise<PlainRefund> =>
      isHidden(document.status) || (isOpen(document.status) && document.finalStatus === null)
        ? opened(document)
        : plainOf(document),

    /** With where it goes, for whom it goes to; null once that was erased. */
    async held(document: Stored): Promise<PlainRefund & { readonly destinationKey: string | null }> {
      const secrets = await secretsOf(document);
      return { ...plainOf(document), destinationKey: secrets && destinationOf(secrets, pixOutKeyIn) };
    },

    /** What a change of secrets comes to in the document. */
    async secretsChanged(before: WritableRefund, after: WritableRefund): Promise<Partial<RefundDocument>> {
      const [was, { body, destinationKey }] = [before.bank, after.bank];
      if (body === undefined || destinationKey === undefined) return {};
      if (was.body === body && was.destinationKey === destinationKey) return {};
      if (after.payee === undefined) return underService({ body, destinationKey }, cipher);
      const key = await keyOf(after.payee);
      invariant(key !== null, 'a refund that has not ended has no payee any more');
      return { payee: payeeUnder(key, { body, destinationKey }) };
    },

    /** What the document of an older version says of its payee, as it is stored now. */
    async payeeOf(document: Stored): Promise<EncryptedPayee> {
      const { body, destinationKey } = secretsUnderService(cipher, document);
      const to = destinationOf({ body, destinationKey }, pixOutKeyIn);
      const { accountId, livemode } = document;
      return payeeUnder(await keys.keyFor({ accountId, livemode }, payeeOf(to)), { body, destinationKey: to });
    },
  };
};

/** What is encrypted of a refund, wherever it lies. */
function secretsUnder(keys: Pick<CustomerKeys, 'open'>, cipher: Cipher) {
  /** Null once it was destroyed. One that is lost is no erasure. */
  const keyOf = async ({ keyId }: EncryptedPayee): Promise<CustomerKey | null> => {
    const key = (await keys.open([keyId])).get(keyId);
    if (key === undefined) throw new InvariantViolation(`no key ${keyId} of a payee`);
    return key;
  };
  const secretsOf = async (document: Stored): Promise<Secrets | null> => {
    const { payee } = document;
    if (payee === undefined) return secretsUnderService(cipher, document);
    const key = await keyOf(payee);
    if (key === null) return null;
    return parseJson(key.decrypt({ keyId: key.id, ciphertext: payee.secrets })) as Secrets;
  };
  return { keyOf, secretsOf };
}

/** Of a request that names where it goes: what it is known by afterwards. */
export const requestHashOf = (secret: Buffer, requestHash: string | null): string | null =>
  requestHash === null || isKeyedRequestHash(requestHash) ? requestHash : keyedRequestHash(secret, requestHash);

const payeeUnder = (key: CustomerKey, { body, destinationKey }: Secrets): EncryptedPayee => ({
  keyId: key.id,
  secrets: key.encrypt(JSON.stringify({ body, destinationKey } satisfies Secrets)).ciphertext,
});

const underService = ({ body, destinationKey }: Secrets, cipher: Cipher): Required<Encryption> => ({
  destination: encrypted(cipher, destinationKey),
  body: encrypted(cipher, body),
});
const secretsUnderService = (cipher: Cipher, { body, destination = null }: Encryption): Secrets => ({
  body: decrypted(cipher, body),
  destinationKey: decrypted(cipher, destination),
});

const encrypted = (cipher: Cipher, clear: string | null): EncryptedValue | null =>
  clear === null ? null : cipher.encrypt(clear);
const decrypted = (cipher: Cipher, stored: EncryptedValue | null): string | null =>
  stored === null ? null : cipher.decrypt(stored);
