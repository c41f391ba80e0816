// Original file: gx/webhooks/v1/webhooks.proto

import type { TenantInput as _gx_common_v1_TenantInput, Tenant as _gx_common_v1_Tenant } from '../../../gx/common/v1/Tenant.ts';

export interface RetryDeliveryRequestInput {
  'tenant'?: (_gx_common_v1_TenantInput | null);
  /**
   * Any form of the id.
   */
  'id'?: (string);
}

export interface RetryDeliveryRequest {
  'tenant': (_gx_common_v1_Tenant | null);
  /**
   * Any form of the id.
   */
  'id': (string);
}
