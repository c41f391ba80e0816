// Original file: gx/keys/v1/keys.proto

import type { Long } from '@grpc/proto-loader';

export interface KeyRecordInput {
  'id'?: (string);
  'prefix'?: (string);
  'label'?: (string);
  'createdAtMs'?: (number | string | Long);
  '_label'?: "label";
}

export interface KeyRecord {
  'id': (string);
  'prefix': (string);
  'label'?: (string);
  'createdAtMs': (number);
  '_label'?: "label";
}
