// Original file: gx/charge/v1/charge.proto

import type { BankProfileStandingInput as _gx_charge_v1_BankProfileStandingInput, BankProfileStanding as _gx_charge_v1_BankProfileStanding } from '../../../gx/charge/v1/BankProfileStanding.ts';

export interface DescribeBankProfilesResponseInput {
  /**
   * In the order in which new charges are offered to them.
   */
  'profiles'?: (_gx_charge_v1_BankProfileStandingInput)[];
}

export interface DescribeBankProfilesResponse {
  /**
   * In the order in which new charges are offered to them.
   */
  'profiles': (_gx_charge_v1_BankProfileStanding)[];
}
