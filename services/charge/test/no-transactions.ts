import type { Transactions } from '@gx/runtime/mongo';

/** Of stores whose charges have no disputes. */
export const NO_TRANSACTIONS: Transactions = () =>
  Promise.reject(new Error('nothing here is written in a transaction'));
