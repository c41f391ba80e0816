import type { Delivery, Endpoint } from '@gx/contracts/webhooks';
import { type Id, InvariantViolation, isoMillis, notFound, parseId, wireId } from '@gx/core';
import type { Clients } from '../clients.ts';
import { created, ok } from '../edge/answer.ts';
import type { Handler } from '../edge/route.ts';
import type { deliveryList } from '../input/delivery-list.ts';
import type { endpointBody } from '../input/endpoint-body.ts';
import { given } from './given.ts';

/** `POST /v1/webhooks/endpoints`: the only answer that shows the secret. */
export const registerEndpoint =
  ({ webhooks }: Clients): Handler<'key', typeof endpointBody, undefined> =>
  async ({ requestId, tenant, body }) => {
    const { endpoint, secret } = await webhooks.registerEndpoint({ requestId }, { tenant, ...body });
    if (endpoint === null) throw new InvariantViolation('a registration without an endpoint');
    const { id, url, events, status } = endpoint;
    return created({ id: wireId('endpoint', id as Id<'endpoint'>), url, events, secret, status });
  };

export const listEndpoints =
  ({ webhooks }: Clients): Handler<'key', undefined, undefined> =>
  async ({ requestId, tenant }) => {
    const { endpoints } = await webhooks.listEndpoints({ requestId }, { tenant });
    return ok({ data: endpoints.map(listed) });
  };

export const deleteEndpoint =
  ({ webhooks }: Clients): Handler<'key', undefined, undefined> =>
  async ({ requestId, tenant, params }) => {
    const id = parseId('endpoint', params['id'] ?? '');
    if (id === undefined) throw notFound('webhook endpoint');
    await webhooks.deleteEndpoint({ requestId }, { tenant, id });
    return ok({ deleted: true });
  };

/** `GET /v1/webhooks/event-catalog`: a bare array, `legacy` only where it is true. */
export const eventCatalog =
  ({ webhooks }: Clients): Handler<'none', undefined, undefined> =>
  async ({ requestId }) => {
    const { events } = await webhooks.getEventCatalog({ requestId }, {});
    return ok(events.map(({ event, description, legacy }) => ({ event, description, ...(legacy ? { legacy } : {}) })));
  };

export const listDeliveries =
  ({ webhooks }: Clients): Handler<'key', undefined, typeof deliveryList> =>
  async ({ requestId, tenant, query }) => {
    const { deliveries, total } = await webhooks.listDeliveries({ requestId }, given({ tenant, ...query }));
    return ok({ data: deliveries.map(delivered), total, limit: query.limit, offset: query.offset });
  };

const listed = ({ id, url, events, status, createdAtMs, updatedAtMs }: Endpoint) => ({
  id: wireId('endpoint', id as Id<'endpoint'>),
  url,
  events,
  status,
  createdAt: isoMillis(new Date(createdAtMs)),
  updatedAt: isoMillis(new Date(updatedAtMs)),
});

const delivered = (delivery: Delivery) => ({
  id: wireId('delivery', delivery.id as Id<'delivery'>),
  endpointId: wireId('endpoint', delivery.endpointId as Id<'endpoint'>),
  eventType: delivery.eventType,
  status: delivery.status,
  attempts: delivery.attempts,
  maxAttempts: delivery.maxAttempts,
  lastStatusCode: delivery.lastStatusCode ?? null,
  lastError: delivery.lastError ?? null,
  lastResponseBody: delivery.lastResponseBody ?? null,
  nextRetryAt: timeOrNull(delivery.nextRetryAtMs),
  deliveredAt: timeOrNull(delivery.deliveredAtMs),
  createdAt: isoMillis(new Date(delivery.createdAtMs)),
  updatedAt: isoMillis(new Date(delivery.updatedAtMs)),
  payload: JSON.parse(delivery.payloadJson) as unknown,
});

const timeOrNull = (ms: number | undefined): string | null => (ms === undefined ? null : isoMillis(new Date(ms)));
