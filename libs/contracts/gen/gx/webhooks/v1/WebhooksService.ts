// Original file: gx/webhooks/v1/webhooks.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { DeleteEndpointRequestInput as _gx_webhooks_v1_DeleteEndpointRequestInput, DeleteEndpointRequest as _gx_webhooks_v1_DeleteEndpointRequest } from '../../../gx/webhooks/v1/DeleteEndpointRequest.ts';
import type { DeleteEndpointResponseInput as _gx_webhooks_v1_DeleteEndpointResponseInput, DeleteEndpointResponse as _gx_webhooks_v1_DeleteEndpointResponse } from '../../../gx/webhooks/v1/DeleteEndpointResponse.ts';
import type { GetEventCatalogRequestInput as _gx_webhooks_v1_GetEventCatalogRequestInput, GetEventCatalogRequest as _gx_webhooks_v1_GetEventCatalogRequest } from '../../../gx/webhooks/v1/GetEventCatalogRequest.ts';
import type { GetEventCatalogResponseInput as _gx_webhooks_v1_GetEventCatalogResponseInput, GetEventCatalogResponse as _gx_webhooks_v1_GetEventCatalogResponse } from '../../../gx/webhooks/v1/GetEventCatalogResponse.ts';
import type { ListDeliveriesRequestInput as _gx_webhooks_v1_ListDeliveriesRequestInput, ListDeliveriesRequest as _gx_webhooks_v1_ListDeliveriesRequest } from '../../../gx/webhooks/v1/ListDeliveriesRequest.ts';
import type { ListDeliveriesResponseInput as _gx_webhooks_v1_ListDeliveriesResponseInput, ListDeliveriesResponse as _gx_webhooks_v1_ListDeliveriesResponse } from '../../../gx/webhooks/v1/ListDeliveriesResponse.ts';
import type { ListEndpointsRequestInput as _gx_webhooks_v1_ListEndpointsRequestInput, ListEndpointsRequest as _gx_webhooks_v1_ListEndpointsRequest } from '../../../gx/webhooks/v1/ListEndpointsRequest.ts';
import type { ListEndpointsResponseInput as _gx_webhooks_v1_ListEndpointsResponseInput, ListEndpointsResponse as _gx_webhooks_v1_ListEndpointsResponse } from '../../../gx/webhooks/v1/ListEndpointsResponse.ts';
import type { RegisterEndpointRequestInput as _gx_webhooks_v1_RegisterEndpointRequestInput, RegisterEndpointRequest as _gx_webhooks_v1_RegisterEndpointRequest } from '../../../gx/webhooks/v1/RegisterEndpointRequest.ts';
import type { RegisteredEndpointInput as _gx_webhooks_v1_RegisteredEndpointInput, RegisteredEndpoint as _gx_webhooks_v1_RegisteredEndpoint } from '../../../gx/webhooks/v1/RegisteredEndpoint.ts';

/**
 * Merchants' endpoints and what was delivered to them.
 */
export interface WebhooksServiceClient extends grpc.Client {
  DeleteEndpoint(argument: _gx_webhooks_v1_DeleteEndpointRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_webhooks_v1_DeleteEndpointResponse>): grpc.ClientUnaryCall;
  DeleteEndpoint(argument: _gx_webhooks_v1_DeleteEndpointRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_gx_webhooks_v1_DeleteEndpointResponse>): grpc.ClientUnaryCall;
  DeleteEndpoint(argument: _gx_webhooks_v1_DeleteEndpointRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_webhooks_v1_DeleteEndpointResponse>): grpc.ClientUnaryCall;
  DeleteEndpoint(argument: _gx_webhooks_v1_DeleteEndpointRequestInput, callback: grpc.requestCallback<_gx_webhooks_v1_DeleteEndpointResponse>): grpc.ClientUnaryCall;
  deleteEndpoint(argument: _gx_webhooks_v1_DeleteEndpointRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_webhooks_v1_DeleteEndpointResponse>): grpc.ClientUnaryCall;
  deleteEndpoint(argument: _gx_webhooks_v1_DeleteEndpointRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_gx_webhooks_v1_DeleteEndpointResponse>): grpc.ClientUnaryCall;
  deleteEndpoint(argument: _gx_webhooks_v1_DeleteEndpointRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_webhooks_v1_DeleteEndpointResponse>): grpc.ClientUnaryCall;
  deleteEndpoint(argument: _gx_webhooks_v1_DeleteEndpointRequestInput, callback: grpc.requestCallback<_gx_webhooks_v1_DeleteEndpointResponse>): grpc.ClientUnaryCall;
  
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
  
  RegisterEndpoint(argument: _gx_webhooks_v1_RegisterEndpointRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_webhooks_v1_RegisteredEndpoint>): grpc.ClientUnaryCall;
  RegisterEndpoint(argument: _gx_webhooks_v1_RegisterEndpointRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_gx_webhooks_v1_RegisteredEndpoint>): grpc.ClientUnaryCall;
  RegisterEndpoint(argument: _gx_webhooks_v1_RegisterEndpointRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_webhooks_v1_RegisteredEndpoint>): grpc.ClientUnaryCall;
  RegisterEndpoint(argument: _gx_webhooks_v1_RegisterEndpointRequestInput, callback: grpc.requestCallback<_gx_webhooks_v1_RegisteredEndpoint>): grpc.ClientUnaryCall;
  registerEndpoint(argument: _gx_webhooks_v1_RegisterEndpointRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_webhooks_v1_RegisteredEndpoint>): grpc.ClientUnaryCall;
  registerEndpoint(argument: _gx_webhooks_v1_RegisterEndpointRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_gx_webhooks_v1_RegisteredEndpoint>): grpc.ClientUnaryCall;
  registerEndpoint(argument: _gx_webhooks_v1_RegisterEndpointRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_gx_webhooks_v1_RegisteredEndpoint>): grpc.ClientUnaryCall;
  registerEndpoint(argument: _gx_webhooks_v1_RegisterEndpointRequestInput, callback: grpc.requestCallback<_gx_webhooks_v1_RegisteredEndpoint>): grpc.ClientUnaryCall;
  
}

/**
 * Merchants' endpoints and what was delivered to them.
 */
export interface WebhooksServiceHandlers extends grpc.UntypedServiceImplementation {
  DeleteEndpoint: grpc.handleUnaryCall<_gx_webhooks_v1_DeleteEndpointRequest, _gx_webhooks_v1_DeleteEndpointResponseInput>;
  
  GetEventCatalog: grpc.handleUnaryCall<_gx_webhooks_v1_GetEventCatalogRequest, _gx_webhooks_v1_GetEventCatalogResponseInput>;
  
  ListDeliveries: grpc.handleUnaryCall<_gx_webhooks_v1_ListDeliveriesRequest, _gx_webhooks_v1_ListDeliveriesResponseInput>;
  
  ListEndpoints: grpc.handleUnaryCall<_gx_webhooks_v1_ListEndpointsRequest, _gx_webhooks_v1_ListEndpointsResponseInput>;
  
  RegisterEndpoint: grpc.handleUnaryCall<_gx_webhooks_v1_RegisterEndpointRequest, _gx_webhooks_v1_RegisteredEndpointInput>;
  
}

export interface WebhooksServiceDefinition extends grpc.ServiceDefinition {
  DeleteEndpoint: MethodDefinition<_gx_webhooks_v1_DeleteEndpointRequestInput, _gx_webhooks_v1_DeleteEndpointResponseInput, _gx_webhooks_v1_DeleteEndpointRequest, _gx_webhooks_v1_DeleteEndpointResponse>
  GetEventCatalog: MethodDefinition<_gx_webhooks_v1_GetEventCatalogRequestInput, _gx_webhooks_v1_GetEventCatalogResponseInput, _gx_webhooks_v1_GetEventCatalogRequest, _gx_webhooks_v1_GetEventCatalogResponse>
  ListDeliveries: MethodDefinition<_gx_webhooks_v1_ListDeliveriesRequestInput, _gx_webhooks_v1_ListDeliveriesResponseInput, _gx_webhooks_v1_ListDeliveriesRequest, _gx_webhooks_v1_ListDeliveriesResponse>
  ListEndpoints: MethodDefinition<_gx_webhooks_v1_ListEndpointsRequestInput, _gx_webhooks_v1_ListEndpointsResponseInput, _gx_webhooks_v1_ListEndpointsRequest, _gx_webhooks_v1_ListEndpointsResponse>
  RegisterEndpoint: MethodDefinition<_gx_webhooks_v1_RegisterEndpointRequestInput, _gx_webhooks_v1_RegisteredEndpointInput, _gx_webhooks_v1_RegisterEndpointRequest, _gx_webhooks_v1_RegisteredEndpoint>
}
