// Original file: gx/charge/v1/charge_events.proto

import type { Long } from '@grpc/proto-loader';

/**
 * Money that may be kept: the ledger has to credit it. Amounts were fixed when the charge was created.
 */
export interface PaymentAcceptedInput {
  'endToEndId'?: (string);
  'amount'?: (number | string | Long);
  'currency'?: (string);
  'providerFee'?: (number | string | Long);
  'platformFee'?: (number | string | Long);
  'settlementDelaySeconds'?: (number);
  /**
   * The bank's own time of the payment.
   */
  'settledAtMs'?: (number | string | Long);
  /**
   * It was held before: the ledger takes it out of suspense, not from the bank's account.
   */
  'wasHeld'?: (boolean);
  /**
   * At which the money lies.
   */
  'bankProfileId'?: (string);
}

/**
 * Money that may be kept: the ledger has to credit it. Amounts were fixed when the charge was created.
 */
export interface PaymentAccepted {
  'endToEndId': (string);
  'amount': (number);
  'currency': (string);
  'providerFee': (number);
  'platformFee': (number);
  'settlementDelaySeconds': (number);
  /**
   * The bank's own time of the payment.
   */
  'settledAtMs': (number);
  /**
   * It was held before: the ledger takes it out of suspense, not from the bank's account.
   */
  'wasHeld': (boolean);
  /**
   * At which the money lies.
   */
  'bankProfileId': (string);
}
