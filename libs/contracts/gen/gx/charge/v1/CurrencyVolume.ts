// Original file: gx/charge/v1/charge.proto

import type { Long } from '@grpc/proto-loader';

export interface CurrencyVolumeInput {
  'currency'?: (string);
  /**
   * Amounts before fees and refunds, smallest unit.
   */
  'volume'?: (number | string | Long);
  'count'?: (number | string | Long);
}

export interface CurrencyVolume {
  'currency': (string);
  /**
   * Amounts before fees and refunds, smallest unit.
   */
  'volume': (number);
  'count': (number);
}
