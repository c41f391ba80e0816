import mongoose from 'mongoose';

type Counts = Readonly<Record<string, number>>;
/**
 * What MongoDB has answered since its start: commands by name, of which one may write many documents, and
 * operations by database, one for each document that is written.
 */
export type DatabaseCommands = { readonly commands: Counts; readonly operations: Counts };

/** Those that a product sends; the rest is of drivers and of the server itself. */
const NAMES = [
  'abortTransaction',
  'aggregate',
  'bulkWrite',
  'commitTransaction',
  'count',
  'delete',
  'distinct',
  'find',
  'findAndModify',
  'getMore',
  'insert',
  'update',
] as const;
const OWN: readonly string[] = ['admin', 'config', 'local'];

type Status = { readonly metrics: { readonly commands: Readonly<Record<string, { readonly total: number }>> } };
type Top = { readonly totals: Readonly<Record<string, { readonly total?: { readonly count: number } }>> };

export async function databaseCommands(mongoUrl: string): Promise<DatabaseCommands> {
  const client = await new mongoose.mongo.MongoClient(mongoUrl).connect();
  try {
    const admin = client.db('admin');
    const { metrics } = (await admin.command({ serverStatus: 1 })) as unknown as Status;
    const { totals } = (await admin.command({ top: 1 })) as unknown as Top;
    const operations: Record<string, number> = {};
    for (const [collection, { total }] of Object.entries(totals)) {
      const database = collection.split('.', 1)[0] ?? '';
      const name = database.replace(/^.*_gx_/, '');
      if (total !== undefined && !OWN.includes(database)) operations[name] = (operations[name] ?? 0) + total.count;
    }
    const commands = NAMES.map((name) => [name, metrics.commands[name]?.total ?? 0] as const);
    return { commands: Object.fromEntries(commands), operations };
  } finally {
    await client.close();
  }
}
