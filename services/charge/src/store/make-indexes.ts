import type { Connection } from 'mongoose';
import { makeChargeIndexes } from './charge-model.ts';
import { makeNoticeIndexes } from './notices.ts';
import { makeUnmatchedPaymentIndexes } from './unmatched-payments.ts';
import { makeCustomerIndexes } from './velocity-customers.ts';

/** Every index of charge, one collection after the other: a build takes much of a server. Adds only. */
export async function makeIndexes(connection: Connection): Promise<void> {
  for (const make of [makeChargeIndexes, makeUnmatchedPaymentIndexes, makeNoticeIndexes, makeCustomerIndexes])
    await make(connection);
}
