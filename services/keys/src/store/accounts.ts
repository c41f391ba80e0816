import type { Id } from '@gx/core';
import { type Connection, Schema } from 'mongoose';
import type { Account } from '../domain/account.ts';

type AccountDocument = Omit<Account, 'id'> & { _id: Id<'account'> };
export type AccountStore = ReturnType<typeof accountStore>;

const schema = new Schema<AccountDocument>(
  {
    _id: { type: String, required: true },
    name: { type: String, required: true },
    settings: {
      type: new Schema(
        {
          platformFeeBasisPoints: { type: Number, required: true },
          platformFeeFixed: { type: Number, required: true },
          defaultExpiresInSeconds: { type: Number, required: true },
          settlementDelaySeconds: { type: Number, required: true },
        },
        { _id: false, strict: 'throw' },
      ),
      required: true,
    },
    createdAt: { type: Date, required: true },
  },
  { strict: 'throw', versionKey: false, collection: 'accounts' },
);

/** The merchants' accounts, found by id alone. */
export function accountStore(connection: Connection) {
  const accounts = connection.model('Account', schema);
  return {
    async insert({ id, ...fields }: Account): Promise<void> {
      await accounts.insertOne({ _id: id, ...fields });
    },

    async find(accountId: Id<'account'>): Promise<Account | undefined> {
      const found = await accounts.findById(accountId).lean();
      if (found === null) return undefined;
      const { _id, ...fields } = found;
      return { id: _id, ...fields };
    },
  };
}
