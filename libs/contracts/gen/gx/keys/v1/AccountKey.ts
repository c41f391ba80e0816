// Original file: gx/keys/v1/keys.proto

import type { Long } from '@grpc/proto-loader';

/**
 * A key as an operator may see it: its label is the merchant's own words.
 */
export interface AccountKeyInput {
  'id'?: (string);
  'accountId'?: (string);
  'livemode'?: (boolean);
  'fingerprint'?: (string);
  'prefix'?: (string);
  'createdAtMs'?: (number | string | Long);
}

/**
 * A key as an operator may see it: its label is the merchant's own words.
 */
export interface AccountKey {
  'id': (string);
  'accountId': (string);
  'livemode': (boolean);
  'fingerprint': (string);
  'prefix': (string);
  'createdAtMs': (number);
}
