// Original file: gx/ledger/v1/ledger.proto

import type { Long } from '@grpc/proto-loader';

export interface LedgerProblemInput {
  'accountId'?: (string);
  'livemode'?: (boolean);
  'currency'?: (string);
  'seq'?: (number | string | Long);
  /**
   * unbalanced, broken_chain, missing_entry, wrong_balance, negative_available, hold_mismatch,
   * tranche_mismatch, suspense_mismatch.
   */
  'kind'?: (string);
  'message'?: (string);
}

export interface LedgerProblem {
  'accountId': (string);
  'livemode': (boolean);
  'currency': (string);
  'seq': (number);
  /**
   * unbalanced, broken_chain, missing_entry, wrong_balance, negative_available, hold_mismatch,
   * tranche_mismatch, suspense_mismatch.
   */
  'kind': (string);
  'message': (string);
}
