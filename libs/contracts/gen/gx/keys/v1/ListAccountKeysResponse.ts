// Original file: gx/keys/v1/keys.proto

import type { AccountKeyInput as _gx_keys_v1_AccountKeyInput, AccountKey as _gx_keys_v1_AccountKey } from '../../../gx/keys/v1/AccountKey.ts';

export interface ListAccountKeysResponseInput {
  'keys'?: (_gx_keys_v1_AccountKeyInput)[];
  /**
   * How many there are beyond any limit.
   */
  'total'?: (number);
}

export interface ListAccountKeysResponse {
  'keys': (_gx_keys_v1_AccountKey)[];
  /**
   * How many there are beyond any limit.
   */
  'total': (number);
}
