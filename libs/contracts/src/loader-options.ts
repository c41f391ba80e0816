/** How protos become JavaScript; the types that `npm run generate` writes say the same. */
export const LOADER_OPTIONS = { longs: Number, enums: String, defaults: true, oneofs: false, keepCase: false } as const;

/** Every file that is loaded; what they import comes with them. */
export const PROTO_FILES = [
  'gx/common/v1/common.proto',
  'gx/keys/v1/keys.proto',
  'gx/charge/v1/charge.proto',
  'gx/charge/v1/charge_events.proto',
  'gx/ledger/v1/ledger.proto',
  'gx/ledger/v1/ledger_events.proto',
  'gx/refund/v1/refund.proto',
  'gx/refund/v1/refund_events.proto',
  'gx/payout/v1/payout.proto',
  'gx/payout/v1/payout_events.proto',
  'gx/webhooks/v1/webhooks.proto',
] as const;
