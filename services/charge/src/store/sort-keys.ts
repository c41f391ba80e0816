/** Money is in the wallet: only then does a list item show how and when it was paid, and its fees. */
const IS_PAID = { $ne: [{ $ifNull: ['$settlement.postedAt', null] }, null] };
const oncePaid = (value: unknown, before: unknown) => ({ $cond: [IS_PAID, value, before] });
const FEES = { $add: ['$fees.provider', '$fees.platform'] };

/**
 * What a list is sorted by where no index does: the fields of an item as it shows them (`listedPayment` of
 * `@gx/contracts`), as expressions of the database.
 */
export const SORT_KEYS = {
  id: '$_id',
  currency: '$currency',
  paidWith: oncePaid('$method', null),
  providerFee: oncePaid('$fees.provider', 0),
  platformFee: oncePaid('$fees.platform', 0),
  netAmount: oncePaid({ $subtract: ['$amount', FEES] }, '$amount'),
  paidAt: oncePaid('$settlement.paidAt', null),
} as const;
/** The same of those that the database holds encrypted: as fields of the customer. */
export const CUSTOMER_SORT_KEYS = {
  customerName: 'name',
  customerDocument: 'document',
  customerEmail: 'email',
} as const;
export type SortKey = keyof typeof SORT_KEYS | keyof typeof CUSTOMER_SORT_KEYS;
