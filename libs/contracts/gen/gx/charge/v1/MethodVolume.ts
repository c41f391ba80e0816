// Original file: gx/charge/v1/charge.proto

import type { Long } from '@grpc/proto-loader';

/**
 * One for each method and currency in which it was used.
 */
export interface MethodVolumeInput {
  'method'?: (string);
  'currency'?: (string);
  'volume'?: (number | string | Long);
  'count'?: (number | string | Long);
}

/**
 * One for each method and currency in which it was used.
 */
export interface MethodVolume {
  'method': (string);
  'currency': (string);
  'volume': (number);
  'count': (number);
}
