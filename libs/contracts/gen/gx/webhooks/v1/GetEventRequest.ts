// Original file: gx/webhooks/v1/webhooks.proto

import type { TenantInput as _gx_common_v1_TenantInput, Tenant as _gx_common_v1_Tenant } from '../../../gx/common/v1/Tenant.ts';

export interface GetEventRequestInput {
  'tenant'?: (_gx_common_v1_TenantInput | null);
  'id'?: (string);
}

export interface GetEventRequest {
  'tenant': (_gx_common_v1_Tenant | null);
  'id': (string);
}
