import { emailKey, type Id, notFound } from '@gx/core';
import { isDuplicateKey, makeIndexesOf, UNFILED_INDEX, unfiledEvents } from '@gx/runtime/mongo';
import { type Connection, type QueryFilter, Schema } from 'mongoose';
import type { AuditEvent } from '../domain/audit.ts';
import type { Totp, TotpSecret } from '../domain/totp.ts';
import type { User, UserWrite } from '../domain/user.ts';
import { type AuditEventDocument, auditEventDocument } from './audit-events.ts';
import { CONFIRM_MS_MAX, linearizable } from './linearizable.ts';
import { AT_ONCE, LINK_INDEX, MAIL_INDEX, mailQueue } from './mails.ts';
import { type AuditedDocument, UNFILED, unfiled } from './unfiled-events.ts';

/** Absent in documents of before there were roles, and in those of a replica of that version. */
const FORMER = { role: 'owner', status: 'active', tokenGeneration: 0, version: 0 } as const;
type FormerField = keyof typeof FORMER;
type UserDocument = Omit<User, 'id' | 'totp' | FormerField> &
  Partial<Pick<User, FormerField>> &
  AuditedDocument & {
    _id: Id<'user'>;
    emailKey: string;
    mailAt?: Date;
    totp?: Omit<Totp, 'secret'>;
    /** Beside it: encrypted again under another key whatever else is written. */
    totpSecret?: TotpSecret;
  };
type UserUpdate = { readonly before: User; readonly user: User };
export type UserStore = Awaited<ReturnType<typeof userStore>>;

const LINK = new Schema(
  {
    id: { type: String, required: true },
    kind: { type: String, required: true },
    hashes: { type: [String], required: true },
    expiresAt: { type: Date, required: true },
    attempts: { type: Number, required: true },
  },
  { _id: false, id: false, strict: 'throw' },
);
const SPARED_TOKEN = new Schema(
  { tokenId: { type: String, required: true }, generation: { type: Number, required: true } },
  { _id: false, strict: 'throw' },
);
const TOTP = new Schema<UserDocument['totp']>(
  {
    confirmedAt: { type: Date },
    usedStep: { type: Number, required: true },
    wrongCodes: { type: Number, required: true },
    closedUntil: { type: Date },
  },
  { _id: false, strict: 'throw' },
);
const TOTP_SECRET = new Schema<TotpSecret>(
  { keyId: { type: String, required: true }, ciphertext: { type: String, required: true } },
  { _id: false, strict: 'throw' },
);
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
    sparedToken: { type: SPARED_TOKEN },
    totp: { type: TOTP },
    totpSecret: { type: TOTP_SECRET },
    link: { type: LINK },
    mailAt: { type: Date },
    createdAt: { type: Date, required: true },
    unfiled: UNFILED,
  },
  { strict: 'throw', versionKey: false, collection: 'users' },
);
schema.index({ emailKey: 1 }, { unique: true });
schema.index({ accountId: 1 });
schema.index(UNFILED_INDEX.keys, UNFILED_INDEX.options);
schema.index(...MAIL_INDEX);
schema.index(...LINK_INDEX);

const userOf = (document: UserDocument): User => {
  const { _id: id, emailKey: _, unfiled: __, mailAt: ___, totp, totpSecret: secret, ...fields } = document;
  return {
    ...FORMER,
    id,
    ...fields,
    ...(totp === undefined || secret === undefined ? {} : { totp: { ...totp, secret } }),
  };
};

/** Documents whose fields read so. */
const as = (fields: Partial<Pick<User, FormerField>>): QueryFilter<UserDocument> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      { $in: value === FORMER[name as FormerField] ? [value, null] : [value] },
    ]),
  );

/** As it was read: a version before this one changes a user without counting it. */
const asRead = ({ role, status, tokenGeneration, version }: User): QueryFilter<UserDocument> =>
  as({ role, status, tokenGeneration, version });

/** Who has it; of one who was removed nobody, so that somebody else may. */
const emailKeyOf = ({ id, email, status }: Pick<User, 'id' | 'email' | 'status'>): string =>
  status === 'removed' ? `removed ${id}` : emailKey(email);
const NOT_REMOVED = { status: { $ne: 'removed' } } as const;
const present = (found: UserDocument | null): User | undefined =>
  found === null || found.status === 'removed' ? undefined : userOf(found);

/** A link that is new is to be mailed. */
const mailOf = ({ link }: User): { mailAt?: Date } => (link === undefined ? {} : { mailAt: AT_ONCE });

/**
 * A link that stays is not written: its mail may be on its way. Nor is a secret that stays: it may have been
 * encrypted again since it was read.
 */
function updateOf(before: User, after: User) {
  const { id: _, passwordHash, link, totp, ...fields } = after;
  const isNew = link !== undefined && link.id !== before.link?.id;
  const { secret, ...factor } = totp ?? {};
  const isNewSecret = secret !== undefined && secret.ciphertext !== before.totp?.secret.ciphertext;
  return {
    $set: {
      ...fields,
      emailKey: emailKeyOf(after),
      ...(passwordHash === undefined ? {} : { passwordHash }),
      ...(isNew ? { link, ...mailOf(after) } : {}),
      ...(totp === undefined ? {} : { totp: factor }),
      ...(isNewSecret ? { totpSecret: secret } : {}),
    },
    $unset: {
      ...(passwordHash === undefined ? { passwordHash: 1 } : {}),
      ...(link === undefined ? { link: 1, mailAt: 1 } : {}),
      ...(totp === undefined ? { totp: 1, totpSecret: 1 } : {}),
    },
  };
}

const modelOf = (connection: Connection) => connection.model('User', schema);
type UserModel = ReturnType<typeof modelOf>;

/** The people who log in, found by their e-mail in any case. */
export async function userStore(connection: Connection) {
  const users = modelOf(connection);
  await makeIndexesOf(users);
  return {
    ...writes(users),
    ...reads(users),
    ...unfiledEvents<AuditEventDocument>(users.collection),
    mails: mailQueue(users.collection),
  };
}

function writes(users: UserModel) {
  return {
    /** False if the e-mail, in whatever case, belongs to a user already. */
    async insert(user: User, ...audits: readonly AuditEvent[]): Promise<boolean> {
      const { id, ...fields } = user;
      const document = { _id: id, emailKey: emailKeyOf(user), ...fields, ...mailOf(user) };
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
      decide: (user: User) => UserWrite | undefined,
    ): Promise<UserUpdate> {
      for (;;) {
        const before = present(await users.findOne({ _id: userId, accountId }).lean<UserDocument>());
        if (before === undefined) throw notFound('user');
        const change = decide(before);
        if (change === undefined) return { before, user: before };
        const user = { ...change.user, version: before.version + 1 };
        const { matchedCount } = await users.updateOne(
          { _id: userId, accountId, ...asRead(before) },
          { ...updateOf(before, user), $push: unfiled(...(change.audit === undefined ? [] : [change.audit])) },
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
      return present(await users.findOne({ emailKey: emailKey(email) }).lean<UserDocument>());
    },

    /** Whose link a secret of this hash belongs to; whether it opens anything is decided elsewhere. */
    async findByLink(hash: string): Promise<User | undefined> {
      return present(await users.findOne({ 'link.hashes': hash }).lean<UserDocument>());
    },

    /** Whosever user it is. Linearizable: one who was disabled is out at once, whichever replica is asked. */
    async confirmed(userId: Id<'user'>): Promise<User | undefined> {
      return present(await linearizable(users.findById(userId), CONFIRM_MS_MAX.forUser).lean<UserDocument>());
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
