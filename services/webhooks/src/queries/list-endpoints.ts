import type { Endpoint as EndpointMessage } from '@gx/contracts/webhooks';
import { DEFAULT_ENDPOINT, type Tenant } from '@gx/core';
import type { Endpoint } from '../domain/endpoint.ts';
import { LEGACY_OF_TRANSACTIONS } from '../domain/event-catalog.ts';
import type { EndpointStore } from '../store/endpoints.ts';
import type { SigningSecretStore } from '../store/signing-secrets.ts';

/** An endpoint as it crosses: never its secret. */
export const endpointMessage = ({ id, url, events, status, createdAt, updatedAt }: Endpoint): EndpointMessage => ({
  id,
  url,
  events: [...events],
  status,
  createdAtMs: createdAt.getTime(),
  updatedAtMs: updatedAt.getTime(),
});

export type ListEndpointsDeps = { readonly endpoints: EndpointStore; readonly signingSecrets: SigningSecretStore };

/**
 * The tenant's endpoints, oldest first, and after them `default`, once it has a secret: transactions with a
 * URL of their own were sent something, or the merchant has rotated it (ADR 103).
 */
export async function listEndpoints(
  { endpoints, signingSecrets }: ListEndpointsDeps,
  tenant: Tenant,
): Promise<EndpointMessage[]> {
  const [registered, own] = await Promise.all([endpoints.list(tenant), signingSecrets.times(tenant)]);
  return [...registered.map(endpointMessage), ...(own === undefined ? [] : [defaultEndpoint(own)])];
}

/** It has no URL: each transaction names its own. */
const defaultEndpoint = ({ createdAt, updatedAt }: { createdAt: Date; updatedAt: Date }): EndpointMessage => ({
  id: DEFAULT_ENDPOINT,
  url: '',
  events: [...LEGACY_OF_TRANSACTIONS],
  status: 'ACTIVE',
  createdAtMs: createdAt.getTime(),
  updatedAtMs: updatedAt.getTime(),
});
