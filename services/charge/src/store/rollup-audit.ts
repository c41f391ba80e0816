import type { Id } from '@gx/core';
import type { Connection } from 'mongoose';
import { type Addition, nameOf } from '../domain/rollup.ts';
import type { Audited, Marked } from '../domain/rollup-audit.ts';
import type { ChargeModel } from './charge-model.ts';
import { COUNTED_FIELDS, countableOf, LINE, type LineDocument, type Lot, lotOf, type Uncounted } from './rolls.ts';
import { type RollupDocument, rollupOf } from './rollups.ts';

type AuditedCharge = Audited & Pick<Uncounted, '_id' | 'accountId' | 'livemode'>;
/** One account's rollups and charges as of one moment. `lot`: what was being counted then, and where it had not been added yet. */
export type Snapshot = {
  readonly rollups: readonly Addition[];
  readonly open: readonly Addition[];
  readonly marked: ReadonlyMap<string, Marked>;
  readonly charges: AsyncIterable<AuditedCharge>;
};
export type RollupAudit = ReturnType<typeof rollupAudit>;

const AT_ONCE = 1_000;
const AS_OF_ONE_MOMENT = { readConcern: { level: 'snapshot' } } as const;

/** What the recount reads: across accounts, never more in memory than the rollups of one. */
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

    /** Reads an account as of one moment, so that counting may go on meanwhile. */
    async snapshot<T>(account: Id<'account'>, read: (snapshot: Snapshot) => Promise<T>): Promise<T> {
      const session = connection.getClient().startSession({ snapshot: true });
      const options = { session, ...AS_OF_ONE_MOMENT };
      try {
        const line = await lines.findOne({ _id: LINE }, options);
        const documents = await rollups.find({ _id: { $gte: `${account}:`, $lt: endOf(account) } }, options).toArray();
        const lot = line?.lot ? lotOf(line.lot) : null;
        const charges = model.collection
          .find(
            { accountId: account },
            { ...options, projection: { ...COUNTED_FIELDS, unrolled: 1 }, batchSize: AT_ONCE },
          )
          .map(auditedOf);
        return await read({
          rollups: documents.map(standing),
          open: openOf(lot, account, documents),
          marked: markedBy(lot),
          charges,
        });
      } finally {
        await session.endSession();
      }
    },
  };
}

/** After every name that begins with this account. */
const endOf = (account: Id<'account'>): string => `${account};`;

const standing = (document: RollupDocument): Addition => ({
  tenant: { accountId: document.accountId, livemode: document.livemode },
  ...rollupOf(document),
});

/** What the lot under way has still to add. */
function openOf(lot: Lot | null, account: Id<'account'>, documents: readonly RollupDocument[]): Addition[] {
  if (lot === null) return [];
  const through = new Set(documents.filter((one) => one.lot >= lot.number).map(({ _id }) => _id));
  return lot.additions.filter((one) => one.tenant.accountId === account && !through.has(nameOf(one)));
}

const markedBy = (lot: Lot | null): Map<string, Marked> =>
  new Map((lot?.marks ?? []).flatMap(({ charges, ...mark }) => charges.map((id) => [id as string, mark] as const)));

function auditedOf(document: unknown): AuditedCharge {
  const { rolled, ...charge } = countableOf(document);
  const { unrolled = false } = document as { unrolled?: boolean };
  return { ...charge, unrolled, counted: rolled?.parts ?? [] };
}
