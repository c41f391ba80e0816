// Original file: gx/ledger/v1/ledger.proto

import type { Long } from '@grpc/proto-loader';

// Original file: gx/ledger/v1/ledger.proto

export const _gx_ledger_v1_Hold_State = {
  STATE_UNSPECIFIED: 'STATE_UNSPECIFIED',
  HELD: 'HELD',
  COMMITTED: 'COMMITTED',
  VOIDED: 'VOIDED',
} as const;

export type _gx_ledger_v1_Hold_StateInput =
  | 'STATE_UNSPECIFIED'
  | 0
  | 'HELD'
  | 1
  | 'COMMITTED'
  | 2
  | 'VOIDED'
  | 3

export type _gx_ledger_v1_Hold_State = typeof _gx_ledger_v1_Hold_State[keyof typeof _gx_ledger_v1_Hold_State]

export interface HoldInput {
  'reference'?: (string);
  'state'?: (_gx_ledger_v1_Hold_StateInput);
  /**
   * What left available: the amount and the fee that the merchant pays. 0 for a reference voided before it
   * was placed.
   */
  'held'?: (number | string | Long);
}

export interface Hold {
  'reference': (string);
  'state': (_gx_ledger_v1_Hold_State);
  /**
   * What left available: the amount and the fee that the merchant pays. 0 for a reference voided before it
   * was placed.
   */
  'held': (number);
}
