import type { Tenant } from '@gx/core';
import type { Model } from 'mongoose';
import type { OwnedKey } from './customer-key.ts';

/** A record of money that goes to a person: what it says of the payee is under this key. */
export type PayeeDocument = Tenant & { readonly _id: string; readonly payee?: { readonly keyId: string } };
type PayeeRecordOptions<D, R> = {
  /** Which have not ended: money of these may be on its way, or may yet be sent. */
  readonly open: object;
  readonly read: (document: D) => Promise<R>;
};
export type PayeeRecords<D extends PayeeDocument, R> = ReturnType<typeof payeeRecords<D, R>>;

/** What is under the key of a payee. */
export const PAYEE_INDEX = {
  keys: { accountId: 1, livemode: 1, 'payee.keyId': 1, _id: 1 },
  options: { name: 'payee', partialFilterExpression: { 'payee.keyId': { $exists: true } } },
} as const;
const HINT = PAYEE_INDEX.options.name;
const NO_OUTBOX = { outbox: 0 } as const;

/** Records by the keys of their payees. */
export const payeeRecords = <D extends PayeeDocument, R>(
  model: Model<D>,
  { open, read }: PayeeRecordOptions<D, R>,
) => ({
  /** How many there are under a key. */
  count: ({ id, tenant }: OwnedKey): Promise<number> =>
    model.countDocuments({ ...tenant, 'payee.keyId': id } as never).hint(HINT),

  /** Those under a key that have not ended, at most `limit`. */
  async open({ id, tenant }: OwnedKey, limit: number): Promise<readonly D['_id'][]> {
    const documents = await model
      .find({ ...tenant, 'payee.keyId': id, ...open } as never, { _id: 1 })
      .hint(HINT)
      .limit(limit)
      .lean<Pick<D, '_id'>[]>();
    return documents.map(({ _id }) => _id);
  },

  /** A page under any of these keys, in the order of their ids. */
  async page(keys: readonly OwnedKey[], after: D['_id'] | undefined, limit: number): Promise<R[]> {
    const beyond = after === undefined ? {} : { _id: { $gt: after } };
    const documents = await Promise.all(
      keys.map(({ id, tenant }) =>
        model
          .find({ ...tenant, 'payee.keyId': id, ...beyond } as never, NO_OUTBOX)
          .hint(HINT)
          .sort({ _id: 1 })
          .limit(limit)
          .lean<D[]>(),
      ),
    );
    const first = documents.flat().toSorted((a, b) => (a._id < b._id ? -1 : 1));
    return Promise.all(first.slice(0, limit).map(read));
  },
});
