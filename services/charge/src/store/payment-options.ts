import { workQueue } from '@gx/runtime/mongo';
import type { Connection } from 'mongoose';
import type { Charge } from '../domain/charge.ts';
import { RETRY_POLICIES } from '../domain/retry-policies.ts';
import { type ChargeDocument, chargeOf, identityOf } from './charge-document.ts';
import type { ChargeModel } from './charge-model.ts';
import { DUE } from './due.ts';

export type OptionStore = ReturnType<typeof optionStore>;

/** Since when it is wanted: the payment or the intent that ends the choice, else the charge. */
const WANTED_SINCE = { $ifNull: ['$settlement.acceptedAt', '$closing.at', '$createdAt'] };
const PAUSE = { since: WANTED_SINCE, ...RETRY_POLICIES.options } as const;

/** Charges some of whose options are to be opened or closed, by the database's clock, a bank at a time. */
export function optionStore(connection: Connection, model: ChargeModel) {
  const queue = workQueue<ChargeDocument>(model, { connection, ...DUE.options });
  return {
    /** Those that nobody is at, the longest waiting first. */
    due: async (bankProfileId: string, limit: number): Promise<Charge[]> =>
      (await queue.due(bankProfileId, limit)).map(chargeOf),

    /** Claims the options of a charge; undefined when somebody else came first. */
    async claim(charge: Charge): Promise<Charge | undefined> {
      const document = await queue.claim(identityOf(charge), charge.bankProfileId);
      return document === null ? undefined : chargeOf(document);
    },

    /** Gives them back for a while, which grows. */
    reschedule: (charge: Charge): Promise<void> => queue.reschedule(identityOf(charge), charge.bankProfileId, PAUSE),
  };
}
