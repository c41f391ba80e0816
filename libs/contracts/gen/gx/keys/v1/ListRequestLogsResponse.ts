// Original file: gx/keys/v1/keys.proto

import type { RequestRecordInput as _gx_keys_v1_RequestRecordInput, RequestRecord as _gx_keys_v1_RequestRecord } from '../../../gx/keys/v1/RequestRecord.ts';

export interface ListRequestLogsResponseInput {
  'requests'?: (_gx_keys_v1_RequestRecordInput)[];
  'hasMore'?: (boolean);
}

export interface ListRequestLogsResponse {
  'requests': (_gx_keys_v1_RequestRecord)[];
  'hasMore': (boolean);
}
