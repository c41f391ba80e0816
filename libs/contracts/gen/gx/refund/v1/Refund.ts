// Original file: gx/refund/v1/refund.proto

import type { TenantInput as _gx_common_v1_TenantInput, Tenant as _gx_common_v1_Tenant } from '../../../gx/common/v1/Tenant.ts';
import type { _gx_charge_v1_Charge_SurfaceInput, _gx_charge_v1_Charge_Surface } from '../../../gx/charge/v1/Charge.ts';
import type { Long } from '@grpc/proto-loader';

// Original file: gx/refund/v1/refund.proto

export const _gx_refund_v1_Refund_Kind = {
  KIND_UNSPECIFIED: 'KIND_UNSPECIFIED',
  /**
   * Ordered by the merchant.
   */
  REFUND: 'REFUND',
  /**
   * Ordered by us: money that must not be kept.
   */
  RETURN: 'RETURN',
  /**
   * Ordered by nobody here: the bank takes it back by itself.
   */
  BANK_RETURN: 'BANK_RETURN',
} as const;

export type _gx_refund_v1_Refund_KindInput =
  | 'KIND_UNSPECIFIED'
  | 0
  /**
   * Ordered by the merchant.
   */
  | 'REFUND'
  | 1
  /**
   * Ordered by us: money that must not be kept.
   */
  | 'RETURN'
  | 2
  /**
   * Ordered by nobody here: the bank takes it back by itself.
   */
  | 'BANK_RETURN'
  | 3

export type _gx_refund_v1_Refund_Kind = typeof _gx_refund_v1_Refund_Kind[keyof typeof _gx_refund_v1_Refund_Kind]

// Original file: gx/refund/v1/refund.proto

export const _gx_refund_v1_Refund_Status = {
  STATUS_UNSPECIFIED: 'STATUS_UNSPECIFIED',
  PENDING: 'PENDING',
  IN_PROGRESS: 'IN_PROGRESS',
  REFUNDED: 'REFUNDED',
  FAILED: 'FAILED',
} as const;

export type _gx_refund_v1_Refund_StatusInput =
  | 'STATUS_UNSPECIFIED'
  | 0
  | 'PENDING'
  | 1
  | 'IN_PROGRESS'
  | 2
  | 'REFUNDED'
  | 3
  | 'FAILED'
  | 4

export type _gx_refund_v1_Refund_Status = typeof _gx_refund_v1_Refund_Status[keyof typeof _gx_refund_v1_Refund_Status]

// Original file: gx/refund/v1/refund.proto

export const _gx_refund_v1_Refund_Strategy = {
  STRATEGY_UNSPECIFIED: 'STRATEGY_UNSPECIFIED',
  /**
   * The central bank's devolution by end-to-end id.
   */
  DEVOLUTION: 'DEVOLUTION',
  /**
   * A Pix of its own to a key.
   */
  CASHOUT: 'CASHOUT',
  /**
   * The way it came, through the acquirer of a method that is not Pix. Never asked for by name.
   */
  ORDER: 'ORDER',
} as const;

export type _gx_refund_v1_Refund_StrategyInput =
  | 'STRATEGY_UNSPECIFIED'
  | 0
  /**
   * The central bank's devolution by end-to-end id.
   */
  | 'DEVOLUTION'
  | 1
  /**
   * A Pix of its own to a key.
   */
  | 'CASHOUT'
  | 2
  /**
   * The way it came, through the acquirer of a method that is not Pix. Never asked for by name.
   */
  | 'ORDER'
  | 3

export type _gx_refund_v1_Refund_Strategy = typeof _gx_refund_v1_Refund_Strategy[keyof typeof _gx_refund_v1_Refund_Strategy]

export interface RefundInput {
  /**
   * Raw UUIDv7.
   */
  'id'?: (string);
  'tenant'?: (_gx_common_v1_TenantInput | null);
  'kind'?: (_gx_refund_v1_Refund_KindInput);
  /**
   * Empty for a return of money of no charge.
   */
  'chargeId'?: (string);
  /**
   * The surface that made the charge: decides the form of `transactionId`.
   */
  'surface'?: (_gx_charge_v1_Charge_SurfaceInput);
  'amount'?: (number | string | Long);
  'currency'?: (string);
  'status'?: (_gx_refund_v1_Refund_StatusInput);
  'strategy'?: (_gx_refund_v1_Refund_StrategyInput);
  /**
   * The merchant's words, or the reason of a return.
   */
  'reason'?: (string);
  /**
   * Why it failed, in the bank's code.
   */
  'failureCode'?: (string);
  'createdAtMs'?: (number | string | Long);
  '_reason'?: "reason";
  '_failureCode'?: "failureCode";
}

export interface Refund {
  /**
   * Raw UUIDv7.
   */
  'id': (string);
  'tenant': (_gx_common_v1_Tenant | null);
  'kind': (_gx_refund_v1_Refund_Kind);
  /**
   * Empty for a return of money of no charge.
   */
  'chargeId': (string);
  /**
   * The surface that made the charge: decides the form of `transactionId`.
   */
  'surface': (_gx_charge_v1_Charge_Surface);
  'amount': (number);
  'currency': (string);
  'status': (_gx_refund_v1_Refund_Status);
  'strategy': (_gx_refund_v1_Refund_Strategy);
  /**
   * The merchant's words, or the reason of a return.
   */
  'reason'?: (string);
  /**
   * Why it failed, in the bank's code.
   */
  'failureCode'?: (string);
  'createdAtMs': (number);
  '_reason'?: "reason";
  '_failureCode'?: "failureCode";
}
