import type { Id } from '@gx/core';
import type { OwnedKey } from '@gx/runtime/mongo';
import type { StoredPayout } from '../domain/payout.ts';
import type { PayoutDocument } from './payout-document.ts';
import type { PayoutModel } from './payout-model.ts';
import type { StoredPayouts } from './stored-payouts.ts';

export type PayoutsOfPayees = ReturnType<typeof payoutsOfPayees>;

const NO_OUTBOX = { outbox: 0 } as const;
/** Money of these may be on its way, or may yet be sent. */
const OPEN = { status: { $in: ['INITIATED', 'DROPPED', 'PENDING', 'PROCESSING'] } };
const OF_OLDER_VERSION = { 'recipient.keyId': { $exists: true } } as const;
const AT_ONCE = 20;
const NOTHING = { modifiedCount: 0 } as const;

/** Payouts by the keys of their payees. */
export const payoutsOfPayees = (model: PayoutModel, stored: StoredPayouts) => {
  const encryption = async (document: PayoutDocument) => {
    const payee = await stored.encrypted(document);
    const { _id, recipient, body } = document;
    const filter = { _id, 'recipient.ciphertext': recipient?.ciphertext, 'body.ciphertext': body?.ciphertext };
    const update = { $set: { payee, description: null }, $unset: { recipient: '', body: '' } };
    return { updateOne: { filter, update } };
  };

  return {
    /** How many there are under a key. */
    count: ({ id, tenant }: OwnedKey): Promise<number> =>
      model.countDocuments({ ...tenant, 'payee.keyId': id } as never).hint('payee'),

    /** Those under a key that have not ended, at most `limit`. */
    async open({ id, tenant }: OwnedKey, limit: number): Promise<readonly Id<'payout'>[]> {
      const documents = await model
        .find({ ...tenant, 'payee.keyId': id, ...OPEN } as never, { _id: 1 })
        .hint('payee')
        .limit(limit)
        .lean<Pick<PayoutDocument, '_id'>[]>();
      return documents.map(({ _id }) => _id);
    },

    /** Whether an older version stored one, of this account or of any, that is under no key of its payee yet. */
    async areInClear(accountId: Id<'account'> | undefined): Promise<boolean> {
      const mine = accountId === undefined ? {} : { accountId };
      const found = await model
        .find({ ...OF_OLDER_VERSION, ...mine } as never, { _id: 1 })
        .hint('no_payee')
        .limit(1)
        .lean();
      return found.length > 0;
    },

    /** A page under any of these keys, in the order of their ids. */
    async page(keys: readonly OwnedKey[], after: Id<'payout'> | undefined, limit: number): Promise<StoredPayout[]> {
      const beyond = after === undefined ? {} : { _id: { $gt: after } };
      const documents = await Promise.all(
        keys.map(({ id, tenant }) =>
          model
            .find({ ...tenant, 'payee.keyId': id, ...beyond } as never, NO_OUTBOX)
            .hint('payee')
            .sort({ _id: 1 })
            .limit(limit)
            .lean<PayoutDocument[]>(),
        ),
      );
      const first = documents.flat().toSorted((a, b) => (a._id < b._id ? -1 : 1));
      return Promise.all(first.slice(0, limit).map(stored.opened));
    },

    /**
     * Brings some that an older version stored under the keys of their payees; how many. Only while what was read
     * is still there: the version stays, since what a payout says does.
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
};
