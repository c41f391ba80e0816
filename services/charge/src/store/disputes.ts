import type { Id, Tenant } from '@gx/core';
import { isAnyDue, type Transactions, type WorkQueueOptions, workQueue } from '@gx/runtime/mongo';
import type { ClientSession, Connection } from 'mongoose';
import type { Charge } from '../domain/charge.ts';
import {
  type Dispute,
  openedAtOf,
  type PublicDisputeStatus,
  publicStatusOf,
  type StoredDispute,
} from '../domain/dispute.ts';
import { disputesOf } from '../domain/disputes.ts';
import { DISPUTE_DUE, disputeDueChanges } from './dispute-due.ts';
import { DISPUTES_COLLECTION, type DisputeDocument, type DisputeModel } from './dispute-model.ts';

export type DisputeStore = ReturnType<typeof disputeStore>;
export type DisputeFilter = {
  readonly limit: number;
  readonly after?: Id<'dispute'>;
  readonly status?: PublicDisputeStatus;
  readonly chargeId?: Id<'charge'>;
};

/** The writes of the disputes that a change of their charge makes others. */
export function disputeWrites(before: Charge, after: Charge): object[] {
  if (before.disputes === after.disputes) return [];
  const known = new Map(disputesOf(before).map((one) => [one.id, one]));
  return disputesOf(after)
    .filter((one) => known.get(one.id) !== one)
    .map((dispute) => {
      const due = disputeDueChanges(known.get(dispute.id), dispute, after.bankProfileId);
      const update = { $set: { ...fieldsOf(after, dispute), ...due.set }, $unset: due.unset };
      return { updateOne: { filter: { _id: dispute.id }, update, upsert: true } };
    });
}

const fieldsOf = ({ tenant, id, bankProfileId, currency }: Charge, dispute: Dispute): Omit<DisputeDocument, '_id'> => ({
  accountId: tenant.accountId,
  livemode: tenant.livemode,
  chargeId: id,
  bankProfileId,
  currency,
  amount: dispute.amount,
  status: publicStatusOf(dispute),
  createdAt: openedAtOf(dispute),
  dispute,
});

/**
 * Writes a charge and its disputes, both or neither: `write` is run in the transaction, perhaps again, and
 * answers null where somebody else wrote first.
 */
export const withDisputes = <T>(
  { connection, inTransaction }: { readonly connection: Connection; readonly inTransaction: Transactions },
  writes: readonly object[],
  write: (session: ClientSession) => Promise<T | null>,
): Promise<T | null> =>
  inTransaction(async (session) => {
    const written = await write(session);
    if (written !== null) await connection.collection(DISPUTES_COLLECTION).bulkWrite(writes as never[], { session });
    return written;
  });

/**
 * Disputes as they are listed and worked on. What decides about one is its charge: nothing here writes but
 * beside a charge, and what is due.
 */
export function disputeStore(connection: Connection, model: DisputeModel) {
  const queue = (options: Omit<WorkQueueOptions, 'connection'>) =>
    workQueue<DisputeDocument>(model, { connection, ...options });
  const answers = queue(DISPUTE_DUE.answer);
  const warnings = {
    deadline: queue(DISPUTE_DUE.deadline),
    operator: queue(DISPUTE_DUE.operator),
    unpaid: queue(DISPUTE_DUE.unpaid),
  };
  const first = async (filter: object): Promise<StoredDispute | undefined> => {
    const document = await model.findOne(filter as never).lean<DisputeDocument>();
    return document === null ? undefined : storedOf(document);
  };

  return {
    byId: ({ accountId, livemode }: Tenant, id: Id<'dispute'>): Promise<StoredDispute | undefined> =>
      first({ _id: id, accountId, livemode }),

    /** For an operator, who knows no tenant. */
    forOperator: (id: Id<'dispute'>): Promise<StoredDispute | undefined> => first({ _id: id }),

    /**
     * One page, newest first by (createdAt, id), and whether there is more; undefined for an unknown cursor.
     */
    async list({ accountId, livemode }: Tenant, { limit, after, status, chargeId }: DisputeFilter) {
      const mine = { accountId, livemode };
      const cursor =
        after === undefined
          ? null
          : await model.findOne({ _id: after, ...mine }, { createdAt: 1 }).lean<DisputeDocument>();
      if (after !== undefined && cursor === null) return undefined;
      const filter = { ...mine, ...(status && { status }), ...(chargeId && { chargeId }), ...beyond(cursor) };
      const documents = await model
        .find(filter as never)
        .sort({ createdAt: -1, _id: -1 })
        .limit(limit + 1)
        .lean<DisputeDocument[]>();
      return { disputes: documents.slice(0, limit).map(storedOf), hasMore: documents.length > limit };
    },

    /** Those that are open, then those that only wait for an operator, of everybody. */
    async unfinished(limit: number): Promise<StoredDispute[]> {
      const open = await model
        .find({ 'dispute.status': 'open' } as never)
        .sort({ 'dispute.evidenceDueBy': 1 })
        .limit(limit)
        .lean<DisputeDocument[]>();
      const waiting = await model
        .find({ 'dispute.answer.state': 'with_operator', 'dispute.status': { $ne: 'open' } } as never)
        .sort({ 'dispute.answer.at': 1 })
        .limit(limit - open.length)
        .lean<DisputeDocument[]>();
      return [...open, ...(open.length < limit ? waiting : [])].map(storedOf);
    },

    /** What is known of the cases that a bank names, through any profile of its environment. */
    async known(
      bankProfileIds: readonly string[],
      providerIds: readonly string[],
    ): Promise<ReadonlyMap<string, Dispute>> {
      const documents = await model
        .find({
          bankProfileId: { $in: [...bankProfileIds] },
          'dispute.providerId': { $in: [...providerIds] },
        } as never)
        .lean<DisputeDocument[]>();
      return new Map(documents.map(({ dispute }) => [dispute.providerId, dispute]));
    },

    /** Whether anything is to be told to any of these banks. */
    isAnswerDue: async (bankProfileIds: readonly string[]): Promise<boolean> =>
      isAnyDue(
        model,
        bankProfileIds.map((key) => ({ kind: DISPUTE_DUE.answer.kind, key })),
        await answers.now(),
      ),

    /** Whose bank is to be told something now, of one bank, the longest waiting first. */
    answersDue: async (bankProfileId: string, limit: number): Promise<StoredDispute[]> =>
      (await answers.due(bankProfileId, limit)).map(storedOf),

    /** Claims it, and counts the attempt; undefined when somebody else came first. */
    async claimAnswer({ dispute, tenant, bankProfileId }: StoredDispute) {
      const counted = { attempts: { $add: [{ $ifNull: ['$attempts', 0] }, 1] } };
      const document = await answers.claim(identityOf(dispute, tenant), bankProfileId, counted);
      return document === null ? undefined : { ...storedOf(document), attempts: document.attempts ?? 1 };
    },

    rescheduleAnswer: ({ dispute, tenant, bankProfileId }: StoredDispute, waitMs: number): Promise<void> =>
      answers.reschedule(identityOf(dispute, tenant), bankProfileId, waitMs),

    /**
     * Disputes that people are to be warned of; each is claimed before it is, so that of several replicas one
     * is.
     */
    async claimWarnings(kind: keyof typeof warnings, limit: number): Promise<StoredDispute[]> {
      const claimed: StoredDispute[] = [];
      for (const document of await warnings[kind].due(undefined, limit)) {
        const { dispute, tenant } = storedOf(document);
        const mine = await warnings[kind].claim(identityOf(dispute, tenant), undefined);
        if (mine !== null) claimed.push(storedOf(mine));
      }
      return claimed;
    },
  };
}

const identityOf = ({ id: _id }: Dispute, { accountId, livemode }: Tenant) => ({ _id, accountId, livemode });

const storedOf = (document: DisputeDocument): StoredDispute => {
  const { accountId, livemode, chargeId, bankProfileId, currency, dispute } = document;
  return { dispute, tenant: { accountId, livemode }, chargeId, bankProfileId, currency };
};

/** The first bound lets the index start at the cursor; the second skips what shares its millisecond. */
const beyond = (cursor: Pick<DisputeDocument, '_id' | 'createdAt'> | null): object =>
  cursor === null
    ? {}
    : {
        createdAt: { $lte: cursor.createdAt },
        $or: [{ createdAt: { $lt: cursor.createdAt } }, { _id: { $lt: cursor._id } }],
      };
