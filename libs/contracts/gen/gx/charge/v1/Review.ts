// Original file: gx/charge/v1/charge.proto

import type { TenantInput as _gx_common_v1_TenantInput, Tenant as _gx_common_v1_Tenant } from '../../../gx/common/v1/Tenant.ts';
import type { Long } from '@grpc/proto-loader';

// Original file: gx/charge/v1/charge.proto

export const _gx_charge_v1_Review_Cause = {
  CAUSE_UNSPECIFIED: 'CAUSE_UNSPECIFIED',
  /**
   * Nobody can say who paid.
   */
  PAYER_UNKNOWN: 'PAYER_UNKNOWN',
  /**
   * It is late by a time that its bank stamped ahead, and by that alone.
   */
  BANK_CLOCK: 'BANK_CLOCK',
} as const;

export type _gx_charge_v1_Review_CauseInput =
  | 'CAUSE_UNSPECIFIED'
  | 0
  /**
   * Nobody can say who paid.
   */
  | 'PAYER_UNKNOWN'
  | 1
  /**
   * It is late by a time that its bank stamped ahead, and by that alone.
   */
  | 'BANK_CLOCK'
  | 2

export type _gx_charge_v1_Review_Cause = typeof _gx_charge_v1_Review_Cause[keyof typeof _gx_charge_v1_Review_Cause]

export interface ReviewInput {
  'chargeId'?: (string);
  'tenant'?: (_gx_common_v1_TenantInput | null);
  'amount'?: (number | string | Long);
  'currency'?: (string);
  'endToEndId'?: (string);
  'settledAtMs'?: (number | string | Long);
  'heldAtMs'?: (number | string | Long);
  /**
   * How often the bank was asked who paid, and when it is asked next; absent: not any more.
   */
  'asked'?: (number);
  'askAtMs'?: (number | string | Long);
  'cause'?: (_gx_charge_v1_Review_CauseInput);
  '_askAtMs'?: "askAtMs";
}

export interface Review {
  'chargeId': (string);
  'tenant': (_gx_common_v1_Tenant | null);
  'amount': (number);
  'currency': (string);
  'endToEndId': (string);
  'settledAtMs': (number);
  'heldAtMs': (number);
  /**
   * How often the bank was asked who paid, and when it is asked next; absent: not any more.
   */
  'asked': (number);
  'askAtMs'?: (number);
  'cause': (_gx_charge_v1_Review_Cause);
  '_askAtMs'?: "askAtMs";
}
