import { newId } from '@gx/core';
import { until } from '@gx/testkit';
import mongoose from 'mongoose';

const PER_INSERT = 2_000;
const AT_ONCE = 2;
const IDS_KEPT = 10_000;
const DAY_MS = 86_400_000;
const COUNTED_WITHIN_MS = 1_800_000;
/** From five seconds to a day: each doubling as likely as every other. */
const PAID_AFTER_MS = { least: 5_000, doublings: 14 } as const;
const STATUSES = ['PAID', 'EXPIRED', 'CANCELLED'] as const;

export type SeededCharges = {
  readonly accountId: string;
  readonly count: number;
  /**
   * Some of them, for reading one at a time: of each merchant as many, or what is kept of answers would make
   * the smaller one faster.
   */
  readonly ids: readonly string[];
};
type SeedRequest = { readonly accountId: string; readonly count: number; readonly days: number };

/**
 * Copies of a charge that the product made, with ids, amounts, statuses and times of their own over so many
 * days: what a list reads is as it would be. No job has anything to do with them but the one that counts them
 * for statistics, which is done when this ends.
 */
export async function plantCharges(
  database: { url: string; db: string },
  model: string,
  plantings: readonly SeedRequest[],
) {
  const connection = await mongoose.createConnection(database.url, { dbName: database.db }).asPromise();
  try {
    const charges = connection.collection('charges');
    const document = await charges.findOne({ _id: model as never });
    if (document === null) throw new Error('there is no charge to copy');
    const planted: SeededCharges[] = [];
    for (const planting of plantings) planted.push(await plant(charges, document, planting));
    await markDirty(charges, plantings);
    const dirty = () => connection.collection('statistics_cells').findOne({ dirty: true });
    await until('all are counted', async () => (await dirty()) === null, {
      timeoutMs: COUNTED_WITHIN_MS,
      everyMs: 500,
    });
    return planted;
  } finally {
    await connection.close();
  }
}

/** As the relay would, which has no events of theirs. */
async function markDirty(charges: mongoose.Collection, plantings: readonly SeedRequest[]): Promise<void> {
  const hour = (time: string) => ({ $dateToString: { date: time, format: '%Y-%m-%dT%H', timezone: 'UTC' } });
  await charges
    .aggregate([
      { $match: { accountId: { $in: plantings.map(({ accountId }) => accountId) } } },
      { $project: { accountId: 1, livemode: 1, hour: [hour('$createdAt'), hour('$settlement.paidAt')] } },
      { $unwind: '$hour' },
      { $match: { hour: { $ne: null } } },
      { $group: { _id: { accountId: '$accountId', livemode: '$livemode', hour: '$hour' } } },
      { $replaceWith: '$_id' },
      { $set: { mode: { $cond: ['$livemode', ':live:', ':test:'] } } },
      { $set: { _id: { $concat: ['$accountId', '$mode', '$hour'] } } },
      { $set: { rows: [], marks: 1, recomputed: 0, dirty: true, restUntil: new Date(0) } },
      { $unset: 'mode' },
      {
        $merge: { into: 'statistics_cells', whenMatched: [{ $set: { marks: { $add: ['$marks', 1] }, dirty: true } }] },
      },
    ])
    .toArray();
}

async function plant(
  charges: mongoose.Collection,
  document: mongoose.mongo.WithId<mongoose.AnyObject>,
  { accountId, count, days }: SeedRequest,
): Promise<SeededCharges> {
  const ids: string[] = [];
  const [option] = document['paymentOptions'];
  const every = Math.max(1, Math.floor(count / IDS_KEPT));
  const now = Date.now();
  const one = (nth: number): object => {
    const id = newId('charge');
    if (nth % every === 0) ids.push(id);
    const createdAt = new Date(now - Math.floor((nth / count) * days * DAY_MS));
    const status = STATUSES[nth % STATUSES.length];
    return {
      ...document,
      _id: id,
      accountId,
      idempotencyKey: `planted-${nth}`,
      paymentOptions: [{ ...option, txid: id.replaceAll('-', '') }],
      amount: 100 + ((nth * 7_919) % 1_000_000),
      createdAt,
      status,
      settlement: status === 'PAID' ? settlementOf(id, createdAt, now) : null,
      listed: true,
      lease: null,
      outbox: [],
    };
  };
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < count) {
      const from = next;
      next += PER_INSERT;
      const batch = Array.from({ length: Math.min(PER_INSERT, count - from) }, (_, i) => one(from + i));
      await charges.insertMany(batch as never[], { ordered: false, writeConcern: { w: 1, journal: false } });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return { accountId, count, ids };
}

/** As of a payment that is in the wallet. */
function settlementOf(id: string, createdAt: Date, now: number): object {
  const { least, doublings } = PAID_AFTER_MS;
  const at = new Date(Math.min(now, createdAt.getTime() + least * 2 ** (Math.random() * doublings)));
  const details = { endToEndId: `E${id.replaceAll('-', '').slice(0, 31)}`, sequence: 2, traceparent: null };
  return { ...details, paidAt: at, acceptedAt: at, postedAt: at };
}
