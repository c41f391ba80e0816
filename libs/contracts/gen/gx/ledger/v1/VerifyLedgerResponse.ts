// Original file: gx/ledger/v1/ledger.proto

import type { LedgerProblemInput as _gx_ledger_v1_LedgerProblemInput, LedgerProblem as _gx_ledger_v1_LedgerProblem } from '../../../gx/ledger/v1/LedgerProblem.ts';
import type { AddressBalanceInput as _gx_ledger_v1_AddressBalanceInput, AddressBalance as _gx_ledger_v1_AddressBalance } from '../../../gx/ledger/v1/AddressBalance.ts';
import type { Long } from '@grpc/proto-loader';

export interface VerifyLedgerResponseInput {
  'wallets'?: (number | string | Long);
  'entries'?: (number | string | Long);
  /**
   * At most 100; `problem_count` counts all.
   */
  'problems'?: (_gx_ledger_v1_LedgerProblemInput)[];
  'problemCount'?: (number | string | Long);
  /**
   * Every address that a posting names, ordered by livemode, currency and address; each livemode and currency
   * sums to 0. Exact when nothing is being posted.
   */
  'addresses'?: (_gx_ledger_v1_AddressBalanceInput)[];
}

export interface VerifyLedgerResponse {
  'wallets': (number);
  'entries': (number);
  /**
   * At most 100; `problem_count` counts all.
   */
  'problems': (_gx_ledger_v1_LedgerProblem)[];
  'problemCount': (number);
  /**
   * Every address that a posting names, ordered by livemode, currency and address; each livemode and currency
   * sums to 0. Exact when nothing is being posted.
   */
  'addresses': (_gx_ledger_v1_AddressBalance)[];
}
