// Original file: gx/common/v1/common.proto

import type { Long } from '@grpc/proto-loader';

export interface EncryptedCountInput {
  'collection'?: (string);
  'keyId'?: (string);
  'values'?: (number | string | Long);
}

export interface EncryptedCount {
  'collection': (string);
  'keyId': (string);
  'values': (number);
}
