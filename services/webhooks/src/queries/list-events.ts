import type { ListEventsRequest } from '@gx/contracts/webhooks';
import { notFound, parseEventId, Refusal, type Tenant } from '@gx/core';
import type { OpenBody } from '../peers/persons.ts';
import type { EventStore, StoredEvent } from '../store/events.ts';

export type ListEventsDeps = {
  readonly events: EventStore;
  readonly openBody: OpenBody;
  readonly openListed: OpenBody;
};

const noCursor = (): Refusal =>
  new Refusal('invalid_cursor', 'No such event in this list.', { param: 'starting_after' });

const shown = async (openBody: OpenBody, tenant: Tenant, { id, body }: StoredEvent) => ({
  id,
  bodyJson: await openBody(tenant, body),
});

/**
 * Canonical events of the tenant, newest first. Throws `invalid_cursor` for an event that is not among them.
 */
export async function listEvents(
  { events, openListed }: Pick<ListEventsDeps, 'events' | 'openListed'>,
  tenant: Tenant,
  request: Omit<ListEventsRequest, 'tenant'>,
) {
  const { limit, startingAfter, type, createdAfterMs, createdBeforeMs } = request;
  const after = startingAfter === undefined ? undefined : parseEventId(startingAfter);
  if (startingAfter !== undefined && after === undefined) throw noCursor();
  const page = await events.list(tenant, {
    limit,
    ...(after === undefined ? {} : { after }),
    ...(type === undefined ? {} : { type }),
    ...(createdAfterMs === undefined ? {} : { createdFrom: new Date(createdAfterMs) }),
    ...(createdBeforeMs === undefined ? {} : { createdTo: new Date(createdBeforeMs) }),
  });
  if (page === undefined) throw noCursor();
  return {
    events: await Promise.all(page.events.map((event) => shown(openListed, tenant, event))),
    hasMore: page.hasMore,
  };
}

/** One canonical event of the tenant. */
export async function getEvent(
  { events, openBody }: Pick<ListEventsDeps, 'events' | 'openBody'>,
  tenant: Tenant,
  wire: string,
) {
  const id = parseEventId(wire);
  const found = id === undefined ? undefined : await events.get(tenant, id);
  if (found === undefined) throw notFound('event');
  return shown(openBody, tenant, found);
}
