import type { Id, Tenant } from '@gx/core';
import type { Connection } from 'mongoose';
import { AHEAD, type VelocityLimit } from '../domain/velocity.ts';
import { upserting } from './upserting.ts';

/** Charges of one account whose places are being given back: counted out in the write that names them. */
export type Leaving = { readonly id: string; readonly charges: readonly Id<'charge'>[] };
type AccountDocument = {
  _id: string;
  accountId: Id<'account'>;
  livemode: boolean;
  /** The span of time that places are taken in now, its end, and how many were. */
  span: Date;
  ends: Date;
  current: number;
  /** Earlier spans that still count, a sixtieth of the window each. */
  spans: { at: Date; count: number }[];
  /** All of them together, when they were last summed up, and what was taken since. */
  used: number;
  /** How many places the last summing up granted, and when that was. */
  granted: number;
  summedAt: Date;
  /** When places were last taken ahead of anybody who wants them. */
  aheadAt?: Date;
  leaving: Leaving | null;
  /** How many lots have been given back: two processes never give the same one back. */
  lots: number;
};
export type Wanted = {
  /** Places wanted now. */
  readonly claims: number;
  /** Places that may be wanted soon: taken while there are plenty, else not. */
  readonly ahead: number;
  /** Places of earlier claims that nothing came of, by span. */
  readonly unused: readonly Date[];
  /** The span that this process took places in last. */
  readonly span: Date | null;
};
export type Granted = {
  readonly granted: number;
  readonly ahead: number;
  readonly span: Date;
  /** How long the span goes on, by the database's clock; null where it was not asked. */
  readonly spanLeftMs: number | null;
  /**
   * So many places were left that none of those who may not know of each other can have wanted the last one.
   */
  readonly roomy: boolean;
  /** Somebody took places ahead so lately that some of them may come back. */
  readonly mayComeBack: boolean;
};
export type AccountStore = ReturnType<typeof accountStore>;

const SPANS_IN_WINDOW = 60;
const SPAN_MS_MIN = 1_000;
const ROOMY = 1_000;
const idOf = ({ accountId, livemode }: Tenant): string => `${accountId}:${livemode ? 'live' : 'test'}`;
/** Nobody looked closely. */
const OF_PLENTY = { spanLeftMs: null, roomy: true, mayComeBack: false } as const;
/**
 * Stored fields alone, none that the server works out: of a write whose answer was lost the driver asks
 * again, and the server then answers with the document as that write left it, without the projection.
 */
const SEEN = { span: 1, ends: 1, granted: 1, used: 1, aheadAt: 1, summedAt: 1 } as const;
type Seen = Pick<AccountDocument, keyof typeof SEEN>;
/**
 * The insert of a charge follows on the same server and is acknowledged by a majority, and what came before
 * it with it.
 */
const BEFORE_THE_INSERT = { writeConcern: { w: 1, journal: false } } as const;

/**
 * How many charges each account has in the window: one document each, counted in spans of time. What was
 * taken ahead less than `awaitedMs` ago may come back.
 */
export function accountStore(
  connection: Connection,
  { max, windowMs }: VelocityLimit,
  awaitedMs: number = AHEAD.awaitedMs,
) {
  const collection = connection.collection<AccountDocument>('velocity_accounts');
  const spanMs = Math.max(SPAN_MS_MIN, Math.ceil(windowMs / SPANS_IN_WINDOW));
  // A span counts until its last moment has left the window, so that no window ever holds more than the
  // limit.
  const counting = { $gt: ['$$this.at', { $subtract: ['$$NOW', windowMs + spanMs] }] };

  /** While there is plenty: one increment, all or nothing. False when it has to be looked at closely. */
  async function takeOfPlenty(tenant: Tenant, { claims, ahead, unused, span }: Wanted): Promise<boolean> {
    if (span === null || unused.some((place) => place.getTime() !== span.getTime())) return false;
    const net = claims + ahead - unused.length;
    const { matchedCount } = await collection.updateOne(
      { _id: idOf(tenant), span, used: { $lte: max - ROOMY - net }, $expr: { $gt: ['$ends', '$$NOW'] } },
      { $inc: { current: net, used: net }, ...(ahead > 0 && { $currentDate: { aheadAt: true } }) },
      BEFORE_THE_INSERT,
    );
    return matchedCount > 0;
  }

  /** Sums up what counts now, gives unused places back and grants as many as there are. */
  async function takeWhatThereIs(tenant: Tenant, { claims, unused }: Wanted): Promise<Granted> {
    const { accountId, livemode } = tenant;
    const update = [
      { $set: { accountId, livemode, ...begun(spanMs), summedAt: '$$NOW' } },
      { $set: turned(spanMs) },
      { $set: { spans: { $filter: { input: '$spans', cond: counting } } } },
      ...without(unused),
      { $set: { granted: { $max: [0, { $min: [claims, { $subtract: [max, '$used'] }] }] } } },
      { $set: { current: { $add: ['$current', '$granted'] }, used: { $add: ['$used', '$granted'] } } },
    ];
    const document = await upserting(() =>
      collection.findOneAndUpdate({ _id: idOf(tenant) }, update, {
        ...BEFORE_THE_INSERT,
        upsert: true,
        returnDocument: 'after',
        projection: SEEN,
      }),
    );
    if (document === null) throw new Error('an upsert answers what it wrote');
    return seen(document);
  }

  /** By the database's times, so that an answer that comes late says the same. */
  function seen({ granted, span, ends, used, aheadAt, summedAt }: Seen): Granted {
    const mayComeBack = aheadAt !== undefined && aheadAt.getTime() > summedAt.getTime() - awaitedMs;
    const spanLeftMs = ends.getTime() - summedAt.getTime();
    return { granted, ahead: 0, span, spanLeftMs, roomy: max - used >= ROOMY, mayComeBack };
  }

  return {
    /** Takes as many of the wanted places as there are, in one write. */
    async claim(tenant: Tenant, wanted: Wanted): Promise<Granted> {
      if (wanted.span !== null && (await takeOfPlenty(tenant, wanted)))
        return { ...OF_PLENTY, granted: wanted.claims, ahead: wanted.ahead, span: wanted.span };
      return takeWhatThereIs(tenant, wanted);
    },

    /**
     * What is being given back, and how many lots have been; undefined for an account that never took a
     * place.
     */
    async lots(tenant: Tenant): Promise<Pick<AccountDocument, 'leaving' | 'lots'> | undefined> {
      return (await collection.findOne({ _id: idOf(tenant) }, { projection: { leaving: 1, lots: 1 } })) ?? undefined;
    },

    /**
     * Counts the places of charges that are over out, once: only if no lot has been begun since `lots` were.
     */
    async beginLot(
      tenant: Tenant,
      lots: number,
      { leaving, spans }: { leaving: Leaving; spans: readonly Date[] },
    ): Promise<boolean> {
      const named = { id: leaving.id, charges: [...leaving.charges] };
      const { matchedCount } = await collection.updateOne({ _id: idOf(tenant), lots, leaving: null }, [
        ...without(spans),
        { $set: { leaving: { $literal: named }, lots: lots + 1 } },
      ]);
      return matchedCount > 0;
    },

    async endLot(tenant: Tenant, { id }: Leaving): Promise<void> {
      await collection.updateOne({ _id: idOf(tenant), 'leaving.id': id }, { $set: { leaving: null } });
    },
  };
}

/** A document that is not there yet. */
const begun = (spanMs: number) => ({
  span: { $ifNull: ['$span', spanAt(spanMs)] },
  current: { $ifNull: ['$current', 0] },
  spans: { $ifNull: ['$spans', []] },
  lots: { $ifNull: ['$lots', 0] },
  leaving: { $ifNull: ['$leaving', null] },
});

const spanAt = (spanMs: number) => {
  const now = { $toLong: '$$NOW' };
  return { $toDate: { $subtract: [now, { $mod: [now, spanMs] }] } };
};

/**
 * When a new span has begun the last one joins the earlier ones; time does not go back, whatever another
 * server's clock says.
 */
function turned(spanMs: number) {
  const span = { $max: ['$span', spanAt(spanMs)] };
  const isSame = { $eq: ['$span', span] };
  return {
    span,
    ends: { $add: [span, spanMs] },
    spans: { $cond: [isSame, '$spans', { $concatArrays: ['$spans', [{ at: '$span', count: '$current' }]] }] },
    current: { $cond: [isSame, '$current', 0] },
  };
}

/**
 * The stages that take places out of their spans and sum up the rest; a span that has left the window is gone
 * with its places.
 */
function without(places: readonly Date[]): object[] {
  const counts = new Map<number, number>();
  for (const place of places) counts.set(place.getTime(), (counts.get(place.getTime()) ?? 0) + 1);
  const leavingOf = (at: string) =>
    [...counts].reduce<unknown>(
      (others, [time, count]) => ({ $cond: [{ $eq: [at, new Date(time)] }, count, others] }),
      0,
    );
  const less = (count: string, at: string) => ({ $max: [0, { $subtract: [count, leavingOf(at)] }] });
  const taken = {
    spans: { $map: { input: '$spans', in: { at: '$$this.at', count: less('$$this.count', '$$this.at') } } },
    current: less('$current', '$span'),
  };
  return [
    ...(places.length === 0 ? [] : [{ $set: taken }]),
    { $set: { used: { $add: [{ $sum: '$spans.count' }, '$current'] } } },
  ];
}
