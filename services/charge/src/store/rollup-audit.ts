import { type Id, Refusal, type Tenant } from '@gx/core';
import type { Connection, mongo } from 'mongoose';
import { nameOfStart, type RollupSide, type Slice, type SliceStart, sliceOf, timeOf } from '../domain/audit-slices.ts';
import { dayOf } from '../domain/contribution.ts';
import { type Addition, nameOf, prefixOf } from '../domain/rollup.ts';
import type { Audited, Marked } from '../domain/rollup-audit.ts';
import type { ChargeDocument } from './charge-document.ts';
import type { ChargeModel } from './charge-model.ts';
import { COUNTED_FIELDS, countableOf, LINE, type LineDocument, type Lot, lotOf, type Uncounted } from './rolls.ts';
import { type RollupDocument, summedOf } from './rollups.ts';

type AuditedCharge = Audited & Pick<Uncounted, '_id'>;
/**
 * The rollups and charges of a slice as of one moment. `open`: what was being counted then, where it had not
 * been added yet.
 */
export type Snapshot = {
  readonly rollups: readonly Addition[];
  readonly open: readonly Addition[];
  readonly marked: ReadonlyMap<string, Marked>;
  readonly charges: AsyncIterable<AuditedCharge>;
};
export type RollupAudit = ReturnType<typeof rollupAudit>;

const AT_ONCE = 1_000;
/** SnapshotTooOld and SnapshotUnavailable. */
const MOMENT_IS_OVER: readonly unknown[] = [239, 246];
const [BEFORE_ALL, AFTER_ALL] = [new Date(-8.64e15), new Date(8.64e15)];
const AFTER_ALL_DAYS = '~';

/**
 * How the charges of a side are found, by an index in the order of its days. What is not listed is in no sum.
 */
const SIDES = {
  created: { field: 'createdAt', own: { listed: true }, hint: 'page' },
  paid: { field: 'settlement.paidAt', own: {}, hint: 'paid' },
} as const;
const TIME: Readonly<Record<RollupSide, (charge: ChargeDocument) => Date>> = {
  created: ({ createdAt }) => createdAt,
  paid: ({ settlement }) => settlement?.paidAt as Date,
};

/** What the recount reads: never more in memory than the rollups of one slice. */
export function rollupAudit(connection: Connection, model: ChargeModel) {
  const rollups = connection.collection<RollupDocument>('rollups');
  const lines = connection.collection<LineDocument>('rolls');
  return {
    /** The account after this one, in the order of ids, that has a charge or a rollup. */
    async accountAfter(account: Id<'account'> | undefined): Promise<Id<'account'> | undefined> {
      const [charge, rollup] = await Promise.all([
        model.collection.findOne(account === undefined ? {} : { accountId: { $gt: account } }, {
          projection: { accountId: 1 },
          sort: { accountId: 1, livemode: 1, idempotencyKey: 1 },
        }),
        rollups.findOne(account === undefined ? {} : { _id: { $gte: endOf(account) } }, { sort: { _id: 1 } }),
      ]);
      const [first] = [charge?.['accountId'], rollup?.accountId].filter((id) => id !== undefined).toSorted();
      return first as Id<'account'> | undefined;
    },

    /**
     * As many whole days from here as have up to `size` charges, and one day at least. Keys are counted, no
     * charge is read.
     */
    async slice(start: SliceStart, size: number): Promise<Slice> {
      const { field, hint } = SIDES[start.side];
      const [next] = await model.collection
        .find(chargesOf({ ...start, before: null }), {
          projection: { _id: 0, [field]: 1 },
          sort: { [field]: 1 },
          skip: size,
          limit: 1,
          hint,
        })
        .toArray();
      return sliceOf(start, next === undefined ? null : dayOf(TIME[start.side](next as never)));
    },

    /** Reads a slice as of one moment, so that counting may go on meanwhile. */
    snapshot: <T>(slice: Slice, read: (snapshot: Snapshot) => Promise<T>): Promise<T> =>
      asOfOneMoment(connection, slice, async (options) => {
        const line = await lines.findOne({ _id: LINE }, options);
        const documents = await rollups.find({ _id: namesOf(slice) }, options).toArray();
        const lot = line?.lot ? lotOf(line.lot) : null;
        const { hint } = SIDES[slice.side];
        const projection = { ...COUNTED_FIELDS, unrolled: 1 };
        const charges = model.collection.find(chargesOf(slice), { ...options, projection, hint, batchSize: AT_ONCE });
        return await read({
          rollups: documents.map(standing),
          open: openOf(lot, slice.tenant, documents),
          marked: markedBy(lot),
          charges: charges.map(auditedOf),
        });
      }),
  };
}

type AsOfOneMoment = { readonly session: mongo.ClientSession; readonly readConcern: { readonly level: 'snapshot' } };

/** Whatever is read with these options is as of the first of it. */
async function asOfOneMoment<T>(
  connection: Connection,
  slice: Slice,
  read: (options: AsOfOneMoment) => Promise<T>,
): Promise<T> {
  const session = connection.getClient().startSession({ snapshot: true });
  try {
    return await read({ session, readConcern: { level: 'snapshot' } });
  } catch (error) {
    throw MOMENT_IS_OVER.includes((error as { readonly code?: unknown }).code) ? tooLong(slice) : error;
  } finally {
    await session.endSession();
  }
}

/** The charges of a slice. */
function chargesOf({ tenant: { accountId, livemode }, side, from, before }: Slice): Record<string, unknown> {
  const { field, own } = SIDES[side];
  const [first, end] = [from === null ? BEFORE_ALL : timeOf(from), before === null ? AFTER_ALL : timeOf(before)];
  return { accountId, livemode, ...own, [field]: { $gte: first, $lt: end } };
}

/** The names of a slice's rollups. */
const namesOf = ({ tenant, from, before }: Slice) => ({
  $gte: `${prefixOf(tenant)}${from ?? ''}`,
  $lt: `${prefixOf(tenant)}${before ?? AFTER_ALL_DAYS}`,
});

const tooLong = (slice: Slice): Refusal =>
  new Refusal(
    'service_unavailable',
    `${nameOfStart(slice)} took longer to read than MongoDB keeps a moment (minSnapshotHistoryWindowInSeconds).`,
  );

/** After every name that begins with this account. */
const endOf = (account: Id<'account'>): string => `${account};`;

const standing = (document: RollupDocument): Addition => ({
  tenant: { accountId: document.accountId, livemode: document.livemode },
  ...summedOf(document),
  timeToPay: new Map(Object.entries(document.timeToPay ?? {}).map(([slot, count]) => [Number(slot), count])),
});

/** What the lot under way has still to add. */
function openOf(lot: Lot | null, tenant: Tenant, documents: readonly RollupDocument[]): Addition[] {
  if (lot === null) return [];
  const through = new Set(documents.filter((one) => one.lot >= lot.number).map(({ _id }) => _id));
  return lot.additions.filter((one) => prefixOf(one.tenant) === prefixOf(tenant) && !through.has(nameOf(one)));
}

const markedBy = (lot: Lot | null): Map<string, Marked> =>
  new Map((lot?.marks ?? []).flatMap(({ charges, ...mark }) => charges.map((id) => [id as string, mark] as const)));

function auditedOf(document: unknown): AuditedCharge {
  const { rolled, ...charge } = countableOf(document);
  const { unrolled = false } = document as { unrolled?: boolean };
  return { ...charge, unrolled, counted: rolled?.parts ?? [] };
}
