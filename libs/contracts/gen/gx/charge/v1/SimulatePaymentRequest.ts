// Original file: gx/charge/v1/charge.proto

import type { TenantInput as _gx_common_v1_TenantInput, Tenant as _gx_common_v1_Tenant } from '../../../gx/common/v1/Tenant.ts';
import type { Long } from '@grpc/proto-loader';

export interface SimulatePaymentRequestInput {
  'tenant'?: (_gx_common_v1_TenantInput | null);
  'chargeId'?: (string);
  'amount'?: (number | string | Long);
  'payerName'?: (string);
  'payerTaxId'?: (string);
  /**
   * notification, query or never.
   */
  'reportPayer'?: (string);
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
  '_amount'?: "amount";
  '_payerName'?: "payerName";
  '_payerTaxId'?: "payerTaxId";
  '_paidAtMs'?: "paidAtMs";
  '_notifyDelayMs'?: "notifyDelayMs";
}

export interface SimulatePaymentRequest {
  'tenant': (_gx_common_v1_Tenant | null);
  'chargeId': (string);
  'amount'?: (number);
  'payerName'?: (string);
  'payerTaxId'?: (string);
  /**
   * notification, query or never.
   */
  'reportPayer': (string);
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
  '_amount'?: "amount";
  '_payerName'?: "payerName";
  '_payerTaxId'?: "payerTaxId";
  '_paidAtMs'?: "paidAtMs";
  '_notifyDelayMs'?: "notifyDelayMs";
}
