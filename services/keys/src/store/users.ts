import { emailKey, type Id, notFound } from '@gx/core';
import { isDuplicateKey, makeIndexesOf } from '@gx/runtime/mongo';
import { type Connection, type QueryFilter, Schema } from 'mongoose';
import type { AuditEvent } from '../domain/audit.ts';
import type { User, UserChange } from '../domain/user.ts';
import { auditEventDocument } from './audit-events.ts';
import { linearizable } from './linearizable.ts';
import { type AuditedDocument, UNFILED, UNFILED_INDEX, unfiled, unfiledEvents } from './unfiled-events.ts';

/** Absent in documents of before there were roles, and in those of a replica of that version. */
const FORMER = { role: 'owner', status: 'active', tokenGeneration: 0, version: 0 } as const;
type FormerField = keyof typeof FORMER;
type UserDocument = Omit<User, 'id' | FormerField> &
  Partial<Pick<User, FormerField>> &
  AuditedDocument & { _id: Id<'user'>; emailKey: string };
type UserUpdate = { readonly before: User; readonly user: User };
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
    version: { type: Number },
    createdAt: { type: Date, required: true },
    unfiled: UNFILED,
  },
  { strict: 'throw', versionKey: false, collection: 'users' },
);
schema.index({ emailKey: 1 }, { unique: true });
schema.index({ accountId: 1 });
schema.index(...UNFILED_INDEX);

const userOf = ({ _id: id, emailKey: _, unfiled: __, ...fields }: UserDocument): User => ({ ...FORMER, id, ...fields });

/** Documents whose fields read so. */
const as = (fields: Partial<Pick<User, FormerField>>): QueryFilter<UserDocument> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      { $in: value === FORMER[name as FormerField] ? [value, null] : [value] },
    ]),
  );

/** Who has it; of one who was removed nobody, so that somebody else may. */
const emailKeyOf = ({ id, email, status }: Pick<User, 'id' | 'email' | 'status'>): string =>
  status === 'removed' ? `removed ${id}` : emailKey(email);
const NOT_REMOVED = { status: { $ne: 'removed' } } as const;
const present = (found: UserDocument | null): User | undefined =>
  found === null || found.status === 'removed' ? undefined : userOf(found);

const modelOf = (connection: Connection) => connection.model('User', schema);
type UserModel = ReturnType<typeof modelOf>;

/** The people who log in, found by their e-mail in any case. */
export async function userStore(connection: Connection) {
  const users = modelOf(connection);
  await makeIndexesOf(users);
  return { ...writes(users), ...reads(users), ...unfiledEvents(users.collection) };
}

function writes(users: UserModel) {
  return {
    /** False if the e-mail, in whatever case, belongs to a user already. */
    async insert(user: User, ...audits: readonly AuditEvent[]): Promise<boolean> {
      const { id, ...fields } = user;
      const document = { _id: id, emailKey: emailKeyOf(user), ...fields };
      try {
        await users.insertOne({ ...document, unfiled: audits.map(auditEventDocument) });
        return true;
      } catch (error) {
        if (isDuplicateKey(error)) return false;
        throw error;
      }
    },

    /**
     * Lets `decide` change a user; answers the user before and after. Of two at once the later one decides
     * again.
     */
    async update(
      accountId: Id<'account'>,
      userId: Id<'user'>,
      decide: (user: User) => UserChange | undefined,
    ): Promise<UserUpdate> {
      for (;;) {
        const before = present(await users.findOne({ _id: userId, accountId }).lean<UserDocument>());
        if (before === undefined) throw notFound('user');
        const change = decide(before);
        if (change === undefined) return { before, user: before };
        const user = { ...change.user, version: before.version + 1 };
        const { id: _, passwordHash, ...fields } = { ...user, emailKey: emailKeyOf(user) };
        const { matchedCount } = await users.updateOne(
          { _id: userId, accountId, ...as({ version: before.version }) },
          {
            $set: passwordHash === undefined ? fields : { ...fields, passwordHash },
            $unset: passwordHash === undefined ? { passwordHash: 1 } : {},
            $push: unfiled(change.audit),
          },
        );
        if (matchedCount > 0) return { before, user };
      }
    },
  };
}

function reads(users: UserModel) {
  return {
    /** The owners of an account who can log in. */
    async activeOwners(accountId: Id<'account'>): Promise<User[]> {
      const found = await users.find({ accountId, ...as({ role: 'owner', status: 'active' }) }).lean<UserDocument[]>();
      return found.map(userOf);
    },

    async findByEmail(email: string): Promise<User | undefined> {
      const found = await users.findOne({ emailKey: emailKey(email) }).lean<UserDocument>();
      return found === null ? undefined : userOf(found);
    },

    /** Whosever user it is. Linearizable: one who was disabled is out at once, whichever replica is asked. */
    async confirmed(userId: Id<'user'>): Promise<User | undefined> {
      return present(await linearizable(users.findById(userId), READ_MS_MAX).lean<UserDocument>());
    },

    /** The users of an account, in the order of their creation. */
    async list(accountId: Id<'account'>, limit: number): Promise<User[]> {
      const found = await users
        .find({ accountId, ...NOT_REMOVED })
        .sort({ _id: 1 })
        .limit(limit)
        .lean<UserDocument[]>();
      return found.map(userOf);
    },

    count: (accountId: Id<'account'>): Promise<number> => users.countDocuments({ accountId, ...NOT_REMOVED }).exec(),
  };
}
