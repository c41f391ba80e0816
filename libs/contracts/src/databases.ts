/**
 * Who owns which database, as it is called where a deployment has a server for itself. The simulated bank is
 * another company's.
 */
export const DATABASES = {
  keys: 'gx_keys',
  charge: 'gx_charge',
  ledger: 'gx_ledger',
  refund: 'gx_refund',
  payout: 'gx_payout',
  webhooks: 'gx_webhooks',
  'bank-simulator': 'gx_bank',
} as const;
export type DatabaseOwner = keyof typeof DATABASES;
