import { retryOnDisconnect } from '@gx/runtime/mongo';
import { type DeliveryModel, HAS_ENDED, WITH_LOG } from './delivery-document.ts';

/** How ended deliveries lose their bodies and logs. */
export const expiredBodies = (deliveries: DeliveryModel, databaseNow: () => Promise<Date>) => ({
  /**
   * Takes body, log and the last answer from up to `limit` deliveries that have stood still for `keptMs`, the
   * oldest first; answers how many it found. One that was requested once more meanwhile keeps them.
   */
  async expireSome(keptMs: number, limit: number): Promise<number> {
    const before = new Date((await databaseNow()).getTime() - keptMs);
    const old = { ...HAS_ENDED, updatedAt: { $lt: before } };
    const found = await deliveries.find(old, { _id: 1 }).sort({ updatedAt: 1 }).limit(limit).hint(WITH_LOG).lean();
    const _id = { $in: found.map((delivery) => delivery._id) };
    const gone = { payload: '', apiVersion: '', attemptLog: '', lastResponseBody: '' } as const;
    if (found.length > 0)
      await retryOnDisconnect(() => deliveries.collection.updateMany({ _id, ...old } as never, { $unset: gone }));
    return found.length;
  },
});
