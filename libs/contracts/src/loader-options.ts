/**
 * How protos become JavaScript: shared by the loader and by the generator of types, so that the two cannot
 * disagree.
 */
export const LOADER_OPTIONS = { longs: Number, enums: String, defaults: true, oneofs: true, keepCase: false } as const;

/** The same options as the flags of `proto-loader-gen-types`. */
export const GENERATOR_FLAGS = [
  '--longs=Number',
  '--enums=String',
  '--defaults',
  '--oneofs',
  '--includeComments',
  '--grpcLib=@grpc/grpc-js',
  '--inputTemplate=%sInput',
  '--outputTemplate=%s',
  '--targetFileExtension=.ts',
  '--importFileExtension=.ts',
] as const;

/** Every file that is loaded; what they import comes with them. */
export const PROTO_FILES = [
  'gx/common/v1/common.proto',
  'gx/common/v1/calls.proto',
  'gx/keys/v1/keys.proto',
  'gx/charge/v1/charge.proto',
  'gx/charge/v1/charge_events.proto',
  'gx/ledger/v1/ledger.proto',
  'gx/ledger/v1/ledger_events.proto',
  'gx/refund/v1/refund.proto',
  'gx/refund/v1/refund_events.proto',
  'gx/webhooks/v1/webhooks.proto',
] as const;
