import { emailKey, type Id, notFound } from '@gx/core';
import { isDuplicateKey, makeIndexesOf, SNAPSHOT_TRANSACTION } from '@gx/runtime/mongo';
import { type ClientSession, type Connection, type QueryFilter, Schema } from 'mongoose';
import type { AuditEvent } from '../domain/audit.ts';
import { isActiveOwner, type User, type UserChange } from '../domain/user.ts';
import { guardOwners } from './accounts.ts';
import { auditEventDocument } from './audit-events.ts';
import { linearizable } from './linearizable.ts';
import { UNFILED, UNFILED_INDEX, unfiled, unfiledEvents, type WithUnfiled } from './unfiled-events.ts';

/** Absent in documents of before there were roles, and in those of a replica of that version. */
const FORMER = { role: 'owner', status: 'active', tokenGeneration: 0 } as const;
type FormerField = keyof typeof FORMER;
type UserDocument = Omit<User, 'id' | FormerField> &
  Partial<Pick<User, FormerField>> &
  WithUnfiled & { _id: Id<'user'>; emailKey: string };
export type UserStore = Awaited<ReturnType<typeof userStore>>;

const READ_MS_MAX = 2_000;

const schema = new Schema<UserDocument>(
  {
    _id: { type: String, required: true },
    accountId: { type: String, required: true },
    name: { type: String, required: true },
    email: { type: String, required: true },
    emailKey: { type: String, required: true },
    role: { type: String },
    status: { type: String },
    passwordHash: { type: String },
    tokenGeneration: { type: Number },
    createdAt: { type: Date, required: true },
    unfiled: UNFILED,
  },
  { strict: 'throw', versionKey: false, collection: 'users' },
);
schema.index({ emailKey: 1 }, { unique: true });
schema.index({ accountId: 1 });
schema.index(...UNFILED_INDEX);

const userOf = ({ _id: id, emailKey: _, unfiled: __, ...fields }: UserDocument): User => ({ ...FORMER, id, ...fields });

const otherActiveOwners = ({ accountId, id }: User): QueryFilter<UserDocument> => ({
  accountId,
  _id: { $ne: id },
  role: { $in: ['owner', null] },
  status: { $in: ['active', null] },
});

/** The people who log in, found by their e-mail in any case. */
export async function userStore(connection: Connection) {
  const users = connection.model('User', schema);
  await makeIndexesOf(users);

  const change = async (
    session: ClientSession,
    userId: Id<'user'>,
    decide: (user: User, otherOwners: number) => UserChange | undefined,
  ): Promise<{ readonly before: User; readonly user: User }> => {
    const found = await users.findById(userId).session(session).lean<UserDocument>();
    if (found === null) throw notFound('user');
    const before = userOf(found);
    const change = decide(before, await users.countDocuments(otherActiveOwners(before)).session(session));
    if (change === undefined) return { before, user: before };
    const { user, audit } = change;
    if (isActiveOwner(before) && !isActiveOwner(user)) await guardOwners(connection, session, user.accountId);
    const { id: _, passwordHash, ...fields } = user;
    await users.updateOne(
      { _id: userId },
      {
        $set: { ...fields, ...(passwordHash === undefined ? {} : { passwordHash }) },
        ...(passwordHash === undefined ? { $unset: { passwordHash: 1 } } : {}),
        $push: unfiled(audit),
      },
      { session },
    );
    return { before, user };
  };

  return {
    /** False if the e-mail, in whatever case, belongs to a user already. */
    async insert({ id, ...fields }: User, ...audits: readonly AuditEvent[]): Promise<boolean> {
      const document = { _id: id, emailKey: emailKey(fields.email), ...fields };
      try {
        await users.insertOne({ ...document, unfiled: audits.map(auditEventDocument) });
        return true;
      } catch (error) {
        if (isDuplicateKey(error)) return false;
        throw error;
      }
    },

    /**
     * Lets `decide` change a user, by how many other active owners the account has; answers the user before
     * and after. Of two who count on each other as an owner the later one decides again.
     */
    update: (userId: Id<'user'>, decide: (user: User, otherOwners: number) => UserChange | undefined) =>
      connection.withSession((session) =>
        session.withTransaction(() => change(session, userId, decide), SNAPSHOT_TRANSACTION),
      ),

    async findByEmail(email: string): Promise<User | undefined> {
      const found = await users.findOne({ emailKey: emailKey(email) }).lean<UserDocument>();
      return found === null ? undefined : userOf(found);
    },

    /** Linearizable: a user who was disabled is out at once, whichever replica is asked. */
    async confirmed(userId: Id<'user'>): Promise<User | undefined> {
      const found = await linearizable(users.findById(userId), READ_MS_MAX).lean<UserDocument>();
      return found === null ? undefined : userOf(found);
    },

    /** The users of an account, in the order of their creation. */
    async list(accountId: Id<'account'>, limit: number): Promise<User[]> {
      const found = await users.find({ accountId }).sort({ _id: 1 }).limit(limit).lean<UserDocument[]>();
      return found.map(userOf);
    },

    count: (accountId: Id<'account'>): Promise<number> => users.countDocuments({ accountId }).exec(),

    ...unfiledEvents(users.collection),
  };
}
