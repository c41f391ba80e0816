import { API_VERSION } from '@gx/contracts';
import { newId, Refusal, type Tenant } from '@gx/core';
import type { Cipher } from '@gx/runtime';
import type { Endpoint } from '../domain/endpoint.ts';
import { subscriptions } from '../domain/subscriptions.ts';
import { newSecret } from '../send/new-secret.ts';
import type { EndpointStore } from '../store/endpoints.ts';

export type RegisterEndpointDeps = {
  readonly endpoints: EndpointStore;
  readonly secrets: Cipher;
  /** Throws `invalid_url` for a URL that may not be delivered to. */
  readonly checkUrl: (url: string) => void;
  /** How many endpoints an account may have in each world. */
  readonly endpointsMax: number;
};
export type RegisterEndpoint = { readonly url: string; readonly events: readonly string[] };
/** The one time the secret is seen. */
export type RegistrationResult = { readonly endpoint: Endpoint; readonly secret: string };

export async function registerEndpoint(
  { endpoints, secrets, checkUrl, endpointsMax }: RegisterEndpointDeps,
  tenant: Tenant,
  now: Date,
  { url, events }: RegisterEndpoint,
): Promise<RegistrationResult> {
  checkUrl(url);
  const secret = newSecret();
  const endpoint: Endpoint = {
    id: newId('endpoint'),
    tenant,
    url,
    events: subscriptions(events),
    status: 'ACTIVE',
    apiVersion: API_VERSION,
    createdAt: now,
    updatedAt: now,
  };
  if (!(await endpoints.insert(endpoint, secrets.encrypt(secret), endpointsMax)))
    throw new Refusal(
      'unprocessable_entity',
      `An account has at most ${endpointsMax} webhook endpoints in each environment: delete one first.`,
      { reason: 'endpoint_limit_reached' },
    );
  return { endpoint, secret };
}
