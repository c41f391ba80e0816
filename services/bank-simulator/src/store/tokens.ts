import { sha256Hex } from '@gx/core';
import { makeIndexesOf } from '@gx/runtime/mongo';
import { type Connection, Schema } from 'mongoose';
import type { Scope } from '../domain/client.ts';

/** What a bearer of a token may do, and until when. */
export type Grant = { readonly clientId: string; readonly scopes: readonly Scope[]; readonly expiresAt: Date };
type TokenDocument = Grant & { readonly _id: string };

const schema = new Schema<TokenDocument>(
  {
    _id: { type: String, required: true },
    clientId: { type: String, required: true },
    scopes: { type: [String], required: true },
    expiresAt: { type: Date, required: true },
  },
  { versionKey: false, strict: 'throw' },
);
schema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });
schema.index({ clientId: 1 });

export type TokenStore = ReturnType<typeof tokenStore>;

/**
 * Issued tokens, by hash; a copy in memory makes the check of a request one look into a map. A restart
 * forgets none.
 */
export function tokenStore(connection: Connection) {
  const model = connection.model<TokenDocument>('Token', schema, 'tokens');
  const cached = new Map<string, Grant>();
  return {
    ready: async (): Promise<void> => void (await makeIndexesOf(model)),

    async insert(token: string, grant: Grant): Promise<void> {
      await model.create({ _id: sha256Hex(token), ...grant });
      cached.set(token, grant);
    },

    /** The grant of a token that is still good at `now`. */
    async find(token: string, now: Date): Promise<Grant | undefined> {
      const hit = cached.get(token);
      if (hit !== undefined && hit.expiresAt > now) return hit;
      cached.delete(token);
      if (hit !== undefined) return undefined;
      const found = await model.findById(sha256Hex(token)).lean<TokenDocument>().exec();
      if (found === null || found.expiresAt <= now) return undefined;
      const { _id, ...grant } = found;
      cached.set(token, grant);
      return grant;
    },

    /** Takes every token of a client back: its next request is answered 401. */
    async revokeAll(clientId: string): Promise<number> {
      const { deletedCount } = await model.deleteMany({ clientId });
      for (const [token, grant] of cached) if (grant.clientId === clientId) cached.delete(token);
      return deletedCount;
    },
  };
}
