import type { Id, Tenant } from '@gx/core';
import type { Connection } from 'mongoose';
import type { VelocityLimit } from '../domain/velocity.ts';
import { upserting } from './upserting.ts';

/** Charges of one account whose places are being given back: counted out in the write that names them. */
export type Leaving = { readonly id: string; readonly charges: readonly Id<'charge'>[] };
type Span = { at: Date; count: number };
type AccountDocument = {
  _id: string;
  accountId: Id<'account'>;
  livemode: boolean;
  /** Places by the time when they were taken, in spans of a sixtieth of the window. */
  spans: Span[];
  /** Of the last write: the span that it took places of, and how many. */
  span: Date;
  granted: number;
  leaving: Leaving | null;
  /** How many lots have been given back: two processes never give the same one back. */
  lots: number;
};
export type Wanted = {
  /** Places wanted now. */
  readonly claims: number;
  /** Places of earlier claims that nothing came of, by span. */
  readonly unused: readonly Date[];
};
export type Granted = { readonly granted: number; readonly span: Date; readonly used: number };
export type AccountStore = ReturnType<typeof accountStore>;

const SPANS_IN_WINDOW = 60;
const SPAN_MS_MIN = 1_000;
const idOf = ({ accountId, livemode }: Tenant): string => `${accountId}:${livemode ? 'live' : 'test'}`;
/** The insert of a charge follows on the same server and is acknowledged by a majority, and what came before it with it. */
const BEFORE_THE_INSERT = { writeConcern: { w: 1, journal: false } } as const;

/** How many charges each account has in the window: one document each, counted in spans of time. */
export function accountStore(connection: Connection, { max, windowMs }: VelocityLimit) {
  const collection = connection.collection<AccountDocument>('velocity_accounts');
  const spanMs = Math.max(SPAN_MS_MIN, Math.ceil(windowMs / SPANS_IN_WINDOW));
  const nowMs = { $toLong: '$$NOW' };
  const span = { $toDate: { $subtract: [nowMs, { $mod: [nowMs, spanMs] }] } };
  // A span counts until its last moment has left the window, so that no window ever holds more than the limit.
  const counting = { $gt: ['$$this.at', { $subtract: ['$$NOW', windowMs + spanMs] }] };
  const adding = {
    $cond: [
      { $eq: ['$$this.at', '$span'] },
      { at: '$$this.at', count: { $add: ['$$this.count', '$granted'] } },
      '$$this',
    ],
  };

  return {
    /** Takes as many of the wanted places as there are, in one write, after giving unused ones back. */
    async claim(tenant: Tenant, { claims, unused }: Wanted): Promise<Granted> {
      const { accountId, livemode } = tenant;
      const first = { $concatArrays: ['$spans', [{ at: '$span', count: '$granted' }]] };
      const taken = { $cond: [{ $in: ['$span', '$spans.at'] }, { $map: { input: '$spans', in: adding } }, first] };
      const room = { $subtract: [max, { $sum: '$spans.count' }] };
      const update = [
        {
          $set: {
            accountId,
            livemode,
            spans: { $filter: { input: { $ifNull: ['$spans', []] }, cond: counting } },
            span,
          },
        },
        ...without(unused),
        { $set: { granted: { $max: [0, { $min: [claims, room] }] } } },
        {
          $set: {
            spans: { $cond: [{ $eq: ['$granted', 0] }, '$spans', taken] },
            lots: { $ifNull: ['$lots', 0] },
            leaving: { $ifNull: ['$leaving', null] },
          },
        },
      ];
      const document = await upserting(() =>
        collection.findOneAndUpdate({ _id: idOf(tenant) }, update, {
          ...BEFORE_THE_INSERT,
          upsert: true,
          returnDocument: 'after',
          projection: { span: 1, granted: 1, spans: 1 },
        }),
      );
      if (document === null) throw new Error('an upsert answers what it wrote');
      const used = document.spans.reduce((sum, { count }) => sum + count, 0);
      return { granted: document.granted, span: document.span, used };
    },

    /** What is being given back, and how many lots have been; undefined for an account that never took a place. */
    async lots(tenant: Tenant): Promise<Pick<AccountDocument, 'leaving' | 'lots'> | undefined> {
      return (await collection.findOne({ _id: idOf(tenant) }, { projection: { leaving: 1, lots: 1 } })) ?? undefined;
    },

    /** Counts the places of charges that are over out, once: only if no lot has been begun since `lots` were. */
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

/** The stage that takes places out of their spans; a span that has left the window is gone with them. */
function without(places: readonly Date[]): object[] {
  if (places.length === 0) return [];
  const counts = new Map<number, number>();
  for (const place of places) counts.set(place.getTime(), (counts.get(place.getTime()) ?? 0) + 1);
  const leaving = [...counts].reduce<unknown>(
    (others, [at, count]) => ({ $cond: [{ $eq: ['$$this.at', new Date(at)] }, count, others] }),
    0,
  );
  const count = { $max: [0, { $subtract: ['$$this.count', leaving] }] };
  return [{ $set: { spans: { $map: { input: '$spans', in: { at: '$$this.at', count } } } } }];
}
