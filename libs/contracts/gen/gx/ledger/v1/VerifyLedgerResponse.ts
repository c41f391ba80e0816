// Original file: gx/ledger/v1/ledger.proto

import type { LedgerProblemInput as _gx_ledger_v1_LedgerProblemInput, LedgerProblem as _gx_ledger_v1_LedgerProblem } from '../../../gx/ledger/v1/LedgerProblem.ts';
import type { Long } from '@grpc/proto-loader';

export interface VerifyLedgerResponseInput {
  'wallets'?: (number | string | Long);
  'entries'?: (number | string | Long);
  /**
   * At most 100; `problem_count` counts all.
   */
  'problems'?: (_gx_ledger_v1_LedgerProblemInput)[];
  'problemCount'?: (number | string | Long);
}

export interface VerifyLedgerResponse {
  'wallets': (number);
  'entries': (number);
  /**
   * At most 100; `problem_count` counts all.
   */
  'problems': (_gx_ledger_v1_LedgerProblem)[];
  'problemCount': (number);
}
