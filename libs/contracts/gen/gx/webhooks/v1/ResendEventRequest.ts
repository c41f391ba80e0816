// Original file: gx/webhooks/v1/webhooks.proto

import type { TenantInput as _gx_common_v1_TenantInput, Tenant as _gx_common_v1_Tenant } from '../../../gx/common/v1/Tenant.ts';

export interface ResendEventRequestInput {
  'tenant'?: (_gx_common_v1_TenantInput | null);
  /**
   * Raw UUIDv7, made by the caller: a repeated call makes no delivery twice.
   */
  'resendId'?: (string);
  /**
   * A gx.charge.v1.ChargeEvent of this tenant.
   */
  'event'?: (Buffer | Uint8Array | string);
}

export interface ResendEventRequest {
  'tenant': (_gx_common_v1_Tenant | null);
  /**
   * Raw UUIDv7, made by the caller: a repeated call makes no delivery twice.
   */
  'resendId': (string);
  /**
   * A gx.charge.v1.ChargeEvent of this tenant.
   */
  'event': (Buffer);
}
