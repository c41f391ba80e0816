// Original file: gx/charge/v1/charge.proto

import type { ChargeInput as _gx_charge_v1_ChargeInput, Charge as _gx_charge_v1_Charge } from '../../../gx/charge/v1/Charge.ts';

export interface ListChargesResponseInput {
  /**
   * Newest first.
   */
  'charges'?: (_gx_charge_v1_ChargeInput)[];
  'hasMore'?: (boolean);
}

export interface ListChargesResponse {
  /**
   * Newest first.
   */
  'charges': (_gx_charge_v1_Charge)[];
  'hasMore': (boolean);
}
