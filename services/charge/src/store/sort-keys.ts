/** Money is in the wallet: only then does a list item show how and when it was paid, and its fees. */
const IS_PAID = { $ne: [{ $ifNull: ['$settlement.postedAt', null] }, null] };
const oncePaid = (value: unknown, before: unknown) => ({ $cond: [IS_PAID, value, before] });
const orNull = (path: string) => ({ $ifNull: [path, null] });
const FEES = { $add: ['$fees.provider', '$fees.platform'] };

/**
 * What a list is sorted by where no index does: the fields of an item as it shows them (`listedPayment` of
 * `@gx/contracts`), as expressions of the database.
 */
export const SORT_KEYS = {
  id: '$_id',
  currency: '$currency',
  customerName: orNull('$customer.name'),
  customerDocument: orNull('$customer.document'),
  customerEmail: orNull('$customer.email'),
  paidWith: oncePaid('$method', null),
  providerFee: oncePaid('$fees.provider', 0),
  platformFee: oncePaid('$fees.platform', 0),
  netAmount: oncePaid({ $subtract: ['$amount', FEES] }, '$amount'),
  paidAt: oncePaid('$settlement.paidAt', null),
} as const;
export type SortKey = keyof typeof SORT_KEYS;
