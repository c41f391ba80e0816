// Original file: gx/refund/v1/refund.proto

import type { TenantInput as _gx_common_v1_TenantInput, Tenant as _gx_common_v1_Tenant } from '../../../gx/common/v1/Tenant.ts';

export interface ListRefundsRequestInput {
  'tenant'?: (_gx_common_v1_TenantInput | null);
  'chargeId'?: (string);
}

export interface ListRefundsRequest {
  'tenant': (_gx_common_v1_Tenant | null);
  'chargeId': (string);
}
