const IDS_AT_ONCE = 100;

/** What a service says of these ids, asked for a hundred at a time: no operator's RPC takes more. */
export async function inPieces<T>(
  ids: readonly string[],
  read: (ids: string[]) => Promise<readonly T[]>,
): Promise<T[]> {
  const all: T[] = [];
  for (let start = 0; start < ids.length; start += IDS_AT_ONCE)
    all.push(...(await read(ids.slice(start, start + IDS_AT_ONCE))));
  return all;
}

/** Every page of an answer, each asked for by what the one before names as next. */
export async function pages<P extends { readonly next?: string }>(
  read: (from: { readonly after?: string }) => Promise<P>,
): Promise<P[]> {
  const all = [await read({})];
  for (let after = all[0]?.next; after !== undefined; after = all.at(-1)?.next) all.push(await read({ after }));
  return all;
}
