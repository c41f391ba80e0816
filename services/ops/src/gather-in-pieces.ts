/** A list of a bank, and of a journal, takes as long as it takes. */
export const DEADLINE_MS = 600_000;
const IDS_AT_ONCE = 100;

/** What a service says of these ids, asked for a hundred at a time: no operator's RPC takes more. */
export async function inPieces<T>(
  ids: readonly string[],
  read: (ids: readonly string[]) => Promise<readonly T[]>,
): Promise<T[]> {
  const all: T[] = [];
  for (let start = 0; start < ids.length; start += IDS_AT_ONCE)
    all.push(...(await read(ids.slice(start, start + IDS_AT_ONCE))));
  return all;
}
