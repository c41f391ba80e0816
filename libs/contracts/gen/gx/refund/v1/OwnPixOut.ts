// Original file: gx/refund/v1/refund.proto

import type { _gx_refund_v1_Refund_StatusInput, _gx_refund_v1_Refund_Status } from '../../../gx/refund/v1/Refund.ts';
import type { PixOutAtBankInput as _gx_refund_v1_PixOutAtBankInput, PixOutAtBank as _gx_refund_v1_PixOutAtBank } from '../../../gx/refund/v1/PixOutAtBank.ts';
import type { Long } from '@grpc/proto-loader';

/**
 * A Pix that we sent, as we have it and as its bank does.
 */
export interface OwnPixOutInput {
  'refundId'?: (string);
  /**
   * Ours, unique at the bank.
   */
  'bankId'?: (string);
  'amount'?: (number | string | Long);
  'status'?: (_gx_refund_v1_Refund_StatusInput);
  /**
   * Absent: the bank does not know it.
   */
  'atBank'?: (_gx_refund_v1_PixOutAtBankInput | null);
  '_atBank'?: "atBank";
}

/**
 * A Pix that we sent, as we have it and as its bank does.
 */
export interface OwnPixOut {
  'refundId': (string);
  /**
   * Ours, unique at the bank.
   */
  'bankId': (string);
  'amount': (number);
  'status': (_gx_refund_v1_Refund_Status);
  /**
   * Absent: the bank does not know it.
   */
  'atBank'?: (_gx_refund_v1_PixOutAtBank | null);
  '_atBank'?: "atBank";
}
