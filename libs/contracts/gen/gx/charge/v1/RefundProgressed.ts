// Original file: gx/charge/v1/charge_events.proto

import type { ChargeInput as _gx_charge_v1_ChargeInput, Charge as _gx_charge_v1_Charge } from '../../../gx/charge/v1/Charge.ts';
import type { _gx_charge_v1_Charge_StatusInput, _gx_charge_v1_Charge_Status } from '../../../gx/charge/v1/Charge.ts';
import type { Long } from '@grpc/proto-loader';

/**
 * Money of a charge goes back, or has: one per change of the status of a refund, of a return, or of what the
 * bank takes back by itself.
 */
export interface RefundProgressedInput {
  'charge'?: (_gx_charge_v1_ChargeInput | null);
  'previousStatus'?: (_gx_charge_v1_Charge_StatusInput);
  'refundId'?: (string);
  'amount'?: (number | string | Long);
  /**
   * PENDING (a return alone), IN_PROGRESS, REFUNDED, FAILED.
   */
  'refundStatus'?: (string);
  /**
   * Why it failed, in the bank's code.
   */
  'failureCode'?: (string);
  /**
   * merchant, automatic (a return of ours) or bank.
   */
  'initiator'?: (string);
  /**
   * Of a return or of what the bank takes back: why.
   */
  'reason'?: (string);
  '_failureCode'?: "failureCode";
  '_reason'?: "reason";
}

/**
 * Money of a charge goes back, or has: one per change of the status of a refund, of a return, or of what the
 * bank takes back by itself.
 */
export interface RefundProgressed {
  'charge': (_gx_charge_v1_Charge | null);
  'previousStatus': (_gx_charge_v1_Charge_Status);
  'refundId': (string);
  'amount': (number);
  /**
   * PENDING (a return alone), IN_PROGRESS, REFUNDED, FAILED.
   */
  'refundStatus': (string);
  /**
   * Why it failed, in the bank's code.
   */
  'failureCode'?: (string);
  /**
   * merchant, automatic (a return of ours) or bank.
   */
  'initiator': (string);
  /**
   * Of a return or of what the bank takes back: why.
   */
  'reason'?: (string);
  '_failureCode'?: "failureCode";
  '_reason'?: "reason";
}
