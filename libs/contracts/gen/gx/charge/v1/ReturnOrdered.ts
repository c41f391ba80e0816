// Original file: gx/charge/v1/charge_events.proto

import type { Long } from '@grpc/proto-loader';

/**
 * Money that must not be kept: refund sends all of it back, once, and the ledger books it as suspense until
 * it is gone.
 */
export interface ReturnOrderedInput {
  /**
   * Raw UUIDv7, made when the money was decided about: the id of the return.
   */
  'returnId'?: (string);
  'bankProfileId'?: (string);
  'endToEndId'?: (string);
  /**
   * All of the payment.
   */
  'amount'?: (number | string | Long);
  'currency'?: (string);
  /**
   * PAYER_MISMATCH, PAYER_UNKNOWN, AMOUNT_MISMATCH, PAID_AFTER_EXPIRY, DUPLICATE_PAYMENT, CHARGE_CLOSED,
   * CANCELLED_WHILE_HELD, UNKNOWN_CHARGE, RETURNED_AT_BANK.
   */
  'reason'?: (string);
  'settledAtMs'?: (number | string | Long);
  /**
   * The order that it paid and its method, where that is not Pix.
   */
  'orderReference'?: (string);
  'paymentMethod'?: (string);
  /**
   * What of it the bank has taken back by itself before: refund sends the rest.
   */
  'takenByBank'?: (number | string | Long);
  '_orderReference'?: "orderReference";
  '_paymentMethod'?: "paymentMethod";
}

/**
 * Money that must not be kept: refund sends all of it back, once, and the ledger books it as suspense until
 * it is gone.
 */
export interface ReturnOrdered {
  /**
   * Raw UUIDv7, made when the money was decided about: the id of the return.
   */
  'returnId': (string);
  'bankProfileId': (string);
  'endToEndId': (string);
  /**
   * All of the payment.
   */
  'amount': (number);
  'currency': (string);
  /**
   * PAYER_MISMATCH, PAYER_UNKNOWN, AMOUNT_MISMATCH, PAID_AFTER_EXPIRY, DUPLICATE_PAYMENT, CHARGE_CLOSED,
   * CANCELLED_WHILE_HELD, UNKNOWN_CHARGE, RETURNED_AT_BANK.
   */
  'reason': (string);
  'settledAtMs': (number);
  /**
   * The order that it paid and its method, where that is not Pix.
   */
  'orderReference'?: (string);
  'paymentMethod'?: (string);
  /**
   * What of it the bank has taken back by itself before: refund sends the rest.
   */
  'takenByBank': (number);
  '_orderReference'?: "orderReference";
  '_paymentMethod'?: "paymentMethod";
}
