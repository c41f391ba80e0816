import type { Connection } from 'mongoose';
import { makeCallbackIndexes } from './callbacks.ts';
import { makeChargeIndexes } from './charge-model.ts';
import { makeUnmatchedPaymentIndexes } from './unmatched-payments.ts';
import { makeCustomerIndexes } from './velocity-customers.ts';

/** Every index of charge, one collection after the other: a build takes much of a server. Adds only. */
export async function makeIndexes(connection: Connection): Promise<void> {
  for (const make of [makeChargeIndexes, makeUnmatchedPaymentIndexes, makeCallbackIndexes, makeCustomerIndexes])
    await make(connection);
}
