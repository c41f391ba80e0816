import type { Endpoint as EndpointMessage } from '@gx/contracts/webhooks';
import type { Tenant } from '@gx/core';
import type { Endpoint } from '../domain/endpoint.ts';
import type { EndpointStore } from '../store/endpoints.ts';

/** An endpoint as it crosses: never its secret. */
export const endpointMessage = ({ id, url, events, status, createdAt, updatedAt }: Endpoint): EndpointMessage => ({
  id,
  url,
  events: [...events],
  status,
  createdAtMs: createdAt.getTime(),
  updatedAtMs: updatedAt.getTime(),
});

export const listEndpoints =
  ({ endpoints }: { readonly endpoints: EndpointStore }) =>
  async (tenant: Tenant): Promise<EndpointMessage[]> =>
    (await endpoints.list(tenant)).map(endpointMessage);
