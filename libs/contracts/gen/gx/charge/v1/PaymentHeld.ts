// Original file: gx/charge/v1/charge_events.proto

import type { Long } from '@grpc/proto-loader';

/**
 * Money that nobody may touch until it is known who paid: the ledger books it as suspense.
 */
export interface PaymentHeldInput {
  'endToEndId'?: (string);
  'amount'?: (number | string | Long);
  'currency'?: (string);
  'bankProfileId'?: (string);
}

/**
 * Money that nobody may touch until it is known who paid: the ledger books it as suspense.
 */
export interface PaymentHeld {
  'endToEndId': (string);
  'amount': (number);
  'currency': (string);
  'bankProfileId': (string);
}
