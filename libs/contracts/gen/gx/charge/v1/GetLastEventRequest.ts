// Original file: gx/charge/v1/charge.proto

import type { TenantInput as _gx_common_v1_TenantInput, Tenant as _gx_common_v1_Tenant } from '../../../gx/common/v1/Tenant.ts';

export interface GetLastEventRequestInput {
  'tenant'?: (_gx_common_v1_TenantInput | null);
  /**
   * Any form of the id.
   */
  'id'?: (string);
}

export interface GetLastEventRequest {
  'tenant': (_gx_common_v1_Tenant | null);
  /**
   * Any form of the id.
   */
  'id': (string);
}
