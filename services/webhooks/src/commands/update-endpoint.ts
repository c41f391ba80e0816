import { type ActOrigin, type Id, notFound, type Tenant } from '@gx/core';
import { endpointAct, endpointChanges } from '../domain/acts.ts';
import type { Endpoint } from '../domain/endpoint.ts';
import { namesTakenBy } from '../domain/event-catalog.ts';
import { subscriptions } from '../domain/subscriptions.ts';
import type { EndpointStore } from '../store/endpoints.ts';
import type { ReplayStore } from '../store/replays.ts';

export type UpdateEndpointDeps = {
  readonly endpoints: EndpointStore;
  readonly checkUrl: (url: string) => void;
  /** Its URL is another one from here on: what waits for it is looked up again. */
  readonly forget: (id: Id<'endpoint'>) => Promise<void>;
  readonly replays: Pick<ReplayStore, 'openFor' | 'narrow' | 'finish'>;
};
/** Only what is to change. */
export type UpdateEndpoint = {
  readonly url?: string;
  readonly events?: readonly string[];
  readonly status?: Endpoint['status'];
  /** Who wants it so. */
  readonly origin: ActOrigin;
};

/**
 * Changes an endpoint. What was written before counts for what is sent after: a waiting delivery goes to the
 * new URL, and to an endpoint that is INACTIVE when its turn comes it is cancelled (decisions N4). A replay
 * that was open before ends there: the same request for one later covers what came since.
 */
export async function updateEndpoint(
  { endpoints, checkUrl, forget, replays }: UpdateEndpointDeps,
  tenant: Tenant,
  id: Id<'endpoint'>,
  { url, events, status, origin }: UpdateEndpoint,
): Promise<Endpoint> {
  if (url !== undefined) checkUrl(url);
  // Before the change: one that begins after it is not this change's to end, however late it goes on.
  const open = events === undefined && status !== 'INACTIVE' ? undefined : await replays.openFor(tenant, id);
  const change = {
    ...(url === undefined ? {} : { url }),
    ...(events === undefined ? {} : { events: subscriptions(events) }),
    ...(status === undefined ? {} : { status }),
  };
  const updated = await endpoints.update(tenant, id, change, (before) => {
    const changes = endpointChanges(before, change);
    return changes.length === 0 ? undefined : endpointAct(before, 'webhook_endpoint.updated', changes, origin);
  });
  if (updated === undefined) throw notFound('webhook endpoint');
  if (url !== undefined) await forget(id);
  if (open !== undefined && events !== undefined) await replays.narrow(open, namesTakenBy(updated.events));
  if (open !== undefined && status === 'INACTIVE') await replays.finish(open);
  return updated;
}
