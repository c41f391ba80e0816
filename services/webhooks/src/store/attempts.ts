import type { Id, Tenant } from '@gx/core';
import { ownEntries, retryOnDisconnect } from '@gx/runtime/mongo';
import { type LaneName, MOVES, type NewDelivery } from '../domain/delivery.ts';
import { MAX_ATTEMPTS } from '../domain/retry-schedule.ts';
import { type DeliveryDocument, type DeliveryModel, LEASED } from './delivery-document.ts';
import type { FirstWrites, InHand } from './first-writes.ts';
import { gatherCalls } from './gather-calls.ts';
import { fromNow, IS_DUE, lastsMs, leaving, logged, mine, PIPELINE } from './pipelines.ts';
import { type Ending, recorder } from './records.ts';

/** What a lane needs to know to place an attempt; the rest is read when it is claimed. */
export type DueDelivery = Pick<
  NewDelivery,
  'id' | 'tenant' | 'endpointId' | 'origin' | 'subjectId' | 'traceparent' | 'url'
> & {
  /** When it is due for anybody. */
  readonly dueAt: Date;
  /** What this process stored itself it need not read again. */
  readonly stored?: Stored;
};
/** What of a delivery never changes and is sent. */
export type DeliveryContent = Pick<DeliveryDocument, 'eventId' | 'eventName' | 'payload' | 'createdAt'>;
/** Since when, by this process's monotonic clock; in hand as long as it has no document of its own. */
export type Stored = { readonly content: DeliveryContent; readonly sinceMs: number; readonly inHand?: InHand };
/**
 * How long a new delivery is left to who stores it: until a time of the database's, since one of this
 * process's monotonic clock.
 */
export type Handover = { readonly dueAt: Date; readonly sinceMs: number };
/** The right to make one attempt, until its lease ends. */
export type Claim = {
  readonly id: Id<'delivery'>;
  readonly tenant: Tenant;
  readonly attemptId: Id<'attempt'>;
  /** 1 is the first. */
  readonly attempt: number;
  readonly delivery: DeliveryContent & Pick<DeliveryDocument, 'livemode' | 'endpointId' | 'url'>;
  /**
   * Nothing was written: it is in hand. Since when the attempt is under way, by this process's monotonic
   * clock.
   */
  readonly inHand?: InHand & { readonly sinceMs: number };
};
type Taking = DueDelivery & {
  readonly attemptId: Id<'attempt'>;
  readonly leaseMs: number;
  /**
   * Since when the attempt is under way, by this process's monotonic clock: of one that was in hand. All
   * others begin with their claim.
   */
  readonly beganMs?: number;
};
type Written = { readonly matchedCount: number };
/** What is told of a delivery that has no attempt left. */
export type DeadLetter = Pick<DeliveryDocument, '_id' | keyof typeof DEAD_LETTER_FIELDS>;

/** So long a new delivery belongs to the process that stored it. */
export const HANDOVER_MS = 6_000;
const DEAD_LETTER_FIELDS = { endpointId: 1, eventId: 1, eventName: 1, attempts: 1 } as const;
const LAPSED = { status: 'PROCESSING', ...IS_DUE } as const;
/** What becomes of one whose lease has ended, and when it is due again. */
const interrupted = (status: DeliveryDocument['status'], again: '$$NOW' | '$$REMOVE') => [
  {
    $set: {
      status,
      lane: 'retry',
      dueAt: again,
      nextRetryAt: again,
      lastStatusCode: '$$REMOVE',
      lastResponseBody: '$$REMOVE',
      lastError: 'interrupted',
      attemptLog: logged({ error: 'interrupted' }),
      updatedAt: '$$NOW',
    },
  },
  { $unset: 'running' },
];

/**
 * An attempt's life: claimed under a lease, recorded, or given back. Claims and records of one moment share a
 * write.
 */
export const attempts = (deliveries: DeliveryModel, first: FirstWrites, lanes = claimsOf(deliveries)) => ({
  claim: claimer(lanes, first),

  /**
   * Writes what the attempt came to; false when its lease, or its time in hand, had ended and the delivery is
   * somebody else's.
   */
  record: recordedWhere(recorder(deliveries), lanes, first),

  /** Gives it back without an attempt: nothing was sent. */
  async release(claim: Claim, delayMs: number): Promise<void> {
    const undone = {
      status: MOVES.retry.to,
      attempts: { $subtract: ['$attempts', 1] },
      dueAt: fromNow(delayMs),
      updatedAt: '$$NOW',
    };
    await deliveries.updateOne(mine(claim, MOVES.retry), [{ $set: undone }, { $unset: ['running'] }], PIPELINE);
  },

  /**
   * Takes back what processes that died left: the lease has ended, so the attempt counts and its outcome is
   * unknown. The endpoint may have got it, and gets it again under the same event id.
   */
  async takeBackLapsed(): Promise<number> {
    const { matchedCount } = await deliveries.updateMany(
      { ...LAPSED, attempts: { $lt: MAX_ATTEMPTS } },
      interrupted(MOVES.retry.to, '$$NOW'),
      { hint: LEASED, ...PIPELINE },
    );
    return matchedCount;
  },

  /**
   * Ends one that lapsed in its last attempt; undefined when there is none. One at a time, so that each is
   * answered to one replica, which tells of it.
   */
  async exhaustLapsed(): Promise<DeadLetter | undefined> {
    const ended = await deliveries
      .findOneAndUpdate({ ...LAPSED, attempts: { $gte: MAX_ATTEMPTS } }, interrupted(MOVES.exhaust.to, '$$REMOVE'), {
        hint: LEASED,
        returnDocument: 'after',
        projection: DEAD_LETTER_FIELDS,
        ...PIPELINE,
      })
      .lean();
    return ended ?? undefined;
  },
});

type Claiming = ReturnType<typeof claimsOf>;

const claimsOf = (deliveries: DeliveryModel) => {
  const claimIn = (lane: LaneName) =>
    gatherCalls('claim deliveries', (batch: readonly Taking[]) => claimAll(deliveries, lane, batch));
  return { first: claimIn('first'), retry: claimIn('retry') };
};

/**
 * Takes a delivery for one attempt; undefined when somebody else has it or it is not this lane's any more. A
 * first attempt needs no due time, which is only its grace; a retry does, by the database's clock. New events
 * do not wait for retries here either.
 */
const claimer =
  (lanes: Claiming, { claimFirst }: FirstWrites) =>
  async ({ lane, ...taking }: Taking & { readonly lane: LaneName }): Promise<Claim | undefined> => {
    const inHand = lane === 'first' ? taking.stored?.inHand : undefined;
    if (inHand === undefined) return lanes[lane](taking);
    const makeDocument = async (): Promise<Claim | undefined> =>
      (await claimFirst({ ...inHand, ...taking })) ? firstClaim(taking, taking.attemptId) : undefined;
    // Whoever took its page over has made it a document like any other.
    return isLate(taking)
      ? ((await lanes.first(taking)) ?? (await makeDocument()))
      : ((await makeDocument()) ?? (await lanes.first(taking)));
  };

const isLate = ({ stored }: DueDelivery): boolean =>
  stored !== undefined && performance.now() - stored.sinceMs > HANDOVER_MS;

/** As long as a lease has to be that is taken to write down at once what an attempt came to. */
const RECORD_LEASE_MS = 10_000;

/**
 * The outcome of what was in hand counts also when its page was taken over meanwhile, as long as nobody else
 * has begun.
 */
const recordedWhere =
  (underALease: (ending: Ending) => Promise<boolean>, lanes: Claiming, { recordFirst }: FirstWrites) =>
  async (ending: Ending): Promise<boolean> => {
    const { inHand, attemptId } = ending.claim;
    if (inHand === undefined) return underALease(ending);
    if (await recordFirst(inHand, ending)) return true;
    const begun = { attemptId, beganMs: inHand.sinceMs };
    await lanes.first({ ...inHand.delivery, ...begun, dueAt: inHand.createdAt, leaseMs: RECORD_LEASE_MS });
    return underALease(ending);
  };

/**
 * Where all were won, those whose content is known are not read. Who won otherwise is read back by the tokens
 * that were written.
 */
async function claimAll(
  deliveries: DeliveryModel,
  lane: LaneName,
  batch: readonly Taking[],
): Promise<(Claim | undefined)[]> {
  const { matchedCount } = await retryOnDisconnect(() => takeIn(deliveries, lane, batch));
  const own =
    lane === 'first' && matchedCount === batch.length
      ? batch.flatMap((own) => firstClaim(own, own.attemptId) ?? [])
      : [];
  const known = new Set(own.map(({ attemptId }) => attemptId));
  const others = batch.filter(({ attemptId }) => !known.has(attemptId));
  const read = others.length === 0 ? [] : await readClaims(deliveries, others);
  const byToken = new Map([...own, ...read].map((claim) => [claim.attemptId, claim]));
  return batch.map(({ attemptId }) => byToken.get(attemptId));
}

/**
 * Of what this process stored itself. In the first lane nothing was tried before: what an attempt comes to
 * leaves for the other.
 */
export function firstClaim(
  { id, tenant, endpointId, url, stored }: DueDelivery,
  attemptId: Id<'attempt'>,
): Claim | undefined {
  if (stored === undefined) return undefined;
  const { livemode } = tenant;
  return {
    id,
    tenant,
    attemptId,
    attempt: 1,
    delivery: { ...stored.content, livemode, endpointId, ...(url && { url }) },
  };
}

async function readClaims(deliveries: DeliveryModel, takings: readonly Taking[]): Promise<Claim[]> {
  const won = await deliveries
    .find(
      {
        _id: { $in: takings.map(({ id }) => id) },
        'running.attemptId': { $in: takings.map(({ attemptId }) => attemptId) },
      },
      { attemptLog: 0 },
    )
    .lean();
  const byToken = new Map(won.map((delivery) => [delivery.running?.attemptId, delivery]));
  return takings.flatMap(({ id, tenant, attemptId }) => {
    const delivery = byToken.get(attemptId);
    return delivery === undefined ? [] : [{ id, tenant, attemptId, attempt: delivery.attempts, delivery }];
  });
}

async function takeIn(deliveries: DeliveryModel, lane: LaneName, takings: readonly Taking[]): Promise<Written> {
  const own = ownEntries(
    '$_id',
    new Map(
      takings.map(({ id, tenant, attemptId, leaseMs, beganMs }) => [
        id,
        { ...tenant, attemptId, leaseMs, lastsMs: lastsMs(beganMs) },
      ]),
    ),
  );
  const isDue = lane === 'first' ? [] : [IS_DUE.$expr];
  const filter = {
    _id: { $in: takings.map(({ id }) => id) },
    lane,
    status: leaving(MOVES.claim),
    $expr: { $and: [own.ofTenant, ...isDue] },
  };
  const claimed = {
    status: MOVES.claim.to,
    attempts: { $add: ['$attempts', 1] },
    running: { attemptId: '$own.attemptId', startedAt: { $subtract: ['$$NOW', '$own.lastsMs'] } },
    dueAt: { $add: ['$$NOW', '$own.leaseMs'] },
    updatedAt: '$$NOW',
  };
  return deliveries.collection.updateMany(filter as never, [
    own.at,
    { $set: claimed },
    { $unset: ['nextRetryAt', own.name] },
  ]);
}
