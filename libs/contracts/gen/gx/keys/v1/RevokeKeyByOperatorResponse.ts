// Original file: gx/keys/v1/keys.proto

import type { AccountKeyInput as _gx_keys_v1_AccountKeyInput, AccountKey as _gx_keys_v1_AccountKey } from '../../../gx/keys/v1/AccountKey.ts';

export interface RevokeKeyByOperatorResponseInput {
  /**
   * What was revoked; absent where no key of this name was left to revoke.
   */
  'revoked'?: (_gx_keys_v1_AccountKeyInput | null);
}

export interface RevokeKeyByOperatorResponse {
  /**
   * What was revoked; absent where no key of this name was left to revoke.
   */
  'revoked': (_gx_keys_v1_AccountKey | null);
}
