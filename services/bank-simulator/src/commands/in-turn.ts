export type InTurn = ReturnType<typeof inTurn>;

/**
 * Runs what concerns one key one after the other. The database already keeps the money right; this keeps a
 * scenario that is to be used once from being used up by the request that loses. One process per database, so
 * memory is enough.
 */
export function inTurn() {
  const last = new Map<string, Promise<unknown>>();
  return async <T>(key: string, act: () => Promise<T>): Promise<T> => {
    const turn = (last.get(key) ?? Promise.resolve()).then(act, act);
    last.set(key, turn);
    try {
      return await turn;
    } finally {
      if (last.get(key) === turn) last.delete(key);
    }
  };
}
