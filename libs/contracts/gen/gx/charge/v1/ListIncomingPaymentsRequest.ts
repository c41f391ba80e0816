// Original file: gx/charge/v1/charge.proto

import type { Long } from '@grpc/proto-loader';

export interface ListIncomingPaymentsRequestInput {
  'bankProfileId'?: (string);
  'fromMs'?: (number | string | Long);
  'toMs'?: (number | string | Long);
  /**
   * At most 100, through any profile of the same environment; the window is of no account then.
   */
  'endToEndIds'?: (string)[];
}

export interface ListIncomingPaymentsRequest {
  'bankProfileId': (string);
  'fromMs': (number);
  'toMs': (number);
  /**
   * At most 100, through any profile of the same environment; the window is of no account then.
   */
  'endToEndIds': (string)[];
}
