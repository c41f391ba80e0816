// Original file: gx/webhooks/v1/webhooks.proto

import type { TenantInput as _gx_common_v1_TenantInput, Tenant as _gx_common_v1_Tenant } from '../../../gx/common/v1/Tenant.ts';
import type { _gx_webhooks_v1_Delivery_StatusInput, _gx_webhooks_v1_Delivery_Status } from '../../../gx/webhooks/v1/Delivery.ts';

export interface ListDeliveriesRequestInput {
  'tenant'?: (_gx_common_v1_TenantInput | null);
  'status'?: (_gx_webhooks_v1_Delivery_StatusInput);
  'eventType'?: (string);
  'endpointId'?: (string);
  'limit'?: (number);
  'offset'?: (number);
  '_status'?: "status";
  '_eventType'?: "eventType";
  '_endpointId'?: "endpointId";
}

export interface ListDeliveriesRequest {
  'tenant': (_gx_common_v1_Tenant | null);
  'status'?: (_gx_webhooks_v1_Delivery_Status);
  'eventType'?: (string);
  'endpointId'?: (string);
  'limit': (number);
  'offset': (number);
  '_status'?: "status";
  '_eventType'?: "eventType";
  '_endpointId'?: "endpointId";
}
