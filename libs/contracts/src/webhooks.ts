/** Messages of gx.webhooks.v1. */
export type * from '../gen/gx/webhooks/v1/CatalogEntry.ts';
export type * from '../gen/gx/webhooks/v1/Delivery.ts';
export type * from '../gen/gx/webhooks/v1/Endpoint.ts';
export type * from '../gen/gx/webhooks/v1/ListDeliveriesRequest.ts';
export type * from '../gen/gx/webhooks/v1/ListDeliveriesResponse.ts';
export type * from '../gen/gx/webhooks/v1/RegisterEndpointRequest.ts';
export type * from '../gen/gx/webhooks/v1/RegisteredEndpoint.ts';
