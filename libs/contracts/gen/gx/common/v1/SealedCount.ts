// Original file: gx/common/v1/common.proto

import type { Long } from '@grpc/proto-loader';

export interface SealedCountInput {
  'collection'?: (string);
  'keyId'?: (string);
  'values'?: (number | string | Long);
}

export interface SealedCount {
  'collection': (string);
  'keyId': (string);
  'values': (number);
}
