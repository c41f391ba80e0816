import { type Id, invariant, type ServiceAct, type Tenant } from '@gx/core';
import {
  compareAndSet,
  insertDue,
  type OutboxRelay,
  type StoredAct,
  scaledLook,
  storedAct,
  unfiledEvents,
} from '@gx/runtime/mongo';
import { isOpened, type Payout, type PayoutUpdate, type PlainPayout, type StoredPayout } from '../domain/payout.ts';
import type { PayoutStatus, VisiblePayoutStatus } from '../domain/transitions.ts';
import { encodeEvent } from './encode-event.ts';
import { changesOf } from './payout-changes.ts';
import type { PayoutDocument } from './payout-document.ts';
import type { PayoutModel } from './payout-model.ts';
import type { StoredPayouts } from './stored-payouts.ts';

export type PayoutStore = ReturnType<typeof payoutStore>;
type Deps = {
  readonly model: PayoutModel;
  readonly relay: Pick<OutboxRelay, 'publish'>;
  readonly stored: StoredPayouts;
  readonly times: PayoutTimes;
};
export type PayoutTimes = {
  /** How long one owner may work on a creation. */
  readonly createLeaseMs: number;
  /** Scales every wait before somebody looks again. */
  readonly scale: number;
};
export type PayoutFilter = {
  readonly limit: number;
  readonly after?: Pick<PlainPayout, 'id' | 'createdAt'>;
  readonly status?: VisiblePayoutStatus;
  readonly createdFrom?: Date;
  readonly createdTo?: Date;
};

const HIDDEN: readonly PayoutStatus[] = ['INITIATED', 'DROPPED'];
const IS_VISIBLE = { $nin: [...HIDDEN] };
const NO_OUTBOX = { outbox: 0, unfiled: 0 } as const;
const SHOWN = { outbox: 0, unfiled: 0, body: 0, recipient: 0, 'payee.secrets': 0 } as const;

/**
 * The one place that knows versions and the outbox. Every write is an insert under a unique index or a
 * compare-and-set. Where a payout goes is decrypted for who sends or approves it, and for nobody else.
 */
export function payoutStore({ model, relay, stored, times }: Deps) {
  const findOne = async (filter: Record<string, unknown>): Promise<PlainPayout | undefined> => {
    const document = await model.findOne(filter, SHOWN).lean<PayoutDocument>();
    return document === null ? undefined : (await stored.shown([document]))[0];
  };
  const findStored = async (filter: Record<string, unknown>): Promise<StoredPayout | undefined> => {
    const document = await model.findOne(filter, NO_OUTBOX).lean<PayoutDocument>();
    return document === null ? undefined : stored.opened(document);
  };
  const findOpened = async (filter: Record<string, unknown>): Promise<Payout | undefined> => {
    const found = await findStored(filter);
    invariant(found === undefined || isOpened(found), 'a payout that has not ended has no payee any more');
    return found;
  };

  /** Compare-and-set on the version the decision was made on; undefined when somebody else wrote first. */
  async function write<P extends PlainPayout>(
    before: P,
    { payout, events, act, next }: Extract<PayoutUpdate<P>, { kind: 'change' }>,
  ): Promise<P | undefined> {
    const outbox = events.map((event) => encodeEvent(payout, event));
    // The driver itself: mongoose would cast what an aggregation says.
    const document = await model.collection.findOneAndUpdate(
      { _id: before.id, ...before.tenant, version: before.version } as never,
      changesOf(before, payout, { outbox, act, next: scaledLook(next, times.scale) }) as never,
      { returnDocument: 'after', projection: { outbox: 1 } },
    );
    if (document === null) return undefined;
    relay.publish({ id: before.id, outbox: (document as unknown as Pick<PayoutDocument, 'outbox'>).outbox });
    return { ...payout, version: before.version + 1 };
  }
  const unpromised = askedOnce(async ({ accountId, livemode }: Tenant): Promise<readonly Id<'payout'>[]> => {
    const found = await model
      .find({ accountId, livemode, status: { $in: [...HIDDEN] } } as never, { _id: 1 })
      .lean<Pick<PayoutDocument, '_id'>[]>();
    return found.map(({ _id }) => _id);
  });
  const updating = <P extends PlainPayout>(find: (filter: Record<string, unknown>) => Promise<P | undefined>) =>
    compareAndSet<P, PayoutUpdate<P>>({
      find: ({ id, tenant }) => find({ _id: id, ...tenant }),
      write,
      what: 'The payout',
    });

  return {
    /** For the owner of its lease before its end, with its secrets. */
    update: updating(findOpened),
    /** For a caller that needs no secrets, and leaves them as they are. */
    updatePlain: updating(findOne),

    /**
     * Inserts a payout, for its owner to go on with; undefined when its idempotency key is taken. Its act is
     * filed once it is promised, by any process, and goes with it where it is taken back.
     */
    async insert(created: Payout, act: ServiceAct): Promise<Payout | undefined> {
      const payout = await stored.encrypted(created);
      const document = { ...stored.documentOf(payout), unfiled: [storedAct(act)] };
      const due = { dueAt: { $add: ['$$NOW', times.createLeaseMs] }, claimedAt: '$$NOW' };
      return (await insertDue<PayoutDocument>(model, document, due)) ? payout : undefined;
    },

    /** What was done to payouts that are there for others to see. */
    acts: unfiledEvents<StoredAct>(model.collection, { status: IS_VISIBLE }),

    /**
     * Takes back a payout that was refused before anybody was promised it; false when its owner lost the
     * lease.
     */
    async remove({ id, tenant, version, work }: Payout): Promise<boolean> {
      const filter = { _id: id, ...tenant, version, owner: work.owner, status: { $in: [...HIDDEN] } };
      return (await model.deleteOne(filter as never)).deletedCount === 1;
    },

    byKey: ({ accountId, livemode }: Tenant, idempotencyKey: string): Promise<PlainPayout | undefined> =>
      findOne({ accountId, livemode, idempotencyKey }),

    /** One that a client may see. */
    byId: ({ accountId, livemode }: Tenant, id: Id<'payout'>): Promise<PlainPayout | undefined> =>
      findOne({ _id: id, accountId, livemode, status: IS_VISIBLE }),

    /** For a user of the account, whose login is of no mode; with its secrets, which are to be approved. */
    forUser: (accountId: Id<'account'>, id: Id<'payout'>): Promise<StoredPayout | undefined> =>
      findStored({ _id: id, accountId, status: IS_VISIBLE }),

    /** Newest first. */
    async page({ accountId, livemode }: Tenant, filter: PayoutFilter): Promise<PlainPayout[]> {
      const { limit, after, status, createdFrom, createdTo } = filter;
      const upTo = [createdTo, after?.createdAt].filter((at) => at !== undefined).toSorted((a, b) => +a - +b)[0];
      const created = {
        ...(createdFrom === undefined ? {} : { $gte: createdFrom }),
        ...(upTo === undefined ? {} : { $lte: upTo }),
      };
      const found = await model
        .find(
          {
            accountId,
            livemode,
            status: status ?? IS_VISIBLE,
            ...(after === undefined
              ? {}
              : { $or: [{ createdAt: { $lt: after.createdAt } }, { _id: { $lt: after.id } }] }),
            ...(Object.keys(created).length === 0 ? {} : { createdAt: created }),
          } as never,
          SHOWN,
        )
        .sort({ createdAt: -1, _id: -1 })
        .limit(limit)
        .lean<PayoutDocument[]>();
      return stored.shown(found);
    },

    /** When the first payout arrived at a destination that is there still; null: none has. */
    async firstPaidAt({ accountId, livemode }: Tenant, destinationIdentity: string): Promise<Date | null> {
      const first = await model
        .findOne({ accountId, livemode, destinationIdentity, status: 'PAID' }, { paidAt: 1 })
        .sort({ paidAt: 1 })
        .lean<Pick<PayoutDocument, 'paidAt'>>();
      return first?.paidAt ?? null;
    },

    /** Those of a tenant that nobody was promised yet: they may yet be gone. Who asks at once asks once. */
    unpromised: (tenant: Tenant): Promise<readonly Id<'payout'>[]> => unpromised(tenant),

    /** Whether a payout, of whatever tenant, may be at its bank now: a bank knows no tenant. */
    async isUnderWay(id: Id<'payout'>): Promise<boolean> {
      const found = await model.countDocuments({ _id: id, status: 'PROCESSING', finalStatus: null }, { limit: 1 });
      return found === 1;
    },
  };
}

/** One question of a tenant is under way at a time; who asks meanwhile shares the next answer. */
function askedOnce<R>(ask: (tenant: Tenant) => Promise<R>): (tenant: Tenant) => Promise<R> {
  const next = new Map<string, Promise<R>>();
  const last = new Map<string, Promise<unknown>>();
  return (tenant) => {
    const name = `${tenant.accountId}:${tenant.livemode}`;
    const waiting = next.get(name);
    if (waiting !== undefined) return waiting;
    const asked = (last.get(name) ?? Promise.resolve()).then(() => {
      next.delete(name);
      return ask(tenant);
    });
    next.set(name, asked);
    const ended = asked
      .catch(() => undefined)
      .then(() => {
        if (last.get(name) === ended) last.delete(name);
      });
    last.set(name, ended);
    return asked;
  };
}
