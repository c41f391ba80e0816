import { type AccountState, type Id, invariant, notFound } from '@gx/core';
import { batched } from '@gx/runtime';
import { makeIndexesOf, UNFILED_INDEX, unfiledEvents } from '@gx/runtime/mongo';
import { type Connection, type QueryFilter, Schema } from 'mongoose';
import { AS_OPENED, type Standing } from '../domain/account-standing.ts';
import { type KeyName, LIST_MAX, type LiveKey, type Slot, type SlotChange } from '../domain/api-key.ts';
import type { AuditEvent } from '../domain/audit.ts';
import { ACCOUNTS } from './accounts.ts';
import { type AuditEventDocument, auditEventDocument } from './audit-events.ts';
import { CONFIRM_MS_MAX, linearizable, linearizableJoin } from './linearizable.ts';
import { type AuditedDocument, UNFILED, unfiled } from './unfiled-events.ts';

type SlotDocument = AuditedDocument & {
  _id: string;
  accountId: Id<'account'>;
  livemode: boolean;
  live?: LiveKey;
};
export type ResolvedKey = {
  readonly accountId: Id<'account'>;
  readonly livemode: boolean;
  readonly keyId: Id<'apiKey'>;
  /** Who issued it, or rotated it last. */
  readonly issuerUserId?: Id<'user'>;
  /** What its account may do now. */
  readonly accountState: AccountState;
};
type NewestKeysQuery = { readonly limit: number; readonly createdAfter: Date | undefined };
/** A slot with its account. */
type OwnedSlot = SlotDocument & { accounts: { standing?: Standing }[] };
type SlotUpdate = { readonly before: Slot; readonly live: LiveKey | null };
export type KeyStore = Awaited<ReturnType<typeof keyStore>>;

/** Of one read for gateways. */
const CONFIRM_KEYS_MAX = 200;

const slotSchema = new Schema<SlotDocument>(
  {
    _id: { type: String, required: true },
    accountId: { type: String, required: true },
    livemode: { type: Boolean, required: true },
    live: {
      type: new Schema(
        {
          id: { type: String, required: true },
          fingerprint: { type: String, required: true },
          prefix: { type: String, required: true },
          label: { type: String },
          issuedBy: { type: String },
          createdAt: { type: Date, required: true },
        },
        { _id: false, strict: 'throw' },
      ),
    },
    unfiled: UNFILED,
  },
  { strict: 'throw', versionKey: false, collection: 'api_keys' },
);
const ONLY_LIVE = { partialFilterExpression: { 'live.id': { $exists: true } } };
slotSchema.index({ 'live.fingerprint': 1 }, { unique: true, ...ONLY_LIVE });
slotSchema.index({ 'live.id': 1 }, { unique: true, ...ONLY_LIVE });
slotSchema.index({ accountId: 1, 'live.createdAt': -1, 'live.id': -1 }, ONLY_LIVE);
slotSchema.index(UNFILED_INDEX.keys, UNFILED_INDEX.options);

/** Beside a slot, what its account may do. */
const WITH_STANDING = {
  from: ACCOUNTS,
  localField: 'accountId',
  foreignField: '_id',
  pipeline: [{ $project: { standing: 1 } }],
  as: 'accounts',
};

/** Without the audit events that are on their way. */
const WHAT_IT_HOLDS = { accountId: 1, livemode: 1, live: 1 } as const;
type SlotOwner = Pick<SlotDocument, '_id' | 'accountId' | 'livemode'>;
const slotOf = ({ _id: id, accountId, livemode }: SlotOwner, live: LiveKey): Slot => ({
  id,
  accountId,
  livemode,
  live,
});

/**
 * A partial index serves only what asks for its own condition as well: by the fingerprint alone every slot
 * there ever was would be read.
 */
const withFingerprint = (fingerprint: string | { readonly $in: string[] }): QueryFilter<SlotDocument> => ({
  'live.fingerprint': fingerprint,
  'live.id': { $exists: true },
});

const liveSince = (accountId: Id<'account'>, createdAfter: Date | undefined): QueryFilter<SlotDocument> => ({
  accountId,
  'live.id': { $exists: true },
  ...(createdAfter === undefined ? {} : { 'live.createdAt': { $gt: createdAfter } }),
});

/**
 * The keys of all accounts, one document for each slot. The account comes first in every method; its two
 * environments are managed together, so the tenant here is the account alone.
 */
export async function keyStore(connection: Connection) {
  const slots = connection.model('Slot', slotSchema);
  await makeIndexesOf(slots);

  /** The one slot that fits, or undefined. */
  const confirmed = async (key: QueryFilter<SlotDocument>, maxTimeMs: number): Promise<Slot | undefined> => {
    const found = await linearizable(slots.findOne(key, WHAT_IT_HOLDS), maxTimeMs).lean<SlotDocument>();
    return found?.live && slotOf(found, found.live);
  };

  /** Those that the primary's index has. It may be behind: what it has is confirmed before it counts. */
  const indexed = async (fingerprints: readonly string[]): Promise<string[]> => {
    const found = await slots
      .find(withFingerprint({ $in: [...fingerprints] }), { _id: 0, 'live.fingerprint': 1 })
      .read('primary')
      .readConcern('local')
      .maxTimeMS(CONFIRM_MS_MAX.forGateway)
      .lean<Pick<SlotDocument, 'live'>[]>();
    return found.flatMap(({ live }) => live?.fingerprint ?? []);
  };

  const resolveAll = async (fingerprints: readonly string[]): Promise<(OwnedSlot | undefined)[]> => {
    const candidates = await indexed(fingerprints);
    if (candidates.length === 0) return fingerprints.map(() => undefined);
    const found = await linearizableJoin<OwnedSlot[]>(
      slots.aggregate<OwnedSlot>([
        { $match: withFingerprint({ $in: candidates }) },
        { $project: WHAT_IT_HOLDS },
        { $lookup: WITH_STANDING },
      ]),
      CONFIRM_MS_MAX.forGateway,
    );
    const known = new Map(found.map((slot) => [slot.live?.fingerprint, slot]));
    return fingerprints.map((fingerprint) => known.get(fingerprint));
  };
  const lookUp = batched({ span: 'confirm keys', maxItems: CONFIRM_KEYS_MAX, run: resolveAll });

  return {
    async insert(slot: Slot, audit: AuditEvent): Promise<void> {
      const { id, ...fields } = slot;
      await slots.insertOne({ _id: id, ...fields, unfiled: [auditEventDocument(audit)] });
    },

    /**
     * Lets `decide` change the slot whose live key is `keyId`; answers the slot as it was and the key that is
     * in it now. The key's id is the guard of the write: of two changes at once one wins, and the other finds
     * the key gone.
     */
    async update(
      accountId: Id<'account'>,
      keyId: Id<'apiKey'>,
      decide: (slot: Slot) => SlotChange,
    ): Promise<SlotUpdate> {
      const found = await slots.findOne({ accountId, 'live.id': keyId }).lean();
      if (!found?.live) throw notFound('API key');
      const before = slotOf(found, found.live);
      const { live, audit } = decide(before);
      const { matchedCount } = await slots.updateOne(
        { _id: before.id, accountId, 'live.id': keyId },
        {
          ...(live === null ? { $unset: { live } } : { $set: { live } }),
          $push: unfiled(audit),
        },
      );
      if (matchedCount === 0) throw notFound('API key');
      return { before, live };
    },

    /** The account's live keys of both environments, newest first, and never more than LIST_MAX of them. */
    async list(accountId: Id<'account'>): Promise<LiveKey[]> {
      const found = await slots
        .find({ accountId, 'live.id': { $exists: true } }, { live: 1 })
        .sort({ 'live.createdAt': -1, 'live.id': -1 })
        .limit(LIST_MAX)
        .lean();
      return found.flatMap(({ live }) => live ?? []);
    },

    /** The account's slots with a live key, newest first. */
    async slots(accountId: Id<'account'>, { limit, createdAfter }: NewestKeysQuery): Promise<Slot[]> {
      const found = await slots
        .find(liveSince(accountId, createdAfter), WHAT_IT_HOLDS)
        .sort({ 'live.createdAt': -1, 'live.id': -1 })
        .limit(limit)
        .lean();
      return found.flatMap((slot) => (slot.live ? slotOf(slot, slot.live) : []));
    },

    count: (accountId: Id<'account'>, createdAfter: Date | undefined): Promise<number> =>
      slots.countDocuments(liveSince(accountId, createdAfter)).exec(),

    /** The slot whose live key has this name, whosever it is; linearizable, as `resolve`. */
    find: (name: KeyName): Promise<Slot | undefined> =>
      confirmed('id' in name ? { 'live.id': name.id } : withFingerprint(name.fingerprint), CONFIRM_MS_MAX.forOperator),

    /**
     * Whose key it is and what that account may do, confirmed together; or undefined. Each such read costs
     * the database a write at a majority, and strangers can send keys without end: only what the index has is
     * confirmed, and what comes meanwhile shares the next read.
     */
    async resolve(fingerprint: string): Promise<ResolvedKey | undefined> {
      const found = await lookUp(fingerprint);
      return found && resolvedOf(found);
    },

    ...unfiledEvents<AuditEventDocument>(slots.collection),
  };
}

function resolvedOf({ accountId, livemode, live, accounts }: OwnedSlot): ResolvedKey | undefined {
  if (live === undefined) return undefined;
  const [account] = accounts;
  invariant(account !== undefined, 'a key without an account');
  return {
    accountId,
    livemode,
    keyId: live.id,
    ...(live.issuedBy === undefined ? {} : { issuerUserId: live.issuedBy }),
    accountState: (account.standing ?? AS_OPENED).state,
  };
}
