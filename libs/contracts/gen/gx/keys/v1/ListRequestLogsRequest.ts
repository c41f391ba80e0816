// Original file: gx/keys/v1/keys.proto

import type { Long } from '@grpc/proto-loader';

export interface ListRequestLogsRequestInput {
  'accessToken'?: (string);
  'limit'?: (number);
  'startingAfter'?: (string);
  'fingerprint'?: (string);
  /**
   * Both inclusive.
   */
  'fromMs'?: (number | string | Long);
  'toMs'?: (number | string | Long);
  '_startingAfter'?: "startingAfter";
  '_fingerprint'?: "fingerprint";
  '_fromMs'?: "fromMs";
  '_toMs'?: "toMs";
}

export interface ListRequestLogsRequest {
  'accessToken': (string);
  'limit': (number);
  'startingAfter'?: (string);
  'fingerprint'?: (string);
  /**
   * Both inclusive.
   */
  'fromMs'?: (number);
  'toMs'?: (number);
  '_startingAfter'?: "startingAfter";
  '_fingerprint'?: "fingerprint";
  '_fromMs'?: "fromMs";
  '_toMs'?: "toMs";
}
