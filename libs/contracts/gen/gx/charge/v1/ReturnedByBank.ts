// Original file: gx/charge/v1/charge_events.proto

import type { Long } from '@grpc/proto-loader';

/**
 * The bank or the acquirer takes credited money back by itself, as it must when a payer contests a Pix (MED).
 * One event per state; the first that is heard may be any of them. The ledger books it once per
 * (end_to_end_id, devolution_id), refund shows it as a row and counts it.
 */
export interface ReturnedByBankInput {
  /**
   * Raw UUIDv7, made when the bank first showed the devolution: the id of the refund row.
   */
  'refundId'?: (string);
  'bankProfileId'?: (string);
  /**
   * The payment that it takes from, and the bank's own id of the devolution.
   */
  'endToEndId'?: (string);
  'devolutionId'?: (string);
  'amount'?: (number | string | Long);
  'currency'?: (string);
  /**
   * IN_PROGRESS, REFUNDED or FAILED. FAILED may be followed by REFUNDED, never the other way round.
   */
  'status'?: (string);
  /**
   * MED_FRAUD, MED_OPERATIONAL or BANK_RETURN.
   */
  'reason'?: (string);
  /**
   * When it was first seen.
   */
  'firstSeenAtMs'?: (number | string | Long);
  /**
   * The order that was paid and its method, where that is not Pix.
   */
  'orderReference'?: (string);
  'paymentMethod'?: (string);
  '_orderReference'?: "orderReference";
  '_paymentMethod'?: "paymentMethod";
}

/**
 * The bank or the acquirer takes credited money back by itself, as it must when a payer contests a Pix (MED).
 * One event per state; the first that is heard may be any of them. The ledger books it once per
 * (end_to_end_id, devolution_id), refund shows it as a row and counts it.
 */
export interface ReturnedByBank {
  /**
   * Raw UUIDv7, made when the bank first showed the devolution: the id of the refund row.
   */
  'refundId': (string);
  'bankProfileId': (string);
  /**
   * The payment that it takes from, and the bank's own id of the devolution.
   */
  'endToEndId': (string);
  'devolutionId': (string);
  'amount': (number);
  'currency': (string);
  /**
   * IN_PROGRESS, REFUNDED or FAILED. FAILED may be followed by REFUNDED, never the other way round.
   */
  'status': (string);
  /**
   * MED_FRAUD, MED_OPERATIONAL or BANK_RETURN.
   */
  'reason': (string);
  /**
   * When it was first seen.
   */
  'firstSeenAtMs': (number);
  /**
   * The order that was paid and its method, where that is not Pix.
   */
  'orderReference'?: (string);
  'paymentMethod'?: (string);
  '_orderReference'?: "orderReference";
  '_paymentMethod'?: "paymentMethod";
}
