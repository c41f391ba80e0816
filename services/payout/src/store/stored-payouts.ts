import { InvariantViolation, invariant, type PersonalValues, parseJson } from '@gx/core';
import type { Cipher } from '@gx/runtime';
import { type CustomerKey, type CustomerKeys, valuesUnder } from '@gx/runtime/mongo';
import { type EncryptedPayee, payeeOf, valuesOf } from '../domain/payee.ts';
import type { Payout, PayoutSecrets, PlainPayout, StoredPayout } from '../domain/payout.ts';
import type { PayoutStatus } from '../domain/transitions.ts';
import { documentOf, type PayoutDocument, plainOf, type ServiceEncryption } from './payout-document.ts';

type Keys = Pick<CustomerKeys, 'keyFor' | 'open'>;
type Options = {
  /** Of the service: opens what an older version stored. */
  readonly cipher: Cipher;
  /** False: as an older version stores it. */
  readonly isEncrypted: boolean;
};
type Stored = Omit<PayoutDocument, 'outbox'>;
const ENDED: readonly PayoutStatus[] = ['PAID', 'FAILED'];
export type StoredPayouts = ReturnType<typeof storedPayouts>;

/** Payouts as they are stored, with what they say of their payees under the payees' keys. */
export const storedPayouts = (keys: Keys, { cipher, isEncrypted }: Options) => {
  const keysOf = async (documents: readonly Stored[]) => {
    const ids = documents.flatMap(({ payee }) => payee?.keyId ?? []);
    return ids.length === 0 ? new Map<string, CustomerKey | null>() : keys.open(ids);
  };

  return {
    /** A new payout as it may be stored and published: with what it says of its payee encrypted beside it. */
    encrypted: async (payout: Payout): Promise<Payout> =>
      isEncrypted ? { ...payout, payee: await encrypted(keys, payout) } : payout,

    /** The document of a payout that may be stored. */
    documentOf: (payout: Payout): Omit<PayoutDocument, 'dueAt'> =>
      payout.payee === undefined
        ? { ...documentOf(payout), ...underService(payout.secrets, cipher) }
        : documentOf({ ...payout, description: null }),

    /** What the document of an older version says of its payee, as it is stored now. */
    payeeOf: (document: Stored): Promise<EncryptedPayee> =>
      encrypted(keys, { ...plainOf(document), secrets: secretsUnder(cipher, document) }),

    /**
     * The payout of a document. Throws where a key of what is encrypted in it is missing, and it may be sent.
     */
    async opened(document: Stored): Promise<StoredPayout> {
      const { payee } = document;
      if (payee === undefined) return { ...plainOf(document), secrets: secretsUnder(cipher, document) };
      const key = (await keysOf([document])).get(payee.keyId);
      // Nothing is sent to the payee any more: it is brought to its end, and what comes back is looked for.
      const isOver = ENDED.includes(document.status) || document.finalStatus !== null;
      if (key === undefined && !isOver) throw new InvariantViolation(`no key ${payee.keyId} of a payee`);
      if (key == null) return { ...shownBy(key, document), secrets: null };
      const secrets = parseJson(key.decrypt({ keyId: key.id, ciphertext: payee.secrets })) as PayoutSecrets;
      return { ...shownBy(key, document), secrets };
    },

    /** Those of documents in their order, as they may be shown; one whose key is lost holds up no other. */
    async shown(documents: readonly Stored[]): Promise<PlainPayout[]> {
      const keyOf = await keysOf(documents);
      return documents.map((document) =>
        shownBy(document.payee === undefined ? null : keyOf.get(document.payee.keyId), document),
      );
    },
  };
};

async function encrypted(keys: Keys, payout: Payout): Promise<EncryptedPayee> {
  const key = await keys.keyFor(payout.tenant, payeeOf(payout.secrets));
  const encrypt = (value: object): string => key.encrypt(JSON.stringify(value)).ciphertext;
  const values = valuesOf(payout);
  const fields = Object.keys(values) as (keyof PersonalValues)[] as EncryptedPayee['fields'];
  return { keyId: key.id, fields, values: encrypt(values), secrets: encrypt(payout.secrets) };
}

/** Null for a key that was destroyed. One that is lost is no erasure. */
function shownBy(key: CustomerKey | null | undefined, document: Stored): PlainPayout {
  const plain = plainOf(document);
  const { payee } = document;
  if (payee === undefined || payee.fields.length === 0 || key === null) return plain;
  if (key === undefined) return { ...plain, isUnreadable: true };
  return { ...plain, description: valuesUnder(key, payee.values).description ?? null };
}

const underService = ({ destination, expectedOwner, body }: PayoutSecrets, cipher: Cipher): ServiceEncryption => ({
  recipient: cipher.encrypt(JSON.stringify({ destination, expectedOwner })),
  body: cipher.encrypt(body),
});

function secretsUnder(cipher: Cipher, { recipient, body }: Partial<ServiceEncryption>): PayoutSecrets {
  invariant(recipient !== undefined && body !== undefined, 'a payout without a destination');
  return { ...(parseJson(cipher.decrypt(recipient)) as Omit<PayoutSecrets, 'body'>), body: cipher.decrypt(body) };
}
