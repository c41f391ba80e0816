// Original file: gx/charge/v1/charge.proto

import type { TenantInput as _gx_common_v1_TenantInput, Tenant as _gx_common_v1_Tenant } from '../../../gx/common/v1/Tenant.ts';
import type { Long } from '@grpc/proto-loader';

export interface SimulateOutcomeRequestInput {
  'tenant'?: (_gx_common_v1_TenantInput | null);
  'chargeId'?: (string);
  /**
   * authenticating, approved, refused, expired, dispute, chargeback, dispute_won or dispute_lost.
   */
  'outcome'?: (string);
  'amount'?: (number | string | Long);
  'paidAtMs'?: (number | string | Long);
  /**
   * Delay of the callback; absent: at once.
   */
  'notifyDelayMs'?: (number);
  /**
   * The callback is lost.
   */
  'notifyNever'?: (boolean);
  'times'?: (number);
  'force'?: (boolean);
  /**
   * By which of its methods a charge of several is paid; absent: the one that it waits for first.
   */
  'paymentMethod'?: (string);
  '_amount'?: "amount";
  '_paidAtMs'?: "paidAtMs";
  '_notifyDelayMs'?: "notifyDelayMs";
  '_paymentMethod'?: "paymentMethod";
}

export interface SimulateOutcomeRequest {
  'tenant': (_gx_common_v1_Tenant | null);
  'chargeId': (string);
  /**
   * authenticating, approved, refused, expired, dispute, chargeback, dispute_won or dispute_lost.
   */
  'outcome': (string);
  'amount'?: (number);
  'paidAtMs'?: (number);
  /**
   * Delay of the callback; absent: at once.
   */
  'notifyDelayMs'?: (number);
  /**
   * The callback is lost.
   */
  'notifyNever': (boolean);
  'times': (number);
  'force': (boolean);
  /**
   * By which of its methods a charge of several is paid; absent: the one that it waits for first.
   */
  'paymentMethod'?: (string);
  '_amount'?: "amount";
  '_paidAtMs'?: "paidAtMs";
  '_notifyDelayMs'?: "notifyDelayMs";
  '_paymentMethod'?: "paymentMethod";
}
