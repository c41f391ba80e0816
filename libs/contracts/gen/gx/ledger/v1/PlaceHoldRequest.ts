// Original file: gx/ledger/v1/ledger.proto

import type { TenantInput as _gx_common_v1_TenantInput, Tenant as _gx_common_v1_Tenant } from '../../../gx/common/v1/Tenant.ts';
import type { Long } from '@grpc/proto-loader';

// Original file: gx/ledger/v1/ledger.proto

export const _gx_ledger_v1_PlaceHoldRequest_FeePayer = {
  FEE_PAYER_UNSPECIFIED: 'FEE_PAYER_UNSPECIFIED',
  /**
   * The fee is held beside the amount and goes to the bank with it.
   */
  MERCHANT: 'MERCHANT',
  /**
   * The fee is the platform's cost, booked when the hold is committed.
   */
  PLATFORM: 'PLATFORM',
} as const;

export type _gx_ledger_v1_PlaceHoldRequest_FeePayerInput =
  | 'FEE_PAYER_UNSPECIFIED'
  | 0
  /**
   * The fee is held beside the amount and goes to the bank with it.
   */
  | 'MERCHANT'
  | 1
  /**
   * The fee is the platform's cost, booked when the hold is committed.
   */
  | 'PLATFORM'
  | 2

export type _gx_ledger_v1_PlaceHoldRequest_FeePayer = typeof _gx_ledger_v1_PlaceHoldRequest_FeePayer[keyof typeof _gx_ledger_v1_PlaceHoldRequest_FeePayer]

export interface PlaceHoldRequestInput {
  'tenant'?: (_gx_common_v1_TenantInput | null);
  /**
   * Unique for ever; `refund:<refund id>`.
   */
  'reference'?: (string);
  'currency'?: (string);
  'amount'?: (number | string | Long);
  /**
   * What the bank takes for paying it out; 0 for a devolution.
   */
  'fee'?: (number | string | Long);
  'feePayer'?: (_gx_ledger_v1_PlaceHoldRequest_FeePayerInput);
  /**
   * Of the charge that is refunded, for the journal.
   */
  'chargeId'?: (string);
  /**
   * From which the money leaves.
   */
  'bankProfileId'?: (string);
  /**
   * How much of a shortfall may be lent, over all holds of the charge: its fees, which are not given back
   * (decisions A24). 0: nothing.
   */
  'creditMax'?: (number | string | Long);
}

export interface PlaceHoldRequest {
  'tenant': (_gx_common_v1_Tenant | null);
  /**
   * Unique for ever; `refund:<refund id>`.
   */
  'reference': (string);
  'currency': (string);
  'amount': (number);
  /**
   * What the bank takes for paying it out; 0 for a devolution.
   */
  'fee': (number);
  'feePayer': (_gx_ledger_v1_PlaceHoldRequest_FeePayer);
  /**
   * Of the charge that is refunded, for the journal.
   */
  'chargeId': (string);
  /**
   * From which the money leaves.
   */
  'bankProfileId': (string);
  /**
   * How much of a shortfall may be lent, over all holds of the charge: its fees, which are not given back
   * (decisions A24). 0: nothing.
   */
  'creditMax': (number);
}
