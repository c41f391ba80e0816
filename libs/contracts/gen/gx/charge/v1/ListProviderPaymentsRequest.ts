// Original file: gx/charge/v1/charge.proto

import type { Long } from '@grpc/proto-loader';

export interface ListProviderPaymentsRequestInput {
  'bankProfileId'?: (string);
  /**
   * From and with, to and without.
   */
  'fromMs'?: (number | string | Long);
  'toMs'?: (number | string | Long);
  /**
   * At most 100; the window is of no account then.
   */
  'endToEndIds'?: (string)[];
}

export interface ListProviderPaymentsRequest {
  'bankProfileId': (string);
  /**
   * From and with, to and without.
   */
  'fromMs': (number);
  'toMs': (number);
  /**
   * At most 100; the window is of no account then.
   */
  'endToEndIds': (string)[];
}
