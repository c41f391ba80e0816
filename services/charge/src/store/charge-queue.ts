import { type GrowingPause, type WorkQueueOptions, workQueue } from '@gx/runtime/mongo';
import type { Charge } from '../domain/charge.ts';
import { type ChargeDocument, identityOf } from './charge-document.ts';
import type { ChargeCollection } from './stored-charges.ts';

type ChargeWork = Omit<WorkQueueOptions, 'connection'> & { readonly pause?: number | GrowingPause };
export type ChargeQueue = ReturnType<typeof chargeQueue>;

/** Charges of which one kind of work is due, at one bank at a time and by the database's clock. */
export function chargeQueue({ connection, model, stored }: ChargeCollection, { pause = 0, ...work }: ChargeWork) {
  const queue = workQueue<ChargeDocument>(model, { connection, ...work });
  return {
    ...queue,

    /** Those that nobody is at, the longest waiting first. */
    due: async (bankProfileId: string, limit: number): Promise<Charge[]> =>
      stored.eachOpened(await queue.due(bankProfileId, limit)),

    /** Undefined when somebody else came first. */
    async claim(charge: Charge): Promise<Charge | undefined> {
      const document = await queue.claim(identityOf(charge), charge.bankProfileId);
      return document === null ? undefined : stored.opened(document);
    },

    /** Gives it back for `pauseMs`, or as long as such work rests. */
    reschedule: (charge: Charge, pauseMs?: number): Promise<void> =>
      queue.reschedule(identityOf(charge), charge.bankProfileId, pauseMs ?? pause),

    async done(charge: Charge): Promise<void> {
      await model.updateOne(identityOf(charge), { $unset: { [queue.path(charge.bankProfileId)]: '' } });
    },
  };
}
