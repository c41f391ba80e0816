// Original file: gx/ledger/v1/ledger_events.proto

import type { Long } from '@grpc/proto-loader';

/**
 * A journal entry stands. Sent again, unchanged, whenever its reference is asked for again.
 */
export interface EntryPostedInput {
  /**
   * paid:<charge id> for a credit.
   */
  'reference'?: (string);
  'entryId'?: (string);
  /**
   * Set for credits of a charge.
   */
  'chargeId'?: (string);
  'endToEndId'?: (string);
  'postedAtMs'?: (number | string | Long);
  '_chargeId'?: "chargeId";
  '_endToEndId'?: "endToEndId";
}

/**
 * A journal entry stands. Sent again, unchanged, whenever its reference is asked for again.
 */
export interface EntryPosted {
  /**
   * paid:<charge id> for a credit.
   */
  'reference': (string);
  'entryId': (string);
  /**
   * Set for credits of a charge.
   */
  'chargeId'?: (string);
  'endToEndId'?: (string);
  'postedAtMs': (number);
  '_chargeId'?: "chargeId";
  '_endToEndId'?: "endToEndId";
}
