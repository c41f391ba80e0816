// Original file: gx/webhooks/v1/webhooks.proto

import type { Long } from '@grpc/proto-loader';

// Original file: gx/webhooks/v1/webhooks.proto

export const _gx_webhooks_v1_Delivery_Status = {
  STATUS_UNSPECIFIED: 'STATUS_UNSPECIFIED',
  PENDING: 'PENDING',
  PROCESSING: 'PROCESSING',
  DELIVERED: 'DELIVERED',
  FAILED: 'FAILED',
  CANCELLED: 'CANCELLED',
} as const;

export type _gx_webhooks_v1_Delivery_StatusInput =
  | 'STATUS_UNSPECIFIED'
  | 0
  | 'PENDING'
  | 1
  | 'PROCESSING'
  | 2
  | 'DELIVERED'
  | 3
  | 'FAILED'
  | 4
  | 'CANCELLED'
  | 5

export type _gx_webhooks_v1_Delivery_Status = typeof _gx_webhooks_v1_Delivery_Status[keyof typeof _gx_webhooks_v1_Delivery_Status]

export interface DeliveryInput {
  /**
   * Raw UUIDv7, like the endpoint's.
   */
  'id'?: (string);
  'endpointId'?: (string);
  /**
   * The concrete name: an alias or wildcard is never one.
   */
  'eventType'?: (string);
  'status'?: (_gx_webhooks_v1_Delivery_StatusInput);
  'attempts'?: (number);
  'maxAttempts'?: (number);
  'lastStatusCode'?: (number);
  /**
   * A short stable word, such as connection_timeout.
   */
  'lastError'?: (string);
  'lastResponseBody'?: (string);
  'nextRetryAtMs'?: (number | string | Long);
  'deliveredAtMs'?: (number | string | Long);
  'createdAtMs'?: (number | string | Long);
  'updatedAtMs'?: (number | string | Long);
  /**
   * The body as it is sent.
   */
  'payloadJson'?: (string);
  '_lastStatusCode'?: "lastStatusCode";
  '_lastError'?: "lastError";
  '_lastResponseBody'?: "lastResponseBody";
  '_nextRetryAtMs'?: "nextRetryAtMs";
  '_deliveredAtMs'?: "deliveredAtMs";
}

export interface Delivery {
  /**
   * Raw UUIDv7, like the endpoint's.
   */
  'id': (string);
  'endpointId': (string);
  /**
   * The concrete name: an alias or wildcard is never one.
   */
  'eventType': (string);
  'status': (_gx_webhooks_v1_Delivery_Status);
  'attempts': (number);
  'maxAttempts': (number);
  'lastStatusCode'?: (number);
  /**
   * A short stable word, such as connection_timeout.
   */
  'lastError'?: (string);
  'lastResponseBody'?: (string);
  'nextRetryAtMs'?: (number);
  'deliveredAtMs'?: (number);
  'createdAtMs': (number);
  'updatedAtMs': (number);
  /**
   * The body as it is sent.
   */
  'payloadJson': (string);
  '_lastStatusCode'?: "lastStatusCode";
  '_lastError'?: "lastError";
  '_lastResponseBody'?: "lastResponseBody";
  '_nextRetryAtMs'?: "nextRetryAtMs";
  '_deliveredAtMs'?: "deliveredAtMs";
}
