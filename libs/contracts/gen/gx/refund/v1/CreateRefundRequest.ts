// Original file: gx/refund/v1/refund.proto

import type { TenantInput as _gx_common_v1_TenantInput, Tenant as _gx_common_v1_Tenant } from '../../../gx/common/v1/Tenant.ts';
import type { _gx_refund_v1_Refund_StrategyInput, _gx_refund_v1_Refund_Strategy } from '../../../gx/refund/v1/Refund.ts';
import type { Long } from '@grpc/proto-loader';

export interface CreateRefundRequestInput {
  'tenant'?: (_gx_common_v1_TenantInput | null);
  'chargeId'?: (string);
  'idempotencyKey'?: (string);
  /**
   * Versioned digest of charge and parsed body, `v1:<hex>`.
   */
  'requestHash'?: (string);
  /**
   * Absent: all that is left.
   */
  'amount'?: (number | string | Long);
  'reason'?: (string);
  /**
   * STRATEGY_UNSPECIFIED: the merchant named none (decisions A21).
   */
  'strategy'?: (_gx_refund_v1_Refund_StrategyInput);
  'passFeeToTenant'?: (boolean);
  'destinationKey'?: (string);
  '_amount'?: "amount";
  '_reason'?: "reason";
  '_passFeeToTenant'?: "passFeeToTenant";
  '_destinationKey'?: "destinationKey";
}

export interface CreateRefundRequest {
  'tenant': (_gx_common_v1_Tenant | null);
  'chargeId': (string);
  'idempotencyKey': (string);
  /**
   * Versioned digest of charge and parsed body, `v1:<hex>`.
   */
  'requestHash': (string);
  /**
   * Absent: all that is left.
   */
  'amount'?: (number);
  'reason'?: (string);
  /**
   * STRATEGY_UNSPECIFIED: the merchant named none (decisions A21).
   */
  'strategy': (_gx_refund_v1_Refund_Strategy);
  'passFeeToTenant'?: (boolean);
  'destinationKey'?: (string);
  '_amount'?: "amount";
  '_reason'?: "reason";
  '_passFeeToTenant'?: "passFeeToTenant";
  '_destinationKey'?: "destinationKey";
}
