import { sha256Hex } from '@gx/core';
import type { Connection } from 'mongoose';
import type { Scope } from '../domain/client.ts';

/** What a bearer of a token may do, and until when. */
export type Grant = { readonly clientId: string; readonly scopes: readonly Scope[]; readonly expiresAt: Date };
type TokenDocument = Grant & { readonly _id: string };

/**
 * Issued tokens, by hash; a copy in memory makes the check of a request one look into a map. A restart
 * forgets none.
 */
export function tokenStore(connection: Connection) {
  const collection = connection.collection<TokenDocument>('tokens');
  const cached = new Map<string, Grant>();
  return {
    async ready(): Promise<void> {
      await collection.createIndexes([{ key: { expiresAt: 1 }, expireAfterSeconds: 0 }, { key: { clientId: 1 } }]);
    },

    async insert(token: string, grant: Grant): Promise<void> {
      await collection.insertOne({ _id: sha256Hex(token), ...grant });
      cached.set(token, grant);
    },

    /** The grant of a token that is still good at `now`. */
    async find(token: string, now: Date): Promise<Grant | undefined> {
      const hit = cached.get(token);
      if (hit !== undefined && hit.expiresAt > now) return hit;
      cached.delete(token);
      if (hit !== undefined) return undefined;
      const found = await collection.findOne({ _id: sha256Hex(token) });
      if (found === null || found.expiresAt <= now) return undefined;
      const { _id, ...grant } = found;
      cached.set(token, grant);
      return grant;
    },

    /** Takes every token of a client back: its next request is answered 401. */
    async revokeAll(clientId: string): Promise<number> {
      const { deletedCount } = await collection.deleteMany({ clientId });
      for (const [token, grant] of cached) if (grant.clientId === clientId) cached.delete(token);
      return deletedCount;
    },
  };
}
