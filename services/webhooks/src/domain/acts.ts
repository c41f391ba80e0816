import type { ActOrigin, AuditChange, Id, ServiceAct, ServiceAction, Tenant } from '@gx/core';
import type { Endpoint } from './endpoint.ts';

type EndpointAction = Extract<ServiceAction, `webhook_endpoint.${string}`>;
type Shown = Partial<Pick<Endpoint, 'url' | 'events' | 'status'>>;

export const endpointAct = (
  { id, tenant }: { readonly id: Id<'endpoint'>; readonly tenant: Tenant },
  action: EndpointAction,
  changes: readonly AuditChange[],
  origin: ActOrigin,
): ServiceAct => ({ ...origin, tenant, action, objectId: id, changes });

/** What a merchant has changed of an endpoint; of what it was before nothing, where it is new. */
export const endpointChanges = (before: Shown, after: Shown): AuditChange[] =>
  (['url', 'events', 'status'] as const).flatMap((field) => {
    const [was, is] = [textOf(before, field), textOf(after, field)];
    const isSame = String(before[field]) === String(after[field]);
    return is === undefined || isSame ? [] : [{ field, ...(was === undefined ? {} : { before: was }), after: is }];
  });

/** Of a URL its origin: behind it may stand a secret of the merchant. */
function textOf({ url, events, status }: Shown, field: 'url' | 'events' | 'status'): string | undefined {
  if (field === 'url') return url === undefined ? undefined : new URL(url).origin;
  return field === 'events' ? events?.join(' ') : status?.toLowerCase();
}
