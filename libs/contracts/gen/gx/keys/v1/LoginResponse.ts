// Original file: gx/keys/v1/keys.proto

import type { UserInput as _gx_keys_v1_UserInput, User as _gx_keys_v1_User } from '../../../gx/keys/v1/User.ts';
import type { AccountInput as _gx_keys_v1_AccountInput, Account as _gx_keys_v1_Account } from '../../../gx/keys/v1/Account.ts';

export interface LoginResponseInput {
  'accessToken'?: (string);
  'expiresInSeconds'?: (number);
  'user'?: (_gx_keys_v1_UserInput | null);
  'account'?: (_gx_keys_v1_AccountInput | null);
}

export interface LoginResponse {
  'accessToken': (string);
  'expiresInSeconds': (number);
  'user': (_gx_keys_v1_User | null);
  'account': (_gx_keys_v1_Account | null);
}
