// Original file: gx/charge/v1/charge.proto

import type { Long } from '@grpc/proto-loader';

export interface ListProviderOrdersRequestInput {
  'bankProfileId'?: (string);
  /**
   * From and with, to and without.
   */
  'fromMs'?: (number | string | Long);
  'toMs'?: (number | string | Long);
}

export interface ListProviderOrdersRequest {
  'bankProfileId': (string);
  /**
   * From and with, to and without.
   */
  'fromMs': (number);
  'toMs': (number);
}
