// Original file: gx/charge/v1/charge.proto

import type { TenantInput as _gx_common_v1_TenantInput, Tenant as _gx_common_v1_Tenant } from '../../../gx/common/v1/Tenant.ts';

export interface GetPaymentStatsRequestInput {
  'tenant'?: (_gx_common_v1_TenantInput | null);
  /**
   * 1 to 365, today included.
   */
  'days'?: (number);
}

export interface GetPaymentStatsRequest {
  'tenant': (_gx_common_v1_Tenant | null);
  /**
   * 1 to 365, today included.
   */
  'days': (number);
}
