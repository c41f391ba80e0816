// Original file: gx/webhooks/v1/webhooks.proto

import type { Long } from '@grpc/proto-loader';

// Original file: gx/webhooks/v1/webhooks.proto

export const _gx_webhooks_v1_Endpoint_Status = {
  STATUS_UNSPECIFIED: 'STATUS_UNSPECIFIED',
  ACTIVE: 'ACTIVE',
  INACTIVE: 'INACTIVE',
} as const;

export type _gx_webhooks_v1_Endpoint_StatusInput =
  | 'STATUS_UNSPECIFIED'
  | 0
  | 'ACTIVE'
  | 1
  | 'INACTIVE'
  | 2

export type _gx_webhooks_v1_Endpoint_Status = typeof _gx_webhooks_v1_Endpoint_Status[keyof typeof _gx_webhooks_v1_Endpoint_Status]

export interface EndpointInput {
  /**
   * Raw UUIDv7.
   */
  'id'?: (string);
  'url'?: (string);
  'events'?: (string)[];
  'status'?: (_gx_webhooks_v1_Endpoint_StatusInput);
  'createdAtMs'?: (number | string | Long);
  'updatedAtMs'?: (number | string | Long);
}

export interface Endpoint {
  /**
   * Raw UUIDv7.
   */
  'id': (string);
  'url': (string);
  'events': (string)[];
  'status': (_gx_webhooks_v1_Endpoint_Status);
  'createdAtMs': (number);
  'updatedAtMs': (number);
}
