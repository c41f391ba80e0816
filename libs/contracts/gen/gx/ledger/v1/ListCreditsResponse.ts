// Original file: gx/ledger/v1/ledger.proto

import type { CreditInput as _gx_ledger_v1_CreditInput, Credit as _gx_ledger_v1_Credit } from '../../../gx/ledger/v1/Credit.ts';

export interface ListCreditsResponseInput {
  'credits'?: (_gx_ledger_v1_CreditInput)[];
  /**
   * Absent: that was all.
   */
  'next'?: (string);
  '_next'?: "next";
}

export interface ListCreditsResponse {
  'credits': (_gx_ledger_v1_Credit)[];
  /**
   * Absent: that was all.
   */
  'next'?: (string);
  '_next'?: "next";
}
