// Original file: gx/charge/v1/charge.proto

import type { BankCheckInput as _gx_charge_v1_BankCheckInput, BankCheck as _gx_charge_v1_BankCheck } from '../../../gx/charge/v1/BankCheck.ts';

export interface CheckBankProfileResponseInput {
  'livemode'?: (boolean);
  'checks'?: (_gx_charge_v1_BankCheckInput)[];
}

export interface CheckBankProfileResponse {
  'livemode': (boolean);
  'checks': (_gx_charge_v1_BankCheck)[];
}
