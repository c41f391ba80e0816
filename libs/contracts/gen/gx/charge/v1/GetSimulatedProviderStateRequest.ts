// Original file: gx/charge/v1/charge.proto

import type { TenantInput as _gx_common_v1_TenantInput, Tenant as _gx_common_v1_Tenant } from '../../../gx/common/v1/Tenant.ts';

export interface GetSimulatedProviderStateRequestInput {
  'tenant'?: (_gx_common_v1_TenantInput | null);
  'chargeId'?: (string);
}

export interface GetSimulatedProviderStateRequest {
  'tenant': (_gx_common_v1_Tenant | null);
  'chargeId': (string);
}
