import type { Connection } from 'mongoose';

/** What the server wrote down of one command. */
export type ProfilerEntry = {
  readonly command: Readonly<Record<string, unknown>>;
  readonly planSummary: string;
  readonly keysExamined: number;
  readonly docsExamined: number;
  readonly hasSortStage?: boolean;
};

/**
 * The commands about charges of one account that a piece of work has the database run, as the database saw
 * them.
 */
export async function profiled(
  { db }: Connection,
  { accountId }: { readonly accountId: string },
  work: () => Promise<unknown>,
): Promise<ProfilerEntry[]> {
  if (db === undefined) throw new Error('no database');
  await db.command({ profile: 0 });
  await db
    .collection('system.profile')
    .drop()
    .catch(() => undefined);
  await db.command({ profile: 2 });
  await work();
  await db.command({ profile: 0 });
  const ns = `${db.databaseName}.charges`;
  const seen = await db
    .collection('system.profile')
    .find({ ns, op: { $in: ['query', 'command'] } })
    .toArray();
  return (seen as unknown as ProfilerEntry[]).filter(({ command }) => JSON.stringify(command).includes(accountId));
}
