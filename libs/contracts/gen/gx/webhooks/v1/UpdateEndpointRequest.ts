// Original file: gx/webhooks/v1/webhooks.proto

import type { TenantInput as _gx_common_v1_TenantInput, Tenant as _gx_common_v1_Tenant } from '../../../gx/common/v1/Tenant.ts';
import type { _gx_webhooks_v1_Endpoint_StatusInput, _gx_webhooks_v1_Endpoint_Status } from '../../../gx/webhooks/v1/Endpoint.ts';

export interface _gx_webhooks_v1_UpdateEndpointRequest_EventsInput {
  'names'?: (string)[];
}

export interface _gx_webhooks_v1_UpdateEndpointRequest_Events {
  'names': (string)[];
}

/**
 * What is not there stays as it is.
 */
export interface UpdateEndpointRequestInput {
  'tenant'?: (_gx_common_v1_TenantInput | null);
  /**
   * Any form of the id.
   */
  'id'?: (string);
  'url'?: (string);
  'events'?: (_gx_webhooks_v1_UpdateEndpointRequest_EventsInput | null);
  'status'?: (_gx_webhooks_v1_Endpoint_StatusInput);
  '_url'?: "url";
  '_status'?: "status";
}

/**
 * What is not there stays as it is.
 */
export interface UpdateEndpointRequest {
  'tenant': (_gx_common_v1_Tenant | null);
  /**
   * Any form of the id.
   */
  'id': (string);
  'url'?: (string);
  'events': (_gx_webhooks_v1_UpdateEndpointRequest_Events | null);
  'status'?: (_gx_webhooks_v1_Endpoint_Status);
  '_url'?: "url";
  '_status'?: "status";
}
