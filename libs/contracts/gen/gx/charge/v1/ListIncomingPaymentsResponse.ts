// Original file: gx/charge/v1/charge.proto

import type { OwnPaymentInput as _gx_charge_v1_OwnPaymentInput, OwnPayment as _gx_charge_v1_OwnPayment } from '../../../gx/charge/v1/OwnPayment.ts';

export interface ListIncomingPaymentsResponseInput {
  'payments'?: (_gx_charge_v1_OwnPaymentInput)[];
  /**
   * There is more than one answer can hold: ask for less.
   */
  'truncated'?: (boolean);
}

export interface ListIncomingPaymentsResponse {
  'payments': (_gx_charge_v1_OwnPayment)[];
  /**
   * There is more than one answer can hold: ask for less.
   */
  'truncated': (boolean);
}
