import type { Id } from '@gx/core';
import type { Model } from 'mongoose';
import type { PayeeDocument } from './payee-records.ts';

export type OlderPayeeRecords = ReturnType<typeof olderPayeeRecords>;
/** The last record that was looked at: where to go on. */
export type LastRecord = { readonly accountId: Id<'account'>; readonly _id: string };
export type EncryptedSome = {
  readonly encrypted: number;
  /** Written by somebody else in between: the next walk brings them. */
  readonly left: number;
  readonly failures: readonly { readonly id: string; readonly err: unknown }[];
  /** Absent at the end. */
  readonly last: LastRecord | undefined;
};
type Options<D> = {
  /** What an older version stored, under no key of its payee: the filter of the index `no_payee`. */
  readonly older: object;
  /** The update, and the filter of what was read: nothing is written where it has changed. */
  readonly encryption: (document: D) => Promise<{ readonly filter: object; readonly update: object }>;
};

const HINT = 'no_payee';
/** The index of these. */
export const olderPayeeIndex = (older: object) =>
  ({ keys: { accountId: 1, _id: 1 }, options: { name: HINT, partialFilterExpression: older } }) as const;

const NO_OUTBOX = { outbox: 0 } as const;
const AT_ONCE = 20;
const NOTHING = { modifiedCount: 0 } as const;
const behind = ({ accountId, _id }: LastRecord) => ({
  $or: [{ accountId: { $gt: accountId } }, { accountId, _id: { $gt: _id } }],
});

/** Records that an older version stored, under no key of their payees. */
export function olderPayeeRecords<D extends PayeeDocument>(model: Model<D>, { older, encryption }: Options<D>) {
  /**
   * Brings some of those behind `after` under the keys of their payees. One that does not open holds up no
   * other.
   */
  const encryptSome = async (after: LastRecord | undefined): Promise<EncryptedSome> => {
    const documents = await model
      .find({ ...older, ...(after === undefined ? {} : behind(after)) } as never, NO_OUTBOX)
      .hint(HINT)
      .sort({ accountId: 1, _id: 1 })
      .limit(AT_ONCE)
      .lean<D[]>();
    const encrypted = await Promise.allSettled(documents.map(encryption));
    const writes = encrypted.flatMap((one) => (one.status === 'fulfilled' ? [{ updateOne: one.value }] : []));
    const { modifiedCount } = writes.length === 0 ? NOTHING : await model.collection.bulkWrite(writes as never);
    const failures = documents.flatMap(({ _id: id }, at) => {
      const one = encrypted[at];
      return one?.status === 'rejected' ? [{ id, err: one.reason as unknown }] : [];
    });
    const last = documents.at(-1);
    return {
      encrypted: modifiedCount,
      left: writes.length - modifiedCount,
      failures,
      last: last && { accountId: last.accountId, _id: last._id },
    };
  };

  return {
    encryptSome,

    /** Whether there is one, of this account or of any. */
    async exist(accountId: Id<'account'> | undefined): Promise<boolean> {
      const mine = accountId === undefined ? {} : { accountId };
      const found = await model
        .find({ ...older, ...mine } as never, { _id: 1 })
        .hint(HINT)
        .limit(1)
        .lean();
      return found.length > 0;
    },

    /** Brings all of them under the keys of their payees; how many it has brought. */
    async encryptAll(onUnreadable: (id: string, err: unknown) => void): Promise<number> {
      let encrypted = 0;
      for (let some = await encryptSome(undefined); some.last; some = await encryptSome(some.last)) {
        encrypted += some.encrypted;
        for (const { id, err } of some.failures) onUnreadable(id, err);
      }
      return encrypted;
    },
  };
}
