import type { Tenant } from '@gx/core';
import type { NewDelivery } from '../domain/delivery.ts';
import { subscriptionsTaking } from '../domain/event-catalog.ts';
import type { EndpointStore, EndpointTarget, Target } from '../store/endpoints.ts';
import type { SigningSecretStore } from '../store/signing-secrets.ts';

type Deps = { readonly endpoints: EndpointStore; readonly signingSecrets: SigningSecretStore };
type DeliveryTarget = Pick<NewDelivery, 'endpointId' | 'url'>;
/**
 * Where deliveries go, as of now; without `events` it takes all of them. Undefined when nothing may be sent
 * there.
 */
export type ReadTarget = (
  tenant: Tenant,
  to: DeliveryTarget,
) => Promise<(Target & Partial<Pick<EndpointTarget, 'events'>>) | undefined>;
export type TargetOf = (
  tenant: Tenant,
  delivery: DeliveryTarget & Pick<NewDelivery, 'eventName'>,
) => Promise<Target | undefined>;

export const readTarget =
  ({ endpoints, signingSecrets }: Deps): ReadTarget =>
  async (tenant, { endpointId, url }) =>
    url === undefined ? endpoints.target(tenant, endpointId) : { url, secret: await signingSecrets.of(tenant) };

/**
 * Where a delivery goes and what signs it, as of now; undefined when its endpoint may get nothing, or has
 * unsubscribed from the name (decisions N4). Nothing goes unsigned.
 */
export const targetOf =
  (read: ReadTarget): TargetOf =>
  async (tenant, delivery) => {
    const target = await read(tenant, delivery);
    return target !== undefined && subscribesTo(target.events, delivery) ? target : undefined;
  };

const subscribesTo = (events: EndpointTarget['events'] | undefined, { eventName }: Parameters<TargetOf>[1]) =>
  events === undefined || subscriptionsTaking(eventName).some((name) => events.includes(name));

/**
 * So long an answer is shared: less than a request is on its way, so nobody can tell it from one that had
 * left already.
 */
const SHARED_MS = 20;

/**
 * The same for attempts that begin within a moment of each other: under load one question serves dozens, and
 * opens a secret once for all of them.
 */
export function sharedReads(read: ReadTarget, monotonicMs: () => number = () => performance.now()): ReadTarget {
  let answers = new Map<string, ReturnType<ReadTarget>>();
  let until = Number.NEGATIVE_INFINITY;
  return (tenant, to) => {
    const now = monotonicMs();
    if (now >= until) {
      answers = new Map();
      until = now + SHARED_MS;
    }
    const key = [tenant.accountId, tenant.livemode, to.endpointId, to.url].join(' ');
    const answer = answers.get(key) ?? read(tenant, to);
    answers.set(key, answer);
    return answer;
  };
}
