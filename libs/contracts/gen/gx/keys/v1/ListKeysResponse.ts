// Original file: gx/keys/v1/keys.proto

import type { KeyRecordInput as _gx_keys_v1_KeyRecordInput, KeyRecord as _gx_keys_v1_KeyRecord } from '../../../gx/keys/v1/KeyRecord.ts';

export interface ListKeysResponseInput {
  'keys'?: (_gx_keys_v1_KeyRecordInput)[];
}

export interface ListKeysResponse {
  'keys': (_gx_keys_v1_KeyRecord)[];
}
