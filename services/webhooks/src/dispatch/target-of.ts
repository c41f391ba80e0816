import type { Tenant } from '@gx/core';
import type { NewDelivery } from '../domain/delivery.ts';
import type { EndpointStore, Target } from '../store/endpoints.ts';
import type { SigningSecretStore } from '../store/signing-secrets.ts';

type Deps = { readonly endpoints: EndpointStore; readonly signingSecrets: SigningSecretStore };
export type TargetOf = ReturnType<typeof targetOf>;

/** Where a delivery goes and what signs it, as of now; undefined when its endpoint may get nothing. Nothing goes unsigned. */
export const targetOf =
  ({ endpoints, signingSecrets }: Deps) =>
  async (tenant: Tenant, { endpointId, url }: Pick<NewDelivery, 'endpointId' | 'url'>): Promise<Target | undefined> =>
    url === undefined ? endpoints.target(tenant, endpointId) : { url, secret: await signingSecrets.of(tenant) };

/** So long an answer is shared: less than a request is on its way, so nobody can tell it from one that had left already. */
const SHARED_MS = 20;

/** The same for attempts that begin within a moment of each other: under load one question serves dozens, and opens a secret once for all of them. */
export function sharedTargets(ask: TargetOf, monotonicMs: () => number = () => performance.now()): TargetOf {
  let answers = new Map<string, Promise<Target | undefined>>();
  let until = Number.NEGATIVE_INFINITY;
  return (tenant, delivery) => {
    const now = monotonicMs();
    if (now >= until) {
      answers = new Map();
      until = now + SHARED_MS;
    }
    const key = [tenant.accountId, tenant.livemode, delivery.endpointId, delivery.url].join(' ');
    const answer = answers.get(key) ?? ask(tenant, delivery);
    answers.set(key, answer);
    return answer;
  };
}
