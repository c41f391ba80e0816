import { API_VERSION } from '@gx/contracts';
import { type ActOrigin, newId, Refusal, type Tenant } from '@gx/core';
import type { Cipher } from '@gx/runtime';
import { endpointAct, endpointChanges } from '../domain/acts.ts';
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
  origin: ActOrigin,
  { url, events }: RegisterEndpoint,
): Promise<RegistrationResult> {
  checkUrl(url);
  const secret = newSecret();
  const { at: now } = origin;
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
  const act = endpointAct(endpoint, 'webhook_endpoint.created', endpointChanges({}, endpoint), origin);
  if (!(await endpoints.insert(endpoint, { secret: secrets.encrypt(secret), act, max: endpointsMax })))
    throw new Refusal(
      'unprocessable_entity',
      `An account has at most ${endpointsMax} webhook endpoints in each environment: delete one first.`,
      { reason: 'endpoint_limit_reached' },
    );
  return { endpoint, secret };
}
