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

export async function listEndpoints(
  { endpoints }: { readonly endpoints: EndpointStore },
  tenant: Tenant,
): Promise<EndpointMessage[]> {
  return (await endpoints.list(tenant)).map(endpointMessage);
}
