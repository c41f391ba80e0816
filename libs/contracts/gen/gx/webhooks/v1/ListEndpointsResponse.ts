// Original file: gx/webhooks/v1/webhooks.proto

import type { EndpointInput as _gx_webhooks_v1_EndpointInput, Endpoint as _gx_webhooks_v1_Endpoint } from '../../../gx/webhooks/v1/Endpoint.ts';

export interface ListEndpointsResponseInput {
  'endpoints'?: (_gx_webhooks_v1_EndpointInput)[];
}

export interface ListEndpointsResponse {
  'endpoints': (_gx_webhooks_v1_Endpoint)[];
}
