// Original file: gx/ledger/v1/ledger.proto

import type { _gx_ledger_v1_Hold_StateInput, _gx_ledger_v1_Hold_State } from '../../../gx/ledger/v1/Hold.ts';
import type { Long } from '@grpc/proto-loader';

/**
 * A hold by its entries alone: what its own document says is not asked.
 */
export interface PostedHoldInput {
  'reference'?: (string);
  'state'?: (_gx_ledger_v1_Hold_StateInput);
  /**
   * What has left the bank by it, without the bank's fee, in the smallest unit; 0 unless it is COMMITTED.
   */
  'amount'?: (number | string | Long);
}

/**
 * A hold by its entries alone: what its own document says is not asked.
 */
export interface PostedHold {
  'reference': (string);
  'state': (_gx_ledger_v1_Hold_State);
  /**
   * What has left the bank by it, without the bank's fee, in the smallest unit; 0 unless it is COMMITTED.
   */
  'amount': (number);
}
