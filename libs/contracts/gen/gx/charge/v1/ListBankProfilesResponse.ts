// Original file: gx/charge/v1/charge.proto

import type { BankProfileInput as _gx_charge_v1_BankProfileInput, BankProfile as _gx_charge_v1_BankProfile } from '../../../gx/charge/v1/BankProfile.ts';

export interface ListBankProfilesResponseInput {
  /**
   * The one that was set last first.
   */
  'profiles'?: (_gx_charge_v1_BankProfileInput)[];
}

export interface ListBankProfilesResponse {
  /**
   * The one that was set last first.
   */
  'profiles': (_gx_charge_v1_BankProfile)[];
}
