import { newId } from '@gx/core';
import mongoose from 'mongoose';

const PER_INSERT = 2_000;
const AT_ONCE = 2;
const IDS_KEPT = 10_000;
const DAY_MS = 86_400_000;
const STATUSES = ['PAID', 'EXPIRED', 'CANCELLED'] as const;

export type Planted = {
  readonly accountId: string;
  readonly count: number;
  /** Some of them, for reading one at a time: of each merchant as many, or what is kept of answers would make the smaller one faster. */
  readonly ids: readonly string[];
};
type Planting = { readonly accountId: string; readonly count: number; readonly days: number };

/**
 * Copies of a charge that the product made, with ids, amounts, statuses and times of their own over so many days: what a
 * list reads is as it would be, and no job has anything to do with them.
 */
export async function plantCharges(
  database: { url: string; db: string },
  model: string,
  plantings: readonly Planting[],
) {
  const connection = await mongoose.createConnection(database.url, { dbName: database.db }).asPromise();
  try {
    const charges = connection.collection('charges');
    const document = await charges.findOne({ _id: model as never });
    if (document === null) throw new Error('there is no charge to copy');
    const planted: Planted[] = [];
    for (const planting of plantings) planted.push(await plant(charges, document, planting));
    return planted;
  } finally {
    await connection.close();
  }
}

async function plant(
  charges: mongoose.Collection,
  document: object,
  { accountId, count, days }: Planting,
): Promise<Planted> {
  const ids: string[] = [];
  const every = Math.max(1, Math.floor(count / IDS_KEPT));
  const now = Date.now();
  const one = (nth: number): object => {
    const id = newId('charge');
    if (nth % every === 0) ids.push(id);
    const createdAt = new Date(now - Math.floor((nth / count) * days * DAY_MS));
    return {
      ...document,
      _id: id,
      accountId,
      idempotencyKey: `planted-${nth}`,
      txid: id.replaceAll('-', ''),
      amount: 100 + ((nth * 7_919) % 1_000_000),
      createdAt,
      status: STATUSES[nth % STATUSES.length],
      listed: true,
      unrolled: false,
      places: null,
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
