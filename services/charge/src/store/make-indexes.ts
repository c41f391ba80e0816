import { makeCustomerKeyIndexes, makeOperatorWordIndexes } from '@gx/runtime/mongo';
import type { Connection } from 'mongoose';
import { makeCallbackIndexes } from './callback-indexes.ts';
import { makeChargeIndexes } from './charge-model.ts';
import { makeQuotaIndexes } from './customer-quota.ts';
import { makeDisputeIndexes } from './dispute-model.ts';
import { makeStatisticsIndexes } from './statistics-cells.ts';
import { makeStoredBytesIndexes } from './stored-bytes.ts';
import { makeUnmatchedPaymentIndexes } from './unmatched-payments.ts';

/** Every index of charge, one collection after the other: a build takes much of a server. Adds only. */
export async function makeIndexes(connection: Connection): Promise<void> {
  await makeChargeIndexes(connection);
  await makeUnmatchedPaymentIndexes(connection);
  await makeCallbackIndexes(connection);
  await makeDisputeIndexes(connection);
  await makeCustomerKeyIndexes(connection);
  await makeQuotaIndexes(connection);
  await makeStatisticsIndexes(connection);
  await makeStoredBytesIndexes(connection);
  await makeOperatorWordIndexes(connection);
}
