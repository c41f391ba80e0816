// Original file: gx/keys/v1/keys.proto

import type { AccountSettingsInput as _gx_keys_v1_AccountSettingsInput, AccountSettings as _gx_keys_v1_AccountSettings } from '../../../gx/keys/v1/AccountSettings.ts';

export interface CreateAccountResponseInput {
  'accountId'?: (string);
  'userId'?: (string);
  'settings'?: (_gx_keys_v1_AccountSettingsInput | null);
}

export interface CreateAccountResponse {
  'accountId': (string);
  'userId': (string);
  'settings': (_gx_keys_v1_AccountSettings | null);
}
