import { customerKeyCollection, type OwnedKey } from '@gx/runtime/mongo';
import type { Connection } from 'mongoose';

export type SingleKeys = ReturnType<typeof singleKeys>;

/** For what was read just before and is shown just after. */
const READ_MS = 1_000;
/** Nobody's name, and never the key that new data goes under. */
const IS_SINGLE = { name: { $exists: false }, erasedAt: { $exists: false } } as const;

/** Keys of customers without a document: each is of one charge, and is made with it. */
export const singleKeys = (connection: Connection, { rememberedMs }: { readonly rememberedMs: number }) => {
  const collection = customerKeyCollection(connection);
  return {
    isSingle: async (id: string): Promise<boolean> =>
      (await collection.findOne({ _id: id, ...IS_SINGLE }, { projection: { _id: 1 } })) !== null,

    /**
     * Destroys one, by one write: nothing new goes under it. `inForceAfterMs`: so long a process may still
     * read what was under it.
     */
    async erase({ id, tenant: { accountId, livemode } }: OwnedKey) {
      const { modifiedCount } = await collection.updateOne({ _id: id, accountId, livemode, ...IS_SINGLE }, [
        { $set: { erasedAt: '$$NOW' } },
        { $unset: 'wrapped' },
      ]);
      const destroyed = modifiedCount === 1;
      return { destroyed, inForceAfterMs: destroyed ? rememberedMs + READ_MS : 0 };
    },
  };
};
