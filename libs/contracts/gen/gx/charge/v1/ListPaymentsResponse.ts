// Original file: gx/charge/v1/charge.proto

import type { ChargeInput as _gx_charge_v1_ChargeInput, Charge as _gx_charge_v1_Charge } from '../../../gx/charge/v1/Charge.ts';
import type { Long } from '@grpc/proto-loader';

export interface ListPaymentsResponseInput {
  'charges'?: (_gx_charge_v1_ChargeInput)[];
  /**
   * Of all pages.
   */
  'total'?: (number | string | Long);
}

export interface ListPaymentsResponse {
  'charges': (_gx_charge_v1_Charge)[];
  /**
   * Of all pages.
   */
  'total': (number);
}
