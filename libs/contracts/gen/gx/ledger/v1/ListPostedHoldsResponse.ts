// Original file: gx/ledger/v1/ledger.proto

import type { PostedHoldInput as _gx_ledger_v1_PostedHoldInput, PostedHold as _gx_ledger_v1_PostedHold } from '../../../gx/ledger/v1/PostedHold.ts';

export interface ListPostedHoldsResponseInput {
  /**
   * Those of which the journal has an entry.
   */
  'holds'?: (_gx_ledger_v1_PostedHoldInput)[];
}

export interface ListPostedHoldsResponse {
  /**
   * Those of which the journal has an entry.
   */
  'holds': (_gx_ledger_v1_PostedHold)[];
}
