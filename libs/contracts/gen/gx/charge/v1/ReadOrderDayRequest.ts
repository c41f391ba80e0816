// Original file: gx/charge/v1/charge.proto

import type { Long } from '@grpc/proto-loader';

export interface ReadOrderDayRequestInput {
  'bankProfileId'?: (string);
  /**
   * From and with, to and without.
   */
  'fromMs'?: (number | string | Long);
  'toMs'?: (number | string | Long);
}

export interface ReadOrderDayRequest {
  'bankProfileId': (string);
  /**
   * From and with, to and without.
   */
  'fromMs': (number);
  'toMs': (number);
}
