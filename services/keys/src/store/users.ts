import { emailKey, type Id } from '@gx/core';
import { isDuplicateKey, makeIndexesOf } from '@gx/runtime/mongo';
import { type Connection, Schema } from 'mongoose';
import type { User } from '../domain/account.ts';

type UserDocument = Omit<User, 'id'> & { _id: Id<'user'>; emailKey: string };
export type UserStore = Awaited<ReturnType<typeof userStore>>;

const schema = new Schema<UserDocument>(
  {
    _id: { type: String, required: true },
    accountId: { type: String, required: true },
    name: { type: String, required: true },
    email: { type: String, required: true },
    emailKey: { type: String, required: true },
    passwordHash: { type: String, required: true },
    createdAt: { type: Date, required: true },
  },
  { strict: 'throw', versionKey: false, collection: 'users' },
);
schema.index({ emailKey: 1 }, { unique: true });
schema.index({ accountId: 1 });

/** The people who log in, found by their e-mail in any case. */
export async function userStore(connection: Connection) {
  const users = connection.model('User', schema);
  await makeIndexesOf(users);
  return {
    /** False if the e-mail, in whatever case, belongs to a user already. */
    async insert({ id, ...fields }: User): Promise<boolean> {
      try {
        await users.insertOne({ _id: id, emailKey: emailKey(fields.email), ...fields });
        return true;
      } catch (error) {
        if (isDuplicateKey(error)) return false;
        throw error;
      }
    },

    async findByEmail(email: string): Promise<User | undefined> {
      const found = await users.findOne({ emailKey: emailKey(email) }).lean();
      if (found === null) return undefined;
      const { _id, emailKey: _, ...fields } = found;
      return { id: _id, ...fields };
    },
  };
}
