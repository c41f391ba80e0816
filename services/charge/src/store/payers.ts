import { invariant, type TaxDocument, type Tenant } from '@gx/core';
import type { Cipher } from '@gx/runtime';
import type { CustomerKeys } from '@gx/runtime/mongo';
import type { Charge, EncryptedTaxId, KnownPayer } from '../domain/charge.ts';

export type Payers = ReturnType<typeof payers>;
type PayerOptions = {
  /** Of the service: what charge and refund share. */
  readonly cipher: Pick<Cipher, 'encrypt'>;
  readonly isEncrypted: boolean;
};

/** Who paid, each under the key that the account and mode have for that person (ADR 134). */
export const payers = (keys: Pick<CustomerKeys, 'keyFor' | 'open'>, { cipher, isEncrypted }: PayerOptions) => {
  const documentOf = async ({ paidBy }: Pick<Charge, 'paidBy'>): Promise<string | undefined> => {
    if (paidBy === undefined) return undefined;
    const key = (await keys.open([paidBy.keyId])).get(paidBy.keyId);
    // A destroyed key is null: that it is lost is no erasure.
    invariant(key !== undefined, 'the key of who paid a charge is lost');
    return key === null ? undefined : key.decrypt(paidBy);
  };
  return {
    /** As it is stored with the charge. */
    async encrypted(tenant: Tenant, { value }: TaxDocument): Promise<KnownPayer> {
      return isEncrypted
        ? { paidBy: (await keys.keyFor(tenant, value)).encrypt(value) }
        : { payer: cipher.encrypt(value) };
    },

    /** The document of who paid, where it lies under that person's key; undefined once that was destroyed. */
    documentOf,

    /** For the service that refunds, under the key that both share; undefined where nobody knows. */
    async forRefund({ payer, paidBy }: Pick<Charge, 'payer' | 'paidBy'>): Promise<EncryptedTaxId | undefined> {
      // What an older version wrote beside it would bring an erased person back.
      if (paidBy === undefined) return payer;
      const document = await documentOf({ paidBy });
      return document === undefined ? undefined : cipher.encrypt(document);
    },
  };
};
