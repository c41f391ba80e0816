// Original file: gx/keys/v1/keys.proto

import type { Long } from '@grpc/proto-loader';

export interface ListAccountKeysRequestInput {
  'accountId'?: (string);
  /**
   * 1,000 at most, which 0 stands for.
   */
  'limit'?: (number);
  /**
   * Only those that were created later than this.
   */
  'createdAfterMs'?: (number | string | Long);
  '_createdAfterMs'?: "createdAfterMs";
}

export interface ListAccountKeysRequest {
  'accountId': (string);
  /**
   * 1,000 at most, which 0 stands for.
   */
  'limit': (number);
  /**
   * Only those that were created later than this.
   */
  'createdAfterMs'?: (number);
  '_createdAfterMs'?: "createdAfterMs";
}
