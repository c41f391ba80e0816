// Original file: gx/charge/v1/charge_events.proto

import type { Long } from '@grpc/proto-loader';

/**
 * A cardholder, or the issuer in his name, wants the money back: the ledger sets it aside, and what is not
 * there is owed by the merchant.
 */
export interface DisputeOpenedInput {
  /**
   * Raw UUIDv7, made when the acquirer first showed the dispute.
   */
  'disputeId'?: (string);
  'amount'?: (number | string | Long);
  'currency'?: (string);
  'bankProfileId'?: (string);
}

/**
 * A cardholder, or the issuer in his name, wants the money back: the ledger sets it aside, and what is not
 * there is owed by the merchant.
 */
export interface DisputeOpened {
  /**
   * Raw UUIDv7, made when the acquirer first showed the dispute.
   */
  'disputeId': (string);
  'amount': (number);
  'currency': (string);
  'bankProfileId': (string);
}
