// Original file: gx/webhooks/v1/webhooks.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { CheckUrlRequestInput as _gx_webhooks_v1_CheckUrlRequestInput, CheckUrlRequest as _gx_webhooks_v1_CheckUrlRequest } from '../../../gx/webhooks/v1/CheckUrlRequest.ts';
import type { CheckUrlResponseInput as _gx_webhooks_v1_CheckUrlResponseInput, CheckUrlResponse as _gx_webhooks_v1_CheckUrlResponse } from '../../../gx/webhooks/v1/CheckUrlResponse.ts';
import type { CountDeliveriesRequestInput as _gx_webhooks_v1_CountDeliveriesRequestInput, CountDeliveriesRequest as _gx_webhooks_v1_CountDeliveriesRequest } from '../../../gx/webhooks/v1/CountDeliveriesRequest.ts';
import type { DeleteEndpointRequestInput as _gx_webhooks_v1_DeleteEndpointRequestInput, DeleteEndpointRequest as _gx_webhooks_v1_DeleteEndpointRequest } from '../../../gx/webhooks/v1/DeleteEndpointRequest.ts';
import type { DeleteEndpointResponseInput as _gx_webhooks_v1_DeleteEndpointResponseInput, DeleteEndpointResponse as _gx_webhooks_v1_DeleteEndpointResponse } from '../../../gx/webhooks/v1/DeleteEndpointResponse.ts';
import type { DeliveryInput as _gx_webhooks_v1_DeliveryInput, Delivery as _gx_webhooks_v1_Delivery } from '../../../gx/webhooks/v1/Delivery.ts';
import type { DeliveryCountsInput as _gx_webhooks_v1_DeliveryCountsInput, DeliveryCounts as _gx_webhooks_v1_DeliveryCounts } from '../../../gx/webhooks/v1/DeliveryCounts.ts';
import type { DeliveryWithLogInput as _gx_webhooks_v1_DeliveryWithLogInput, DeliveryWithLog as _gx_webhooks_v1_DeliveryWithLog } from '../../../gx/webhooks/v1/DeliveryWithLog.ts';
import type { EndpointInput as _gx_webhooks_v1_EndpointInput, Endpoint as _gx_webhooks_v1_Endpoint } from '../../../gx/webhooks/v1/Endpoint.ts';
import type { GetDeliveryRequestInput as _gx_webhooks_v1_GetDeliveryRequestInput, GetDeliveryRequest as _gx_webhooks_v1_GetDeliveryRequest } from '../../../gx/webhooks/v1/GetDeliveryRequest.ts';
import type { GetEventCatalogRequestInput as _gx_webhooks_v1_GetEventCatalogRequestInput, GetEventCatalogRequest as _gx_webhooks_v1_GetEventCatalogRequest } from '../../../gx/webhooks/v1/GetEventCatalogRequest.ts';
import type { GetEventCatalogResponseInput as _gx_webhooks_v1_GetEventCatalogResponseInput, GetEventCatalogResponse as _gx_webhooks_v1_GetEventCatalogResponse } from '../../../gx/webhooks/v1/GetEventCatalogResponse.ts';
import type { GetEventRequestInput as _gx_webhooks_v1_GetEventRequestInput, GetEventRequest as _gx_webhooks_v1_GetEventRequest } from '../../../gx/webhooks/v1/GetEventRequest.ts';
import type { ListDeliveriesRequestInput as _gx_webhooks_v1_ListDeliveriesRequestInput, ListDeliveriesRequest as _gx_webhooks_v1_ListDeliveriesRequest } from '../../../gx/webhooks/v1/ListDeliveriesRequest.ts';
import type { ListDeliveriesResponseInput as _gx_webhooks_v1_ListDeliveriesResponseInput, ListDeliveriesResponse as _gx_webhooks_v1_ListDeliveriesResponse } from '../../../gx/webhooks/v1/ListDeliveriesResponse.ts';
import type { ListEndpointsRequestInput as _gx_webhooks_v1_ListEndpointsRequestInput, ListEndpointsRequest as _gx_webhooks_v1_ListEndpointsRequest } from '../../../gx/webhooks/v1/ListEndpointsRequest.ts';
import type { ListEndpointsResponseInput as _gx_webhooks_v1_ListEndpointsResponseInput, ListEndpointsResponse as _gx_webhooks_v1_ListEndpointsResponse } from '../../../gx/webhooks/v1/ListEndpointsResponse.ts';
import type { ListEventsRequestInput as _gx_webhooks_v1_ListEventsRequestInput, ListEventsRequest as _gx_webhooks_v1_ListEventsRequest } from '../../../gx/webhooks/v1/ListEventsRequest.ts';
import type { ListEventsResponseInput as _gx_webhooks_v1_ListEventsResponseInput, ListEventsResponse as _gx_webhooks_v1_ListEventsResponse } from '../../../gx/webhooks/v1/ListEventsResponse.ts';
import type { ReencryptSecretsRequestInput as _gx_common_v1_ReencryptSecretsRequestInput, ReencryptSecretsRequest as _gx_common_v1_ReencryptSecretsRequest } from '../../../gx/common/v1/ReencryptSecretsRequest.ts';
import type { ReencryptSecretsResponseInput as _gx_common_v1_ReencryptSecretsResponseInput, ReencryptSecretsResponse as _gx_common_v1_ReencryptSecretsResponse } from '../../../gx/common/v1/ReencryptSecretsResponse.ts';
import type { RegisterEndpointRequestInput as _gx_webhooks_v1_RegisterEndpointRequestInput, RegisterEndpointRequest as _gx_webhooks_v1_RegisterEndpointRequest } from '../../../gx/webhooks/v1/RegisterEndpointRequest.ts';
import type { RegisteredEndpointInput as _gx_webhooks_v1_RegisteredEndpointInput, RegisteredEndpoint as _gx_webhooks_v1_RegisteredEndpoint } from '../../../gx/webhooks/v1/RegisteredEndpoint.ts';
import type { ResendEventRequestInput as _gx_webhooks_v1_ResendEventRequestInput, ResendEventRequest as _gx_webhooks_v1_ResendEventRequest } from '../../../gx/webhooks/v1/ResendEventRequest.ts';
import type { ResendEventResponseInput as _gx_webhooks_v1_ResendEventResponseInput, ResendEventResponse as _gx_webhooks_v1_ResendEventResponse } from '../../../gx/webhooks/v1/ResendEventResponse.ts';
import type { RetryDeliveryRequestInput as _gx_webhooks_v1_RetryDeliveryRequestInput, RetryDeliveryRequest as _gx_webhooks_v1_RetryDeliveryRequest } from '../../../gx/webhooks/v1/RetryDeliveryRequest.ts';
import type { RotateEndpointSecretRequestInput as _gx_webhooks_v1_RotateEndpointSecretRequestInput, RotateEndpointSecretRequest as _gx_webhooks_v1_RotateEndpointSecretRequest } from '../../../gx/webhooks/v1/RotateEndpointSecretRequest.ts';
import type { RotatedEndpointSecretInput as _gx_webhooks_v1_RotatedEndpointSecretInput, RotatedEndpointSecret as _gx_webhooks_v1_RotatedEndpointSecret } from '../../../gx/webhooks/v1/RotatedEndpointSecret.ts';
import type { SendTestEventRequestInput as _gx_webhooks_v1_SendTestEventRequestInput, SendTestEventRequest as _gx_webhooks_v1_SendTestEventRequest } from '../../../gx/webhooks/v1/SendTestEventRequest.ts';
import type { StoredEventInput as _gx_webhooks_v1_StoredEventInput, StoredEvent as _gx_webhooks_v1_StoredEvent } from '../../../gx/webhooks/v1/StoredEvent.ts';
import type { UpdateEndpointRequestInput as _gx_webhooks_v1_UpdateEndpointRequestInput, UpdateEndpointRequest as _gx_webhooks_v1_UpdateEndpointRequest } from '../../../gx/webhooks/v1/UpdateEndpointRequest.ts';

/**
 * Merchants' endpoints and what was delivered to them.
 */
export interface WebhooksServiceClient extends grpc.Client {
  /**
   * Whether an address may be delivered to, by the rule for endpoints: INVALID_ARGUMENT `invalid_url` says
   * why not.
   */
  CheckUrl(argument: _gx_webhooks_v1_CheckUrlRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_webhooks_v1_CheckUrlResponse>): grpc.ClientUnaryCall;
  CheckUrl(argument: _gx_webhooks_v1_CheckUrlRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_gx_webhooks_v1_CheckUrlResponse>): grpc.ClientUnaryCall;
  CheckUrl(argument: _gx_webhooks_v1_CheckUrlRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_webhooks_v1_CheckUrlResponse>): grpc.ClientUnaryCall;
  CheckUrl(argument: _gx_webhooks_v1_CheckUrlRequestInput, callback: grpc.requestCallback<_gx_webhooks_v1_CheckUrlResponse>): grpc.ClientUnaryCall;
  /**
   * Whether an address may be delivered to, by the rule for endpoints: INVALID_ARGUMENT `invalid_url` says
   * why not.
   */
  checkUrl(argument: _gx_webhooks_v1_CheckUrlRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_webhooks_v1_CheckUrlResponse>): grpc.ClientUnaryCall;
  checkUrl(argument: _gx_webhooks_v1_CheckUrlRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_gx_webhooks_v1_CheckUrlResponse>): grpc.ClientUnaryCall;
  checkUrl(argument: _gx_webhooks_v1_CheckUrlRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_webhooks_v1_CheckUrlResponse>): grpc.ClientUnaryCall;
  checkUrl(argument: _gx_webhooks_v1_CheckUrlRequestInput, callback: grpc.requestCallback<_gx_webhooks_v1_CheckUrlResponse>): grpc.ClientUnaryCall;
  
  CountDeliveries(argument: _gx_webhooks_v1_CountDeliveriesRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_webhooks_v1_DeliveryCounts>): grpc.ClientUnaryCall;
  CountDeliveries(argument: _gx_webhooks_v1_CountDeliveriesRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_gx_webhooks_v1_DeliveryCounts>): grpc.ClientUnaryCall;
  CountDeliveries(argument: _gx_webhooks_v1_CountDeliveriesRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_webhooks_v1_DeliveryCounts>): grpc.ClientUnaryCall;
  CountDeliveries(argument: _gx_webhooks_v1_CountDeliveriesRequestInput, callback: grpc.requestCallback<_gx_webhooks_v1_DeliveryCounts>): grpc.ClientUnaryCall;
  countDeliveries(argument: _gx_webhooks_v1_CountDeliveriesRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_webhooks_v1_DeliveryCounts>): grpc.ClientUnaryCall;
  countDeliveries(argument: _gx_webhooks_v1_CountDeliveriesRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_gx_webhooks_v1_DeliveryCounts>): grpc.ClientUnaryCall;
  countDeliveries(argument: _gx_webhooks_v1_CountDeliveriesRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_webhooks_v1_DeliveryCounts>): grpc.ClientUnaryCall;
  countDeliveries(argument: _gx_webhooks_v1_CountDeliveriesRequestInput, callback: grpc.requestCallback<_gx_webhooks_v1_DeliveryCounts>): grpc.ClientUnaryCall;
  
  DeleteEndpoint(argument: _gx_webhooks_v1_DeleteEndpointRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_webhooks_v1_DeleteEndpointResponse>): grpc.ClientUnaryCall;
  DeleteEndpoint(argument: _gx_webhooks_v1_DeleteEndpointRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_gx_webhooks_v1_DeleteEndpointResponse>): grpc.ClientUnaryCall;
  DeleteEndpoint(argument: _gx_webhooks_v1_DeleteEndpointRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_webhooks_v1_DeleteEndpointResponse>): grpc.ClientUnaryCall;
  DeleteEndpoint(argument: _gx_webhooks_v1_DeleteEndpointRequestInput, callback: grpc.requestCallback<_gx_webhooks_v1_DeleteEndpointResponse>): grpc.ClientUnaryCall;
  deleteEndpoint(argument: _gx_webhooks_v1_DeleteEndpointRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_webhooks_v1_DeleteEndpointResponse>): grpc.ClientUnaryCall;
  deleteEndpoint(argument: _gx_webhooks_v1_DeleteEndpointRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_gx_webhooks_v1_DeleteEndpointResponse>): grpc.ClientUnaryCall;
  deleteEndpoint(argument: _gx_webhooks_v1_DeleteEndpointRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_webhooks_v1_DeleteEndpointResponse>): grpc.ClientUnaryCall;
  deleteEndpoint(argument: _gx_webhooks_v1_DeleteEndpointRequestInput, callback: grpc.requestCallback<_gx_webhooks_v1_DeleteEndpointResponse>): grpc.ClientUnaryCall;
  
  GetDelivery(argument: _gx_webhooks_v1_GetDeliveryRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_webhooks_v1_DeliveryWithLog>): grpc.ClientUnaryCall;
  GetDelivery(argument: _gx_webhooks_v1_GetDeliveryRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_gx_webhooks_v1_DeliveryWithLog>): grpc.ClientUnaryCall;
  GetDelivery(argument: _gx_webhooks_v1_GetDeliveryRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_webhooks_v1_DeliveryWithLog>): grpc.ClientUnaryCall;
  GetDelivery(argument: _gx_webhooks_v1_GetDeliveryRequestInput, callback: grpc.requestCallback<_gx_webhooks_v1_DeliveryWithLog>): grpc.ClientUnaryCall;
  getDelivery(argument: _gx_webhooks_v1_GetDeliveryRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_webhooks_v1_DeliveryWithLog>): grpc.ClientUnaryCall;
  getDelivery(argument: _gx_webhooks_v1_GetDeliveryRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_gx_webhooks_v1_DeliveryWithLog>): grpc.ClientUnaryCall;
  getDelivery(argument: _gx_webhooks_v1_GetDeliveryRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_webhooks_v1_DeliveryWithLog>): grpc.ClientUnaryCall;
  getDelivery(argument: _gx_webhooks_v1_GetDeliveryRequestInput, callback: grpc.requestCallback<_gx_webhooks_v1_DeliveryWithLog>): grpc.ClientUnaryCall;
  
  GetEvent(argument: _gx_webhooks_v1_GetEventRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_webhooks_v1_StoredEvent>): grpc.ClientUnaryCall;
  GetEvent(argument: _gx_webhooks_v1_GetEventRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_gx_webhooks_v1_StoredEvent>): grpc.ClientUnaryCall;
  GetEvent(argument: _gx_webhooks_v1_GetEventRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_webhooks_v1_StoredEvent>): grpc.ClientUnaryCall;
  GetEvent(argument: _gx_webhooks_v1_GetEventRequestInput, callback: grpc.requestCallback<_gx_webhooks_v1_StoredEvent>): grpc.ClientUnaryCall;
  getEvent(argument: _gx_webhooks_v1_GetEventRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_webhooks_v1_StoredEvent>): grpc.ClientUnaryCall;
  getEvent(argument: _gx_webhooks_v1_GetEventRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_gx_webhooks_v1_StoredEvent>): grpc.ClientUnaryCall;
  getEvent(argument: _gx_webhooks_v1_GetEventRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_webhooks_v1_StoredEvent>): grpc.ClientUnaryCall;
  getEvent(argument: _gx_webhooks_v1_GetEventRequestInput, callback: grpc.requestCallback<_gx_webhooks_v1_StoredEvent>): grpc.ClientUnaryCall;
  
  GetEventCatalog(argument: _gx_webhooks_v1_GetEventCatalogRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_webhooks_v1_GetEventCatalogResponse>): grpc.ClientUnaryCall;
  GetEventCatalog(argument: _gx_webhooks_v1_GetEventCatalogRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_gx_webhooks_v1_GetEventCatalogResponse>): grpc.ClientUnaryCall;
  GetEventCatalog(argument: _gx_webhooks_v1_GetEventCatalogRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_webhooks_v1_GetEventCatalogResponse>): grpc.ClientUnaryCall;
  GetEventCatalog(argument: _gx_webhooks_v1_GetEventCatalogRequestInput, callback: grpc.requestCallback<_gx_webhooks_v1_GetEventCatalogResponse>): grpc.ClientUnaryCall;
  getEventCatalog(argument: _gx_webhooks_v1_GetEventCatalogRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_webhooks_v1_GetEventCatalogResponse>): grpc.ClientUnaryCall;
  getEventCatalog(argument: _gx_webhooks_v1_GetEventCatalogRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_gx_webhooks_v1_GetEventCatalogResponse>): grpc.ClientUnaryCall;
  getEventCatalog(argument: _gx_webhooks_v1_GetEventCatalogRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_webhooks_v1_GetEventCatalogResponse>): grpc.ClientUnaryCall;
  getEventCatalog(argument: _gx_webhooks_v1_GetEventCatalogRequestInput, callback: grpc.requestCallback<_gx_webhooks_v1_GetEventCatalogResponse>): grpc.ClientUnaryCall;
  
  ListDeliveries(argument: _gx_webhooks_v1_ListDeliveriesRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_webhooks_v1_ListDeliveriesResponse>): grpc.ClientUnaryCall;
  ListDeliveries(argument: _gx_webhooks_v1_ListDeliveriesRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_gx_webhooks_v1_ListDeliveriesResponse>): grpc.ClientUnaryCall;
  ListDeliveries(argument: _gx_webhooks_v1_ListDeliveriesRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_webhooks_v1_ListDeliveriesResponse>): grpc.ClientUnaryCall;
  ListDeliveries(argument: _gx_webhooks_v1_ListDeliveriesRequestInput, callback: grpc.requestCallback<_gx_webhooks_v1_ListDeliveriesResponse>): grpc.ClientUnaryCall;
  listDeliveries(argument: _gx_webhooks_v1_ListDeliveriesRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_webhooks_v1_ListDeliveriesResponse>): grpc.ClientUnaryCall;
  listDeliveries(argument: _gx_webhooks_v1_ListDeliveriesRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_gx_webhooks_v1_ListDeliveriesResponse>): grpc.ClientUnaryCall;
  listDeliveries(argument: _gx_webhooks_v1_ListDeliveriesRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_webhooks_v1_ListDeliveriesResponse>): grpc.ClientUnaryCall;
  listDeliveries(argument: _gx_webhooks_v1_ListDeliveriesRequestInput, callback: grpc.requestCallback<_gx_webhooks_v1_ListDeliveriesResponse>): grpc.ClientUnaryCall;
  
  ListEndpoints(argument: _gx_webhooks_v1_ListEndpointsRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_webhooks_v1_ListEndpointsResponse>): grpc.ClientUnaryCall;
  ListEndpoints(argument: _gx_webhooks_v1_ListEndpointsRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_gx_webhooks_v1_ListEndpointsResponse>): grpc.ClientUnaryCall;
  ListEndpoints(argument: _gx_webhooks_v1_ListEndpointsRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_webhooks_v1_ListEndpointsResponse>): grpc.ClientUnaryCall;
  ListEndpoints(argument: _gx_webhooks_v1_ListEndpointsRequestInput, callback: grpc.requestCallback<_gx_webhooks_v1_ListEndpointsResponse>): grpc.ClientUnaryCall;
  listEndpoints(argument: _gx_webhooks_v1_ListEndpointsRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_webhooks_v1_ListEndpointsResponse>): grpc.ClientUnaryCall;
  listEndpoints(argument: _gx_webhooks_v1_ListEndpointsRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_gx_webhooks_v1_ListEndpointsResponse>): grpc.ClientUnaryCall;
  listEndpoints(argument: _gx_webhooks_v1_ListEndpointsRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_webhooks_v1_ListEndpointsResponse>): grpc.ClientUnaryCall;
  listEndpoints(argument: _gx_webhooks_v1_ListEndpointsRequestInput, callback: grpc.requestCallback<_gx_webhooks_v1_ListEndpointsResponse>): grpc.ClientUnaryCall;
  
  /**
   * Canonical events of the last 30 days, newest first, whoever subscribes. INVALID_ARGUMENT `invalid_cursor`
   * for a cursor of another list.
   */
  ListEvents(argument: _gx_webhooks_v1_ListEventsRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_webhooks_v1_ListEventsResponse>): grpc.ClientUnaryCall;
  ListEvents(argument: _gx_webhooks_v1_ListEventsRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_gx_webhooks_v1_ListEventsResponse>): grpc.ClientUnaryCall;
  ListEvents(argument: _gx_webhooks_v1_ListEventsRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_webhooks_v1_ListEventsResponse>): grpc.ClientUnaryCall;
  ListEvents(argument: _gx_webhooks_v1_ListEventsRequestInput, callback: grpc.requestCallback<_gx_webhooks_v1_ListEventsResponse>): grpc.ClientUnaryCall;
  /**
   * Canonical events of the last 30 days, newest first, whoever subscribes. INVALID_ARGUMENT `invalid_cursor`
   * for a cursor of another list.
   */
  listEvents(argument: _gx_webhooks_v1_ListEventsRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_webhooks_v1_ListEventsResponse>): grpc.ClientUnaryCall;
  listEvents(argument: _gx_webhooks_v1_ListEventsRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_gx_webhooks_v1_ListEventsResponse>): grpc.ClientUnaryCall;
  listEvents(argument: _gx_webhooks_v1_ListEventsRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_webhooks_v1_ListEventsResponse>): grpc.ClientUnaryCall;
  listEvents(argument: _gx_webhooks_v1_ListEventsRequestInput, callback: grpc.requestCallback<_gx_webhooks_v1_ListEventsResponse>): grpc.ClientUnaryCall;
  
  /**
   * Encrypts again, step by step, what is under another key than the current one; counts what is under which
   * (operators only).
   */
  ReencryptSecrets(argument: _gx_common_v1_ReencryptSecretsRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_common_v1_ReencryptSecretsResponse>): grpc.ClientUnaryCall;
  ReencryptSecrets(argument: _gx_common_v1_ReencryptSecretsRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_gx_common_v1_ReencryptSecretsResponse>): grpc.ClientUnaryCall;
  ReencryptSecrets(argument: _gx_common_v1_ReencryptSecretsRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_common_v1_ReencryptSecretsResponse>): grpc.ClientUnaryCall;
  ReencryptSecrets(argument: _gx_common_v1_ReencryptSecretsRequestInput, callback: grpc.requestCallback<_gx_common_v1_ReencryptSecretsResponse>): grpc.ClientUnaryCall;
  /**
   * Encrypts again, step by step, what is under another key than the current one; counts what is under which
   * (operators only).
   */
  reencryptSecrets(argument: _gx_common_v1_ReencryptSecretsRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_common_v1_ReencryptSecretsResponse>): grpc.ClientUnaryCall;
  reencryptSecrets(argument: _gx_common_v1_ReencryptSecretsRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_gx_common_v1_ReencryptSecretsResponse>): grpc.ClientUnaryCall;
  reencryptSecrets(argument: _gx_common_v1_ReencryptSecretsRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_common_v1_ReencryptSecretsResponse>): grpc.ClientUnaryCall;
  reencryptSecrets(argument: _gx_common_v1_ReencryptSecretsRequestInput, callback: grpc.requestCallback<_gx_common_v1_ReencryptSecretsResponse>): grpc.ClientUnaryCall;
  
  /**
   * FAILED_PRECONDITION `endpoint_limit_reached` when the account has as many as it may in this environment.
   */
  RegisterEndpoint(argument: _gx_webhooks_v1_RegisterEndpointRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_webhooks_v1_RegisteredEndpoint>): grpc.ClientUnaryCall;
  RegisterEndpoint(argument: _gx_webhooks_v1_RegisterEndpointRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_gx_webhooks_v1_RegisteredEndpoint>): grpc.ClientUnaryCall;
  RegisterEndpoint(argument: _gx_webhooks_v1_RegisterEndpointRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_webhooks_v1_RegisteredEndpoint>): grpc.ClientUnaryCall;
  RegisterEndpoint(argument: _gx_webhooks_v1_RegisterEndpointRequestInput, callback: grpc.requestCallback<_gx_webhooks_v1_RegisteredEndpoint>): grpc.ClientUnaryCall;
  /**
   * FAILED_PRECONDITION `endpoint_limit_reached` when the account has as many as it may in this environment.
   */
  registerEndpoint(argument: _gx_webhooks_v1_RegisterEndpointRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_webhooks_v1_RegisteredEndpoint>): grpc.ClientUnaryCall;
  registerEndpoint(argument: _gx_webhooks_v1_RegisterEndpointRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_gx_webhooks_v1_RegisteredEndpoint>): grpc.ClientUnaryCall;
  registerEndpoint(argument: _gx_webhooks_v1_RegisterEndpointRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_webhooks_v1_RegisteredEndpoint>): grpc.ClientUnaryCall;
  registerEndpoint(argument: _gx_webhooks_v1_RegisterEndpointRequestInput, callback: grpc.requestCallback<_gx_webhooks_v1_RegisteredEndpoint>): grpc.ClientUnaryCall;
  
  /**
   * Delivers an event again, under its own id, to whoever would get it now. RESOURCE_EXHAUSTED as for
   * SendTestEvent.
   */
  ResendEvent(argument: _gx_webhooks_v1_ResendEventRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_webhooks_v1_ResendEventResponse>): grpc.ClientUnaryCall;
  ResendEvent(argument: _gx_webhooks_v1_ResendEventRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_gx_webhooks_v1_ResendEventResponse>): grpc.ClientUnaryCall;
  ResendEvent(argument: _gx_webhooks_v1_ResendEventRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_webhooks_v1_ResendEventResponse>): grpc.ClientUnaryCall;
  ResendEvent(argument: _gx_webhooks_v1_ResendEventRequestInput, callback: grpc.requestCallback<_gx_webhooks_v1_ResendEventResponse>): grpc.ClientUnaryCall;
  /**
   * Delivers an event again, under its own id, to whoever would get it now. RESOURCE_EXHAUSTED as for
   * SendTestEvent.
   */
  resendEvent(argument: _gx_webhooks_v1_ResendEventRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_webhooks_v1_ResendEventResponse>): grpc.ClientUnaryCall;
  resendEvent(argument: _gx_webhooks_v1_ResendEventRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_gx_webhooks_v1_ResendEventResponse>): grpc.ClientUnaryCall;
  resendEvent(argument: _gx_webhooks_v1_ResendEventRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_webhooks_v1_ResendEventResponse>): grpc.ClientUnaryCall;
  resendEvent(argument: _gx_webhooks_v1_ResendEventRequestInput, callback: grpc.requestCallback<_gx_webhooks_v1_ResendEventResponse>): grpc.ClientUnaryCall;
  
  /**
   * A dead letter gets one more attempt, at once. FAILED_PRECONDITION `delivery_not_failed` for any other,
   * `endpoint_not_active` where nothing may be sent.
   */
  RetryDelivery(argument: _gx_webhooks_v1_RetryDeliveryRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_webhooks_v1_Delivery>): grpc.ClientUnaryCall;
  RetryDelivery(argument: _gx_webhooks_v1_RetryDeliveryRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_gx_webhooks_v1_Delivery>): grpc.ClientUnaryCall;
  RetryDelivery(argument: _gx_webhooks_v1_RetryDeliveryRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_webhooks_v1_Delivery>): grpc.ClientUnaryCall;
  RetryDelivery(argument: _gx_webhooks_v1_RetryDeliveryRequestInput, callback: grpc.requestCallback<_gx_webhooks_v1_Delivery>): grpc.ClientUnaryCall;
  /**
   * A dead letter gets one more attempt, at once. FAILED_PRECONDITION `delivery_not_failed` for any other,
   * `endpoint_not_active` where nothing may be sent.
   */
  retryDelivery(argument: _gx_webhooks_v1_RetryDeliveryRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_webhooks_v1_Delivery>): grpc.ClientUnaryCall;
  retryDelivery(argument: _gx_webhooks_v1_RetryDeliveryRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_gx_webhooks_v1_Delivery>): grpc.ClientUnaryCall;
  retryDelivery(argument: _gx_webhooks_v1_RetryDeliveryRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_webhooks_v1_Delivery>): grpc.ClientUnaryCall;
  retryDelivery(argument: _gx_webhooks_v1_RetryDeliveryRequestInput, callback: grpc.requestCallback<_gx_webhooks_v1_Delivery>): grpc.ClientUnaryCall;
  
  RotateEndpointSecret(argument: _gx_webhooks_v1_RotateEndpointSecretRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_webhooks_v1_RotatedEndpointSecret>): grpc.ClientUnaryCall;
  RotateEndpointSecret(argument: _gx_webhooks_v1_RotateEndpointSecretRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_gx_webhooks_v1_RotatedEndpointSecret>): grpc.ClientUnaryCall;
  RotateEndpointSecret(argument: _gx_webhooks_v1_RotateEndpointSecretRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_webhooks_v1_RotatedEndpointSecret>): grpc.ClientUnaryCall;
  RotateEndpointSecret(argument: _gx_webhooks_v1_RotateEndpointSecretRequestInput, callback: grpc.requestCallback<_gx_webhooks_v1_RotatedEndpointSecret>): grpc.ClientUnaryCall;
  rotateEndpointSecret(argument: _gx_webhooks_v1_RotateEndpointSecretRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_webhooks_v1_RotatedEndpointSecret>): grpc.ClientUnaryCall;
  rotateEndpointSecret(argument: _gx_webhooks_v1_RotateEndpointSecretRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_gx_webhooks_v1_RotatedEndpointSecret>): grpc.ClientUnaryCall;
  rotateEndpointSecret(argument: _gx_webhooks_v1_RotateEndpointSecretRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_webhooks_v1_RotatedEndpointSecret>): grpc.ClientUnaryCall;
  rotateEndpointSecret(argument: _gx_webhooks_v1_RotateEndpointSecretRequestInput, callback: grpc.requestCallback<_gx_webhooks_v1_RotatedEndpointSecret>): grpc.ClientUnaryCall;
  
  /**
   * Sends a sample to an endpoint, whatever it subscribed to. FAILED_PRECONDITION `endpoint_not_active` where
   * nothing may be sent; RESOURCE_EXHAUSTED when the account has asked for as many test and repeated webhooks
   * as it may on a day.
   */
  SendTestEvent(argument: _gx_webhooks_v1_SendTestEventRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_webhooks_v1_Delivery>): grpc.ClientUnaryCall;
  SendTestEvent(argument: _gx_webhooks_v1_SendTestEventRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_gx_webhooks_v1_Delivery>): grpc.ClientUnaryCall;
  SendTestEvent(argument: _gx_webhooks_v1_SendTestEventRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_webhooks_v1_Delivery>): grpc.ClientUnaryCall;
  SendTestEvent(argument: _gx_webhooks_v1_SendTestEventRequestInput, callback: grpc.requestCallback<_gx_webhooks_v1_Delivery>): grpc.ClientUnaryCall;
  /**
   * Sends a sample to an endpoint, whatever it subscribed to. FAILED_PRECONDITION `endpoint_not_active` where
   * nothing may be sent; RESOURCE_EXHAUSTED when the account has asked for as many test and repeated webhooks
   * as it may on a day.
   */
  sendTestEvent(argument: _gx_webhooks_v1_SendTestEventRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_webhooks_v1_Delivery>): grpc.ClientUnaryCall;
  sendTestEvent(argument: _gx_webhooks_v1_SendTestEventRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_gx_webhooks_v1_Delivery>): grpc.ClientUnaryCall;
  sendTestEvent(argument: _gx_webhooks_v1_SendTestEventRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_webhooks_v1_Delivery>): grpc.ClientUnaryCall;
  sendTestEvent(argument: _gx_webhooks_v1_SendTestEventRequestInput, callback: grpc.requestCallback<_gx_webhooks_v1_Delivery>): grpc.ClientUnaryCall;
  
  UpdateEndpoint(argument: _gx_webhooks_v1_UpdateEndpointRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_webhooks_v1_Endpoint>): grpc.ClientUnaryCall;
  UpdateEndpoint(argument: _gx_webhooks_v1_UpdateEndpointRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_gx_webhooks_v1_Endpoint>): grpc.ClientUnaryCall;
  UpdateEndpoint(argument: _gx_webhooks_v1_UpdateEndpointRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_webhooks_v1_Endpoint>): grpc.ClientUnaryCall;
  UpdateEndpoint(argument: _gx_webhooks_v1_UpdateEndpointRequestInput, callback: grpc.requestCallback<_gx_webhooks_v1_Endpoint>): grpc.ClientUnaryCall;
  updateEndpoint(argument: _gx_webhooks_v1_UpdateEndpointRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_webhooks_v1_Endpoint>): grpc.ClientUnaryCall;
  updateEndpoint(argument: _gx_webhooks_v1_UpdateEndpointRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_gx_webhooks_v1_Endpoint>): grpc.ClientUnaryCall;
  updateEndpoint(argument: _gx_webhooks_v1_UpdateEndpointRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_webhooks_v1_Endpoint>): grpc.ClientUnaryCall;
  updateEndpoint(argument: _gx_webhooks_v1_UpdateEndpointRequestInput, callback: grpc.requestCallback<_gx_webhooks_v1_Endpoint>): grpc.ClientUnaryCall;
  
}

/**
 * Merchants' endpoints and what was delivered to them.
 */
export interface WebhooksServiceHandlers extends grpc.UntypedServiceImplementation {
  /**
   * Whether an address may be delivered to, by the rule for endpoints: INVALID_ARGUMENT `invalid_url` says
   * why not.
   */
  CheckUrl: grpc.handleUnaryCall<_gx_webhooks_v1_CheckUrlRequest, _gx_webhooks_v1_CheckUrlResponseInput>;
  
  CountDeliveries: grpc.handleUnaryCall<_gx_webhooks_v1_CountDeliveriesRequest, _gx_webhooks_v1_DeliveryCountsInput>;
  
  DeleteEndpoint: grpc.handleUnaryCall<_gx_webhooks_v1_DeleteEndpointRequest, _gx_webhooks_v1_DeleteEndpointResponseInput>;
  
  GetDelivery: grpc.handleUnaryCall<_gx_webhooks_v1_GetDeliveryRequest, _gx_webhooks_v1_DeliveryWithLogInput>;
  
  GetEvent: grpc.handleUnaryCall<_gx_webhooks_v1_GetEventRequest, _gx_webhooks_v1_StoredEventInput>;
  
  GetEventCatalog: grpc.handleUnaryCall<_gx_webhooks_v1_GetEventCatalogRequest, _gx_webhooks_v1_GetEventCatalogResponseInput>;
  
  ListDeliveries: grpc.handleUnaryCall<_gx_webhooks_v1_ListDeliveriesRequest, _gx_webhooks_v1_ListDeliveriesResponseInput>;
  
  ListEndpoints: grpc.handleUnaryCall<_gx_webhooks_v1_ListEndpointsRequest, _gx_webhooks_v1_ListEndpointsResponseInput>;
  
  /**
   * Canonical events of the last 30 days, newest first, whoever subscribes. INVALID_ARGUMENT `invalid_cursor`
   * for a cursor of another list.
   */
  ListEvents: grpc.handleUnaryCall<_gx_webhooks_v1_ListEventsRequest, _gx_webhooks_v1_ListEventsResponseInput>;
  
  /**
   * Encrypts again, step by step, what is under another key than the current one; counts what is under which
   * (operators only).
   */
  ReencryptSecrets: grpc.handleUnaryCall<_gx_common_v1_ReencryptSecretsRequest, _gx_common_v1_ReencryptSecretsResponseInput>;
  
  /**
   * FAILED_PRECONDITION `endpoint_limit_reached` when the account has as many as it may in this environment.
   */
  RegisterEndpoint: grpc.handleUnaryCall<_gx_webhooks_v1_RegisterEndpointRequest, _gx_webhooks_v1_RegisteredEndpointInput>;
  
  /**
   * Delivers an event again, under its own id, to whoever would get it now. RESOURCE_EXHAUSTED as for
   * SendTestEvent.
   */
  ResendEvent: grpc.handleUnaryCall<_gx_webhooks_v1_ResendEventRequest, _gx_webhooks_v1_ResendEventResponseInput>;
  
  /**
   * A dead letter gets one more attempt, at once. FAILED_PRECONDITION `delivery_not_failed` for any other,
   * `endpoint_not_active` where nothing may be sent.
   */
  RetryDelivery: grpc.handleUnaryCall<_gx_webhooks_v1_RetryDeliveryRequest, _gx_webhooks_v1_DeliveryInput>;
  
  RotateEndpointSecret: grpc.handleUnaryCall<_gx_webhooks_v1_RotateEndpointSecretRequest, _gx_webhooks_v1_RotatedEndpointSecretInput>;
  
  /**
   * Sends a sample to an endpoint, whatever it subscribed to. FAILED_PRECONDITION `endpoint_not_active` where
   * nothing may be sent; RESOURCE_EXHAUSTED when the account has asked for as many test and repeated webhooks
   * as it may on a day.
   */
  SendTestEvent: grpc.handleUnaryCall<_gx_webhooks_v1_SendTestEventRequest, _gx_webhooks_v1_DeliveryInput>;
  
  UpdateEndpoint: grpc.handleUnaryCall<_gx_webhooks_v1_UpdateEndpointRequest, _gx_webhooks_v1_EndpointInput>;
  
}

export interface WebhooksServiceDefinition extends grpc.ServiceDefinition {
  CheckUrl: MethodDefinition<_gx_webhooks_v1_CheckUrlRequestInput, _gx_webhooks_v1_CheckUrlResponseInput, _gx_webhooks_v1_CheckUrlRequest, _gx_webhooks_v1_CheckUrlResponse>
  CountDeliveries: MethodDefinition<_gx_webhooks_v1_CountDeliveriesRequestInput, _gx_webhooks_v1_DeliveryCountsInput, _gx_webhooks_v1_CountDeliveriesRequest, _gx_webhooks_v1_DeliveryCounts>
  DeleteEndpoint: MethodDefinition<_gx_webhooks_v1_DeleteEndpointRequestInput, _gx_webhooks_v1_DeleteEndpointResponseInput, _gx_webhooks_v1_DeleteEndpointRequest, _gx_webhooks_v1_DeleteEndpointResponse>
  GetDelivery: MethodDefinition<_gx_webhooks_v1_GetDeliveryRequestInput, _gx_webhooks_v1_DeliveryWithLogInput, _gx_webhooks_v1_GetDeliveryRequest, _gx_webhooks_v1_DeliveryWithLog>
  GetEvent: MethodDefinition<_gx_webhooks_v1_GetEventRequestInput, _gx_webhooks_v1_StoredEventInput, _gx_webhooks_v1_GetEventRequest, _gx_webhooks_v1_StoredEvent>
  GetEventCatalog: MethodDefinition<_gx_webhooks_v1_GetEventCatalogRequestInput, _gx_webhooks_v1_GetEventCatalogResponseInput, _gx_webhooks_v1_GetEventCatalogRequest, _gx_webhooks_v1_GetEventCatalogResponse>
  ListDeliveries: MethodDefinition<_gx_webhooks_v1_ListDeliveriesRequestInput, _gx_webhooks_v1_ListDeliveriesResponseInput, _gx_webhooks_v1_ListDeliveriesRequest, _gx_webhooks_v1_ListDeliveriesResponse>
  ListEndpoints: MethodDefinition<_gx_webhooks_v1_ListEndpointsRequestInput, _gx_webhooks_v1_ListEndpointsResponseInput, _gx_webhooks_v1_ListEndpointsRequest, _gx_webhooks_v1_ListEndpointsResponse>
  ListEvents: MethodDefinition<_gx_webhooks_v1_ListEventsRequestInput, _gx_webhooks_v1_ListEventsResponseInput, _gx_webhooks_v1_ListEventsRequest, _gx_webhooks_v1_ListEventsResponse>
  ReencryptSecrets: MethodDefinition<_gx_common_v1_ReencryptSecretsRequestInput, _gx_common_v1_ReencryptSecretsResponseInput, _gx_common_v1_ReencryptSecretsRequest, _gx_common_v1_ReencryptSecretsResponse>
  RegisterEndpoint: MethodDefinition<_gx_webhooks_v1_RegisterEndpointRequestInput, _gx_webhooks_v1_RegisteredEndpointInput, _gx_webhooks_v1_RegisterEndpointRequest, _gx_webhooks_v1_RegisteredEndpoint>
  ResendEvent: MethodDefinition<_gx_webhooks_v1_ResendEventRequestInput, _gx_webhooks_v1_ResendEventResponseInput, _gx_webhooks_v1_ResendEventRequest, _gx_webhooks_v1_ResendEventResponse>
  RetryDelivery: MethodDefinition<_gx_webhooks_v1_RetryDeliveryRequestInput, _gx_webhooks_v1_DeliveryInput, _gx_webhooks_v1_RetryDeliveryRequest, _gx_webhooks_v1_Delivery>
  RotateEndpointSecret: MethodDefinition<_gx_webhooks_v1_RotateEndpointSecretRequestInput, _gx_webhooks_v1_RotatedEndpointSecretInput, _gx_webhooks_v1_RotateEndpointSecretRequest, _gx_webhooks_v1_RotatedEndpointSecret>
  SendTestEvent: MethodDefinition<_gx_webhooks_v1_SendTestEventRequestInput, _gx_webhooks_v1_DeliveryInput, _gx_webhooks_v1_SendTestEventRequest, _gx_webhooks_v1_Delivery>
  UpdateEndpoint: MethodDefinition<_gx_webhooks_v1_UpdateEndpointRequestInput, _gx_webhooks_v1_EndpointInput, _gx_webhooks_v1_UpdateEndpointRequest, _gx_webhooks_v1_Endpoint>
}
