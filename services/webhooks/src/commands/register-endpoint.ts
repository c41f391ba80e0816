import { randomBytes } from 'node:crypto';
import { newId, Refusal, type Tenant } from '@gx/core';
import type { SecretBox } from '@gx/runtime';
import type { Endpoint } from '../domain/endpoint.ts';
import { isSubscribable, type SubscribableName } from '../domain/event-catalog.ts';
import type { EndpointStore } from '../store/endpoints.ts';

type Deps = {
  readonly endpoints: EndpointStore;
  readonly secrets: SecretBox;
  /** Throws `invalid_url` for a URL that may not be delivered to. */
  readonly checkUrl: (url: string) => void;
};
export type RegisterEndpoint = { readonly url: string; readonly events: readonly string[] };
/** The one time the secret is seen. */
export type Registered = { readonly endpoint: Endpoint; readonly secret: string };

const SECRET_BYTES = 32;

export const registerEndpoint =
  ({ endpoints, secrets, checkUrl }: Deps) =>
  async (tenant: Tenant, now: Date, { url, events }: RegisterEndpoint): Promise<Registered> => {
    checkUrl(url);
    const secret = randomBytes(SECRET_BYTES).toString('hex');
    const endpoint: Endpoint = {
      id: newId('endpoint'),
      tenant,
      url,
      events: subscriptions(events),
      status: 'ACTIVE',
      createdAt: now,
      updatedAt: now,
    };
    await endpoints.insert(endpoint, secrets.seal(secret));
    return { endpoint, secret };
  };

function subscriptions(events: readonly string[]): SubscribableName[] {
  if (events.length === 0) {
    throw new Refusal('invalid_request', 'Name at least one event to subscribe to.', { param: 'events' });
  }
  const details = events.flatMap((name, index) =>
    isSubscribable(name) ? [] : [{ param: `events.${index}`, message: 'must be a name of the event catalog' }],
  );
  if (details.length > 0) {
    throw new Refusal('invalid_event', 'Subscribe to names of GET /v1/webhooks/event-catalog only.', {
      param: 'events',
      details,
    });
  }
  return [...new Set(events.filter(isSubscribable))];
}
