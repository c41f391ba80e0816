// Original file: gx/webhooks/v1/webhooks.proto

import type { TenantInput as _gx_common_v1_TenantInput, Tenant as _gx_common_v1_Tenant } from '../../../gx/common/v1/Tenant.ts';

export interface SendTestEventRequestInput {
  'tenant'?: (_gx_common_v1_TenantInput | null);
  /**
   * Any form of the id.
   */
  'endpointId'?: (string);
  /**
   * Raw UUIDv7 of the delivery, made by the caller: a repeated call finds the delivery it made.
   */
  'deliveryId'?: (string);
}

export interface SendTestEventRequest {
  'tenant': (_gx_common_v1_Tenant | null);
  /**
   * Any form of the id.
   */
  'endpointId': (string);
  /**
   * Raw UUIDv7 of the delivery, made by the caller: a repeated call finds the delivery it made.
   */
  'deliveryId': (string);
}
