import { type EndToEndId, type Id, notFound, type Tenant, type Txid } from '@gx/core';
import { type OutboxRelay, type StoredAct, type Transactions, unfiledEvents, untilDone } from '@gx/runtime/mongo';
import { type ClientSession, mongo } from 'mongoose';
import type { Change, Charge, Decision } from '../domain/charge.ts';
import type { PublicAddresses } from '../domain/charge-view.ts';
import type { Status } from '../domain/transitions.ts';
import { firstSetOf } from './charge-changes.ts';
import { type ChargeDocument, documentOf } from './charge-document.ts';
import type { ChargeModel } from './charge-model.ts';
import { disputeWrites, withDisputes } from './disputes.ts';
import { lastEventOf } from './encode-event.ts';
import { FIRST_VERSION, groupWrites } from './group-writes.ts';
import type { StoredCharges } from './stored-charges.ts';
import {
  type ChargeTarget,
  type DecideEach,
  measureTimeToPaid,
  recordChange,
  updateEach,
  withoutValues,
} from './update-each.ts';

export type ChargeStore = ReturnType<typeof chargeStore>;
export type ChargeStoreDeps = {
  readonly model: ChargeModel;
  readonly stored: StoredCharges;
  readonly relay: Pick<OutboxRelay, 'publish'>;
  readonly addresses: PublicAddresses;
  /** In which a charge is written with its disputes. */
  readonly inTransaction: Transactions;
  /** When the first lease of a charge that is inserted now will be over. */
  readonly firstLeaseEnd: () => Promise<Date>;
};

const NO_OUTBOX = { outbox: 0 } as const;

/**
 * The one place that knows versions and the outbox. Every write is an insert under a unique index or a
 * compare-and-set.
 */
export function chargeStore(deps: ChargeStoreDeps) {
  const { model, stored, relay, addresses, inTransaction } = deps;
  const groups = groupWrites(model);
  const findOne = async (filter: Record<string, unknown>): Promise<Charge | undefined> => {
    const document = await model.findOne(filter, NO_OUTBOX).lean<ChargeDocument>();
    return document === null ? undefined : stored.opened(document);
  };

  /** Compare-and-set on the version the decision was made on; undefined when somebody else wrote first. */
  async function write(before: Charge, decision: Change): Promise<Charge | undefined> {
    const { outbox, changes } = recordChange(before, decision, addresses);
    const { id, tenant, version } = before;
    const set = version === FIRST_VERSION ? firstSetOf(changes) : undefined;
    if (set !== undefined) {
      // The end of a creation. Nobody has written since the insert, so the outbox is what this write puts
      // there.
      if (!(await groups.change({ id, tenant, set: { ...set, outbox: [...outbox] } }))) return undefined;
      relay.publish({ id, outbox });
      return { ...decision.charge, version: version + 1 };
    }
    // The driver itself: the update is typed, and this is the hot path.
    const update = (session?: ClientSession) =>
      model.collection.findOneAndUpdate({ _id: id, ...tenant, version } as never, changes as never, {
        returnDocument: 'after',
        projection: { outbox: 1 },
        ...(session === undefined ? {} : { session }),
      });
    const writes = disputeWrites(before, decision.charge);
    const written =
      writes.length === 0 ? update() : withDisputes({ connection: model.db, inTransaction }, writes, update);
    const document = await written.catch(withoutValues);
    if (document === null) return undefined;
    relay.publish({ id, outbox: (document as unknown as Pick<ChargeDocument, 'outbox'>).outbox });
    measureTimeToPaid(decision);
    return { ...decision.charge, version: version + 1 };
  }

  return {
    /**
     * Inserts a new charge; false when its idempotency key is taken. The database's clock starts the first
     * lease.
     */
    insert: async (charge: Charge): Promise<boolean> =>
      groups.insert(documentOf(charge, new mongo.Timestamp({ t: 0, i: 0 }), await deps.firstLeaseEnd())),

    /** What was done to charges and their disputes. */
    acts: unfiledEvents<StoredAct>(model.collection),

    /** A charge that may be inserted: what it says of persons is encrypted beside it. */
    encrypted: stored.encrypted,
    requestHashLike: stored.requestHashLike,

    /** The statuses of those of these charges that are stored. */
    async statusesById({ accountId, livemode }: Tenant, ids: readonly Id<'charge'>[]): Promise<Map<string, Status>> {
      const documents = await model
        .find({ _id: { $in: ids }, accountId, livemode }, { status: 1 })
        .lean<Pick<ChargeDocument, '_id' | 'status'>[]>();
      return new Map(documents.map(({ _id, status }) => [_id, status]));
    },

    byKey: ({ accountId, livemode }: Tenant, idempotencyKey: string): Promise<Charge | undefined> =>
      findOne({ accountId, livemode, idempotencyKey }),

    /**
     * The charge whose key was just found to be taken: majority reads show it a moment after the index knew
     * it.
     */
    holderOf: ({ accountId, livemode }: Tenant, idempotencyKey: string): Promise<Charge> =>
      untilDone(
        () => findOne({ accountId, livemode, idempotencyKey }),
        'The charge is still being created. Retry with the same Idempotency-Key.',
      ),

    /** A charge that a client may see; unknown, foreign and of the other environment are one 404. */
    async byId({ accountId, livemode }: Tenant, id: Id<'charge'>): Promise<Charge> {
      const charge = await findOne({ _id: id, accountId, livemode, status: { $ne: 'REJECTED' } });
      if (charge === undefined) throw notFound('charge');
      return charge;
    },

    /** A charge that a client may see, and the bytes of its last public event. */
    async withLastEvent({ accountId, livemode }: Tenant, id: Id<'charge'>) {
      const document = await model
        .findOne({ _id: id, accountId, livemode, status: { $ne: 'REJECTED' } }, NO_OUTBOX)
        .lean<ChargeDocument>();
      if (document === null) return undefined;
      const charge = await stored.opened(document);
      return { charge, event: lastEventOf(charge, document.lastEvent, addresses) };
    },

    /** For the bank, which knows no tenant (architecture, section 3). */
    byTxid: (bankProfileId: string, txid: Txid): Promise<Charge | undefined> =>
      findOne({ bankProfileId, 'paymentOptions.txid': txid }),

    /** Any charge of the tenant, for money that arrives whatever its status. */
    inAnyStatus: ({ accountId, livemode }: Tenant, id: Id<'charge'>): Promise<Charge | undefined> =>
      findOne({ _id: id, accountId, livemode }),

    /** For an operator, who knows no tenant either. */
    forOperator: (id: Id<'charge'>): Promise<Charge | undefined> => findOne({ _id: id, listed: true }),

    /** For the public image of a code, whose address is the unguessable id alone (decisions A55). */
    presentedById: (id: Id<'charge'>): Promise<Charge | undefined> =>
      findOne({ _id: id, listed: true, status: 'WAITING_PAYMENT' }),

    /**
     * The charge of one of these profiles that has decided about a Pix, whatever the bank says now of whose
     * it is.
     */
    byPayment: (bankProfileIds: readonly string[], endToEndId: EndToEndId): Promise<Charge | undefined> =>
      findOne({ bankProfileId: { $in: bankProfileIds }, 'payments.endToEndId': endToEndId }),

    /** Which of these Pix have been decided about by a charge of one of these profiles. */
    async decided(bankProfileIds: readonly string[], endToEndIds: readonly EndToEndId[]): Promise<Set<string>> {
      const found = await model
        .find(
          { bankProfileId: { $in: bankProfileIds }, 'payments.endToEndId': { $in: endToEndIds } },
          { 'payments.endToEndId': 1 },
        )
        .lean<Pick<ChargeDocument, 'payments'>[]>();
      return new Set(found.flatMap(({ payments }) => payments.map((payment) => payment.endToEndId)));
    },

    /** The charges of these profiles that were credited with one of these payments. */
    async credited(bankProfileIds: readonly string[], endToEndIds: readonly EndToEndId[]): Promise<Charge[]> {
      const received = { bankProfileId: { $in: bankProfileIds }, 'payments.endToEndId': { $in: endToEndIds } };
      const documents = await model
        .find({ ...received, 'settlement.endToEndId': { $in: endToEndIds } }, NO_OUTBOX)
        .lean<ChargeDocument[]>();
      return stored.eachOpened(documents);
    },

    /**
     * Reads (or starts from what the caller holds), decides, writes if nobody wrote in between, else decides
     * again. A decision that keeps writes nothing. Answers the charge as it stands then; throws what `decide`
     * throws.
     */
    update(tenant: Tenant, from: Charge | Id<'charge'>, decide: (charge: Charge) => Decision): Promise<Charge> {
      const id = typeof from === 'string' ? from : from.id;
      const { accountId, livemode } = tenant;
      // One that was unreadable in a batch is decided about as it is read alone, or not at all.
      let read = typeof from === 'string' || from.isUnreadable ? undefined : from;
      return untilWritten(async () => {
        const charge = read ?? (await findOne({ _id: id, accountId, livemode }));
        read = undefined;
        if (charge === undefined) throw notFound('charge');
        const decision = decide(charge);
        return decision.kind === 'keep' ? charge : write(charge, decision);
      });
    },

    /** As `update`, of all charges that are named, by one read and one write; a target may name none. */
    async updateEach<T extends ChargeTarget>(span: string, targets: readonly T[], decide: DecideEach<T>) {
      await untilWritten(async () => (await updateEach(deps, span, targets, decide)) || undefined);
    },
  };
}

const untilWritten = <T>(attempt: () => Promise<T | undefined>): Promise<T> =>
  untilDone(attempt, 'The charge is being changed by too many others at once.');
