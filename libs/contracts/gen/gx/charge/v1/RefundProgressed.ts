// Original file: gx/charge/v1/charge_events.proto

import type { ChargeInput as _gx_charge_v1_ChargeInput, Charge as _gx_charge_v1_Charge } from '../../../gx/charge/v1/Charge.ts';
import type { _gx_charge_v1_Charge_StatusInput, _gx_charge_v1_Charge_Status } from '../../../gx/charge/v1/Charge.ts';
import type { Long } from '@grpc/proto-loader';

/**
 * Money of a charge goes back, or has: one per change of a refund's status, and one when a payer mismatch ends a charge.
 */
export interface RefundProgressedInput {
  'charge'?: (_gx_charge_v1_ChargeInput | null);
  'previousStatus'?: (_gx_charge_v1_Charge_StatusInput);
  'refundId'?: (string);
  'amount'?: (number | string | Long);
  /**
   * PENDING (a mismatch alone), IN_PROGRESS, REFUNDED, FAILED.
   */
  'refundStatus'?: (string);
  /**
   * Why it failed, in the bank's code.
   */
  'failureCode'?: (string);
  '_failureCode'?: "failureCode";
}

/**
 * Money of a charge goes back, or has: one per change of a refund's status, and one when a payer mismatch ends a charge.
 */
export interface RefundProgressed {
  'charge': (_gx_charge_v1_Charge | null);
  'previousStatus': (_gx_charge_v1_Charge_Status);
  'refundId': (string);
  'amount': (number);
  /**
   * PENDING (a mismatch alone), IN_PROGRESS, REFUNDED, FAILED.
   */
  'refundStatus': (string);
  /**
   * Why it failed, in the bank's code.
   */
  'failureCode'?: (string);
  '_failureCode'?: "failureCode";
}
