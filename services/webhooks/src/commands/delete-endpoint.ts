import { type ActOrigin, type Id, notFound, type Tenant } from '@gx/core';
import { endpointAct } from '../domain/acts.ts';
import type { DeliveryStore } from '../store/deliveries.ts';
import type { EndpointStore } from '../store/endpoints.ts';

export type AbandonDeps = { readonly endpoints: EndpointStore; readonly deliveries: DeliveryStore };
export type DeleteEndpointDeps = AbandonDeps & {
  /** Lets go of what this process would send it. */
  readonly forget: (id: Id<'endpoint'>) => Promise<void>;
  /** Has what still waits for deleted endpoints cancelled soon. */
  readonly abandonSoon: () => void;
};

/** So many deliveries are cancelled by one statement: some 40 ms. */
const PAGE = 1_000;

/**
 * Deletes an endpoint: from the first write on it does not exist and nothing more is sent to it. The first
 * page of what waits for it is cancelled before the answer, a larger backlog by a job. A process that dies
 * between leaves the mark, and the job of any replica takes it up.
 */
export async function deleteEndpoint(
  { abandonSoon, forget, ...deps }: DeleteEndpointDeps,
  tenant: Tenant,
  id: Id<'endpoint'>,
  origin: ActOrigin,
): Promise<void> {
  const changes = [{ field: 'status', after: 'deleted' }];
  const act = endpointAct({ id, tenant }, 'webhook_endpoint.deleted', changes, origin);
  if (!(await deps.endpoints.markDeleted(tenant, id, act))) throw notFound('webhook endpoint');
  // It is deleted, whatever comes now: what fails here the job meets again, and tells.
  const isOver = await forget(id)
    .then(() => abandonSome(deps, tenant, id))
    .catch(() => false);
  if (!isOver) abandonSoon();
}

/**
 * Cancels one page of what waits for a deleted endpoint; its document goes after the last. Whether there is
 * no more.
 */
export async function abandonSome(
  { endpoints, deliveries }: AbandonDeps,
  tenant: Tenant,
  id: Id<'endpoint'>,
): Promise<boolean> {
  const cancelled = await deliveries.cancelSome(tenant, id, PAGE);
  if (cancelled === PAGE) return false;
  await endpoints.removeDeleted(tenant, id);
  return true;
}
