import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { withMongo } from '@gx/runtime/mongo';
import mongoose from 'mongoose';

const { EJSON } = mongoose.mongo.BSON;
const DATABASE = 'gx_bank';
type Books = Readonly<Record<string, readonly mongoose.mongo.BSON.Document[]>>;

const fileOf = (folder: string): string => join(folder, 'bank.json');

/** The simulated bank is another company: no back-up of ours holds its books. */
export async function copyBank(mongoUrl: string, folder: string): Promise<void> {
  const books = await withMongo(mongoUrl, async (client) => {
    const names = (await client.db(DATABASE).listCollections().toArray()).map(({ name }) => name);
    const all = names.map(async (name) => [name, await client.db(DATABASE).collection(name).find().toArray()] as const);
    return Object.fromEntries(await Promise.all(all));
  });
  await writeFile(fileOf(folder), `${EJSON.stringify(books, undefined, 2, { relaxed: false })}\n`);
}

/** Whether the bank has told everything, and charge has handled and published all that it was told. */
export const hasSettled = (mongoUrl: string): Promise<boolean> =>
  withMongo(mongoUrl, async (client) => {
    const charge = client.db('gx_charge');
    const left = await Promise.all([
      client
        .db(DATABASE)
        .collection('callbacks')
        .countDocuments({ state: { $ne: 'delivered' } }),
      charge.collection('provider_callbacks').countDocuments({ state: { $ne: 'handled' } }),
      charge.collection('charges').countDocuments({ 'outbox.0': { $exists: true } }),
    ]);
    return left.every((count) => count === 0);
  });

/**
 * Puts its books back, moved in time as a whole: to the bank all that was recorded happened just now, however
 * old the recording is.
 */
export async function restoreBank(mongoUrl: string, folder: string, recordedAt: string): Promise<void> {
  const byMs = Date.now() - Date.parse(recordedAt);
  const books = moved(EJSON.parse(await readFile(fileOf(folder), 'utf8'), { relaxed: false }), byMs) as Books;
  await withMongo(mongoUrl, async (client) => {
    const db = client.db(DATABASE, { writeConcern: { w: 'majority', j: true } });
    for (const [name, documents] of Object.entries(books))
      if (documents.length > 0) await db.collection(name).insertMany([...documents]);
  });
}

function moved(value: unknown, byMs: number): unknown {
  if (value instanceof Date) return new Date(value.getTime() + byMs);
  if (Array.isArray(value)) return value.map((item) => moved(item, byMs));
  if (value?.constructor !== Object) return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, moved(field, byMs)]));
}
