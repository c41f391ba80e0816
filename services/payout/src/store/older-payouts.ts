import type { Id } from '@gx/core';
import type { PayoutDocument } from './payout-document.ts';
import type { PayoutModel } from './payout-model.ts';
import type { StoredPayouts } from './stored-payouts.ts';

export type OlderPayouts = ReturnType<typeof olderPayouts>;

const NO_OUTBOX = { outbox: 0 } as const;
const OF_OLDER_VERSION = { 'recipient.keyId': { $exists: true } } as const;
const AT_ONCE = 20;
const NOTHING = { modifiedCount: 0 } as const;

/** Payouts that an older version stored, under no key of their payees. */
export function olderPayouts(model: PayoutModel, stored: StoredPayouts) {
  const encryption = async (document: PayoutDocument) => {
    const payee = await stored.payeeOf(document);
    const { _id, recipient, body } = document;
    const filter = { _id, 'recipient.ciphertext': recipient?.ciphertext, 'body.ciphertext': body?.ciphertext };
    const update = { $set: { payee, description: null }, $unset: { recipient: '', body: '' } };
    return { updateOne: { filter, update } };
  };

  return {
    /** Whether there is one, of this account or of any. */
    async exist(accountId: Id<'account'> | undefined): Promise<boolean> {
      const mine = accountId === undefined ? {} : { accountId };
      const found = await model
        .find({ ...OF_OLDER_VERSION, ...mine } as never, { _id: 1 })
        .hint('no_payee')
        .limit(1)
        .lean();
      return found.length > 0;
    },

    /**
     * Brings some under the keys of their payees; how many. Only while what was read is still there: the version
     * stays, since what a payout says does.
     */
    async encryptSome(): Promise<number> {
      const documents = await model
        .find(OF_OLDER_VERSION as never, NO_OUTBOX)
        .hint('no_payee')
        .limit(AT_ONCE)
        .lean<PayoutDocument[]>();
      const encrypted = await Promise.allSettled(documents.map(encryption));
      const writes = encrypted.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
      const { modifiedCount } = writes.length === 0 ? NOTHING : await model.collection.bulkWrite(writes as never);
      // One that does not open holds up no other.
      for (const one of encrypted) if (one.status === 'rejected') throw one.reason;
      return modifiedCount;
    },
  };
}
