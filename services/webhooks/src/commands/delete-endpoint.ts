import { type Id, notFound, type Tenant } from '@gx/core';
import type { DeliveryStore } from '../store/deliveries.ts';
import type { EndpointStore } from '../store/endpoints.ts';

type Deps = { readonly endpoints: EndpointStore; readonly deliveries: DeliveryStore };

const HALF_DELETED_PAGE = 100;

/**
 * Deletes an endpoint: from the first write on nothing more is sent to it, then what waits for it is cancelled, then
 * its document goes. A process that dies between leaves the mark, and the dispatcher of any replica finishes.
 */
export const deleteEndpoint =
  (deps: Deps) =>
  async (tenant: Tenant, id: Id<'endpoint'>): Promise<void> => {
    if (!(await deps.endpoints.markDeleted(tenant, id))) throw notFound('webhook endpoint');
    await finish(deps, tenant, id);
  };

/** Takes up deletions that were begun and not finished. */
export const finishDeletions = (deps: Deps) => async (): Promise<void> => {
  for (const { tenant, id } of await deps.endpoints.halfDeleted(HALF_DELETED_PAGE)) await finish(deps, tenant, id);
};

async function finish({ endpoints, deliveries }: Deps, tenant: Tenant, id: Id<'endpoint'>): Promise<void> {
  await deliveries.cancelWaiting(tenant, id);
  await endpoints.removeDeleted(tenant, id);
}
