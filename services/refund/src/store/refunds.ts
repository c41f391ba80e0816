import type { EndToEndId, Id, ServiceAct, Tenant } from '@gx/core';
import {
  compareAndSet,
  insertDue,
  type OutboxRelay,
  republish,
  type StoredAct,
  scaledLook,
  storedAct,
  unfiledEvents,
} from '@gx/runtime/mongo';
import { type BankReturn, BEFORE, rowOf } from '../domain/bank-return.ts';
import type { Decision, PlainRefund, Refund, RefundEvent } from '../domain/refund.ts';
import type { Status } from '../domain/transitions.ts';
import { encodeEvent } from './encode-event.ts';
import { changesOf } from './refund-changes.ts';
import { plainOf, type RefundDocument } from './refund-document.ts';
import type { RefundModel } from './refund-model.ts';
import type { StoredRefunds, WritableRefund } from './stored-refunds.ts';

export type RefundStore = ReturnType<typeof refundStore>;
type Deps = {
  readonly model: RefundModel;
  readonly relay: Pick<OutboxRelay, 'publish'>;
  readonly stored: StoredRefunds;
  readonly times: RefundTimes;
};
export type RefundTimes = {
  /** How long one owner may work on a creation. */
  readonly createLeaseMs: number;
  /** Scales every wait before somebody looks again. */
  readonly scale: number;
};

/** As it could be; the document of who owns its destination, where its bank says so. */
export type PlannedRefund = { readonly refund: Refund; readonly payeeDocument: string | undefined };

const HIDDEN_NOT = { $nin: ['INITIATED', 'DROPPED'] } as const;
const NO_OUTBOX = { outbox: 0, unfiled: 0 } as const;
const IN_CLEAR = { outbox: 0, unfiled: 0, body: 0, destination: 0, 'payee.secrets': 0 } as const;

/**
 * The one place that knows versions and the outbox. Every write is an insert under a unique index or a
 * compare-and-set. What is encrypted is decrypted for the owner of a refund's lease, and for nobody else: how
 * far it is can be read and told while a key is missing.
 */
export function refundStore({ model, relay, stored, times }: Deps) {
  const findOne = async (filter: Record<string, unknown>): Promise<PlainRefund | undefined> => {
    const document = await model.findOne(filter, IN_CLEAR).lean<RefundDocument>();
    return document === null ? undefined : plainOf(document);
  };
  const findOpened = async (filter: Record<string, unknown>): Promise<Refund | undefined> => {
    const document = await model.findOne(filter, NO_OUTBOX).lean<RefundDocument>();
    return document === null ? undefined : stored.opened(document);
  };
  const findAll = async (filter: Record<string, unknown>, newestFirst: boolean, limit = 0): Promise<PlainRefund[]> => {
    const direction = newestFirst ? -1 : 1;
    const sort = { createdAt: direction, _id: direction } as const;
    const documents = await model.find(filter, IN_CLEAR).sort(sort).limit(limit).lean<RefundDocument[]>();
    return documents.map(plainOf);
  };

  /** Compare-and-set on the version the decision was made on; undefined when somebody else wrote first. */
  async function write<R extends WritableRefund>(
    before: R,
    decision: Extract<Decision<R>, { kind: 'change' }>,
  ): Promise<R | undefined> {
    const outbox = decision.events.map((event) => encodeEvent(decision.refund, event));
    const next = scaledLook(decision.next, times.scale);
    const secrets = await stored.secretsChanged(before, decision.refund);
    // The driver itself: mongoose would cast what an aggregation says.
    const document = await model.collection.findOneAndUpdate(
      { _id: before.id, ...before.tenant, version: before.version } as never,
      changesOf(before, decision.refund, { outbox, act: decision.act, next, secrets }) as never,
      { returnDocument: 'after', projection: { outbox: 1 } },
    );
    if (document === null) return undefined;
    relay.publish({ id: before.id, outbox: (document as unknown as Pick<RefundDocument, 'outbox'>).outbox });
    return { ...decision.refund, version: before.version + 1 };
  }

  const insert = (refund: Refund, due: object, ...acts: readonly ServiceAct[]): Promise<boolean> => {
    const unfiled = acts.length === 0 ? {} : { unfiled: acts.map(storedAct) };
    return insertDue<RefundDocument>(model, { ...stored.documentOf(refund), ...unfiled }, due);
  };
  const updating = <R extends WritableRefund>(find: (filter: Record<string, unknown>) => Promise<R | undefined>) =>
    compareAndSet<R, Decision<R>>({
      find: ({ id, tenant }) => find({ _id: id, ...tenant }),
      write,
      what: 'The refund',
    });

  return {
    /** For the owner of its lease, with everything that is encrypted. */
    update: updating(findOpened),
    /** For a caller that needs nothing that is encrypted, and leaves that as it is. */
    updatePlain: updating(findOne),

    /**
     * Says the last word of a return again, as the same event: somebody asks who may not have heard it. False
     * when something else has happened since.
     */
    republish: (refund: PlainRefund, event: RefundEvent): Promise<boolean> =>
      republish(
        { collection: model.collection, relay },
        {
          filter: { _id: refund.id, ...refund.tenant, version: refund.version },
          events: [encodeEvent(refund, event)],
        },
      ),

    /**
     * Inserts a refund, for its owner to go on with; undefined when its idempotency key is taken. Its act is
     * filed once it is promised, by any process, and goes with it where it is taken back.
     */
    async insert({ refund: created, payeeDocument }: PlannedRefund, act: ServiceAct): Promise<Refund | undefined> {
      const refund = await stored.encrypted(created, payeeDocument);
      const due = { dueAt: { $add: ['$$NOW', times.createLeaseMs] }, claimedAt: '$$NOW' };
      return (await insert(refund, due, act)) ? refund : undefined;
    },

    /** Stores an ordered return, due at once; false when it, or another return of its Pix, stands. */
    insertReturn: (refund: Refund): Promise<boolean> => insert(refund, { dueAt: '$$NOW' }),

    /**
     * Takes back a refund that was refused before anybody was promised it; false when its owner lost the
     * lease.
     */
    async remove({ id, tenant, version, work }: Refund): Promise<boolean> {
      const filter = {
        _id: id,
        ...tenant,
        version,
        owner: work.owner,
        status: { $in: ['INITIATED' as const, 'DROPPED' as const] },
      };
      return (await model.deleteOne(filter)).deletedCount === 1;
    },

    byKey: ({ accountId, livemode }: Tenant, idempotencyKey: string): Promise<PlainRefund | undefined> =>
      findOne({ accountId, livemode, idempotencyKey, kind: 'REFUND' }),

    /** Every refund and return of a charge that anybody may see, newest first. */
    ofCharge: ({ accountId, livemode }: Tenant, chargeId: Id<'charge'>): Promise<PlainRefund[]> =>
      findAll({ accountId, livemode, chargeId, status: HIDDEN_NOT }, true),

    /** How these refunds stand; one that never came to be is not among them. */
    async standings({ accountId, livemode }: Tenant, ids: readonly Id<'refund'>[]): Promise<Map<string, Status>> {
      const found = await model
        .find({ _id: { $in: [...ids] }, accountId, livemode }, { status: 1 })
        .lean<Pick<RefundDocument, '_id' | 'status'>[]>();
      return new Map(found.map(({ _id, status }) => [_id, status]));
    },

    /** How these stand, whosever they are: for charge, whose events named them. */
    async statuses(ids: readonly Id<'refund'>[]): Promise<Map<Id<'refund'>, Status>> {
      const found = await model
        .find({ _id: { $in: [...ids] } }, { status: 1 })
        .lean<Pick<RefundDocument, '_id' | 'status'>[]>();
      return new Map(found.map(({ _id, status }) => [_id, status]));
    },

    /**
     * Stores the row of a bank return, or moves it on; what it was told before, or is past, changes nothing.
     */
    async recordBankReturn(bankReturn: BankReturn): Promise<void> {
      if (await insert(rowOf(bankReturn), { dueAt: null })) return;
      const { id, tenant, status } = bankReturn;
      await model.updateOne(
        {
          _id: id,
          accountId: tenant.accountId,
          livemode: tenant.livemode,
          kind: 'BANK_RETURN',
          status: { $in: [...BEFORE[status]] },
        },
        { $set: { status }, $inc: { version: 1 } },
      );
    },

    /** The return of a Pix, of any tenant: the bank knows no tenant (architecture, section 3). */
    returnOfPix: (bankProfileId: string, endToEndId: EndToEndId): Promise<PlainRefund | undefined> =>
      findOne({ bankProfileId, endToEndId, kind: 'RETURN' }),

    /** For operators, who have no tenant. */
    returnById: (id: Id<'refund'>): Promise<PlainRefund | undefined> => findOne({ _id: id, kind: 'RETURN' }),

    /** What was done to refunds and returns that are there for others to see. */
    acts: unfiledEvents<StoredAct>(model.collection, { status: HIDDEN_NOT }),

    /** Returns that wait for a person, oldest first. */
    failedReturns: (limit: number): Promise<PlainRefund[]> =>
      findAll({ kind: 'RETURN', status: 'FAILED' }, false, limit),
  };
}
