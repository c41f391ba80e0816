import { waitAfter } from '@gx/core';
import { EVER, workQueue } from '@gx/runtime/mongo';
import type { Connection } from 'mongoose';
import type { Charge } from '../domain/charge.ts';
import { RETRY_POLICIES } from '../domain/retry-policies.ts';
import { type ChargeDocument, chargeOf, identityOf } from './charge-document.ts';
import type { ChargeModel } from './charge-model.ts';
import { DUE } from './due.ts';

export type RecheckStore = ReturnType<typeof recheckStore>;
export type Recheck = { readonly charge: Charge; readonly rechecksLeft: number };

/** The first look comes one minute after the charge was closed, the last one an hour after that. */
const LAST_AFTER_MS = 3_600_000;

/** Charges that were closed before they were presented, whose bank is to be looked at again. */
export function recheckStore(connection: Connection, model: ChargeModel) {
  const queue = workQueue<ChargeDocument>(model, { connection, ...DUE.recheck });
  return {
    async due(bankProfileId: string, limit: number): Promise<Recheck[]> {
      const documents = await queue.due(bankProfileId, limit);
      return documents.map((document) => ({ charge: chargeOf(document), rechecksLeft: document.rechecksLeft }));
    },

    /** The next look, if there is one, comes in an hour. */
    async done({ charge, rechecksLeft }: Recheck): Promise<void> {
      const next = rechecksLeft > 1 ? { $add: ['$$NOW', LAST_AFTER_MS - DUE.recheck.afterMs] } : '$$REMOVE';
      const path = queue.path(charge.bankProfileId);
      await model.updateOne(
        { ...identityOf(charge), rechecksLeft, [path]: EVER } as never,
        [{ $set: { rechecksLeft: rechecksLeft - 1, [path]: next } }],
        { updatePipeline: true },
      );
    },

    /** A bank that did not answer is looked at again later. */
    reschedule: ({ charge }: Recheck): Promise<void> =>
      queue.reschedule(identityOf(charge), charge.bankProfileId, waitAfter(RETRY_POLICIES.recheck, 1)),
  };
}
