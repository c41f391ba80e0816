// Original file: gx/webhooks/v1/webhooks.proto

import type { EndpointInput as _gx_webhooks_v1_EndpointInput, Endpoint as _gx_webhooks_v1_Endpoint } from '../../../gx/webhooks/v1/Endpoint.ts';

export interface RegisteredEndpointInput {
  'endpoint'?: (_gx_webhooks_v1_EndpointInput | null);
  /**
   * 64 hex characters, shown once.
   */
  'secret'?: (string);
}

export interface RegisteredEndpoint {
  'endpoint': (_gx_webhooks_v1_Endpoint | null);
  /**
   * 64 hex characters, shown once.
   */
  'secret': (string);
}
