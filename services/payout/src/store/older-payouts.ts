import type { Id } from '@gx/core';
import type { PayoutDocument } from './payout-document.ts';
import type { PayoutModel } from './payout-model.ts';
import type { StoredPayouts } from './stored-payouts.ts';

export type OlderPayouts = ReturnType<typeof olderPayouts>;

const NO_OUTBOX = { outbox: 0 } as const;
const OF_OLDER_VERSION = { 'recipient.keyId': { $exists: true } } as const;
const AT_ONCE = 20;
const NOTHING = { modifiedCount: 0 } as const;

type LastPayout = Pick<PayoutDocument, 'accountId' | '_id'>;
type EncryptedSome = {
  readonly encrypted: number;
  readonly failures: readonly { readonly id: string | undefined; readonly err: unknown }[];
  /** Absent at the end. */
  readonly last: LastPayout | undefined;
};

const behind = ({ accountId, _id }: LastPayout) => ({
  $or: [{ accountId: { $gt: accountId } }, { accountId, _id: { $gt: _id } }],
});

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
     * Brings some of those behind `after` under the keys of their payees; the last of them is where to go on.
     * Only while what was read is still there: the version stays, since what a payout says does. One that
     * does not open holds up no other.
     */
    async encryptSome(after: LastPayout | undefined): Promise<EncryptedSome> {
      const documents = await model
        .find({ ...OF_OLDER_VERSION, ...(after === undefined ? {} : behind(after)) } as never, NO_OUTBOX)
        .hint('no_payee')
        .sort({ accountId: 1, _id: 1 })
        .limit(AT_ONCE)
        .lean<PayoutDocument[]>();
      const encrypted = await Promise.allSettled(documents.map(encryption));
      const writes = encrypted.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
      const { modifiedCount } = writes.length === 0 ? NOTHING : await model.collection.bulkWrite(writes as never);
      const failures = encrypted.flatMap((one, at) =>
        one.status === 'rejected' ? [{ id: documents[at]?._id, err: one.reason as unknown }] : [],
      );
      const last = documents.at(-1);
      return { encrypted: modifiedCount, failures, last: last && { accountId: last.accountId, _id: last._id } };
    },
  };
}
