// Original file: gx/charge/v1/charge.proto

import type { Long } from '@grpc/proto-loader';

export interface _gx_charge_v1_OrderBooks_RefundInput {
  'id'?: (string);
  'amount'?: (number | string | Long);
  /**
   * in_progress, refunded, failed or unrecognised.
   */
  'status'?: (string);
}

export interface _gx_charge_v1_OrderBooks_Refund {
  'id': (string);
  'amount': (number);
  /**
   * in_progress, refunded, failed or unrecognised.
   */
  'status': (string);
}

/**
 * An order at its acquirer and with us. Nobody is named.
 */
export interface OrderBooksInput {
  'reference'?: (string);
  /**
   * Of all its payments, also of those that come back.
   */
  'paidAtAcquirer'?: (number | string | Long);
  'refunds'?: (_gx_charge_v1_OrderBooks_RefundInput)[];
  /**
   * Empty: the order is of no charge of ours.
   */
  'chargeId'?: (string);
  'paidWithUs'?: (number | string | Long);
  /**
   * The payments, by the ids that refund knows them by.
   */
  'endToEndIds'?: (string)[];
  /**
   * What of it we have accepted: the journal has to credit it.
   */
  'acceptedWithUs'?: (number | string | Long);
  /**
   * The acquirer says that it has no such order: what it has of it is 0.
   */
  'absentAtAcquirer'?: (boolean);
}

/**
 * An order at its acquirer and with us. Nobody is named.
 */
export interface OrderBooks {
  'reference': (string);
  /**
   * Of all its payments, also of those that come back.
   */
  'paidAtAcquirer': (number);
  'refunds': (_gx_charge_v1_OrderBooks_Refund)[];
  /**
   * Empty: the order is of no charge of ours.
   */
  'chargeId': (string);
  'paidWithUs': (number);
  /**
   * The payments, by the ids that refund knows them by.
   */
  'endToEndIds': (string)[];
  /**
   * What of it we have accepted: the journal has to credit it.
   */
  'acceptedWithUs': (number);
  /**
   * The acquirer says that it has no such order: what it has of it is 0.
   */
  'absentAtAcquirer': (boolean);
}
