import { addMillis } from '@gx/core';
import { databaseTime, isDuplicateKey } from '@gx/runtime/mongo';
import { type Model, Schema } from 'mongoose';
import { type AddressSum, addressSums } from '../domain/address-sums.ts';
import type { LedgerModels } from './models.ts';

/** The sums of all addresses over every entry that was posted up to a moment. */
type Checkpoint = { readonly _id: 'addresses'; readonly until: Date; readonly sums: readonly AddressSum[] };

const schema = new Schema<Checkpoint>(
  { _id: String, until: { type: Date, required: true }, sums: { type: [Schema.Types.Mixed], required: true } } as never,
  { collection: 'address_checkpoints', versionKey: false, strict: 'throw', minimize: false },
);

/**
 * An entry has the time at which its transaction began, by its process' clock: older than this, every entry
 * is there that ever will be.
 */
const SETTLED_MS = 600_000;
const LONG_AGO = new Date(0);

/**
 * What every address stands at, without a document that all transactions would wait for: a checkpoint, and
 * what was posted since.
 */
export function addressCheckpoints({ connection, entries }: LedgerModels) {
  const model =
    (connection.models['AddressCheckpoint'] as Model<Checkpoint> | undefined) ??
    connection.model<Checkpoint>('AddressCheckpoint', schema);

  const posted = (at: object): Promise<readonly AddressSum[]> =>
    entries
      .aggregate<AddressSum>([
        { $match: { at } },
        { $unwind: '$postings' },
        {
          $group: {
            _id: {
              livemode: '$livemode',
              currency: '$currency',
              address: '$postings.address',
              bankProfileId: {
                $cond: [{ $eq: ['$postings.address', 'provider:clearing'] }, { $ifNull: ['$bankProfileId', ''] }, ''],
              },
            },
            balance: { $sum: '$postings.amount' },
          },
        },
        { $replaceWith: { $mergeObjects: ['$_id', { balance: '$balance' }] } },
      ])
      .allowDiskUse(true);

  /** Moves the checkpoint on to what is settled; of two replicas that do, one writes. */
  async function advance(before: Checkpoint | null, to: Date): Promise<Checkpoint | null> {
    const since = before?.until ?? LONG_AGO;
    if (to.getTime() - since.getTime() < SETTLED_MS) return before;
    const sums = added(before?.sums ?? [], await posted({ $gt: since, $lte: to }));
    const next: Checkpoint = { _id: 'addresses', until: to, sums };
    try {
      if (before === null) await model.create(next);
      else await model.updateOne({ _id: 'addresses', until: since }, { $set: { until: to, sums } });
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
    return next;
  }

  return {
    /** Every address that a posting names, as of now. */
    async current(): Promise<readonly AddressSum[]> {
      const now = await databaseTime(connection);
      const found = await model.findById('addresses').lean<Checkpoint>();
      const checkpoint = await advance(found, addMillis(now, -SETTLED_MS));
      return added(checkpoint?.sums ?? [], await posted({ $gt: checkpoint?.until ?? LONG_AGO }));
    },
  };
}
export type AddressCheckpoints = ReturnType<typeof addressCheckpoints>;

function added(some: readonly AddressSum[], more: readonly AddressSum[]): readonly AddressSum[] {
  const sums = addressSums();
  for (const one of [...some, ...more]) sums.add(one);
  return sums.list();
}
