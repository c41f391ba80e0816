import type { Delivery, DeliveryAttempt, Endpoint } from '@gx/contracts/webhooks';
import {
  type Id,
  InvariantViolation,
  isoMillis,
  newId,
  notFound,
  parseEndpoint,
  parseId,
  parseJsonAsWritten,
  Refusal,
  wireEndpoint,
  wireId,
} from '@gx/core';
import type { Clients } from '../clients.ts';
import { created, ok } from '../edge/answer.ts';
import type { Handler } from '../edge/route.ts';
import type { deliveryList } from '../input/delivery-list.ts';
import type { endpointBody, endpointChange, rotateSecretBody } from '../input/endpoint-body.ts';
import { omitUndefined } from '../omit-undefined.ts';

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
    await webhooks.deleteEndpoint({ requestId }, { tenant, id: endpointId(params) });
    return ok({ deleted: true });
  };

/** `PATCH /v1/webhooks/endpoints/{id}`: never with the secret. */
export const updateEndpoint =
  ({ webhooks }: Clients): Handler<'key', typeof endpointChange, undefined> =>
  async ({ requestId, tenant, params, body: { events, ...body } }) => {
    const change = { ...body, ...(events === undefined ? {} : { events: { names: events } }) };
    const updated = await webhooks.updateEndpoint(
      { requestId },
      omitUndefined({ tenant, id: endpointId(params), ...change }),
    );
    return ok({
      id: wireId('endpoint', updated.id as Id<'endpoint'>),
      url: updated.url,
      events: updated.events,
      status: updated.status,
    });
  };

/**
 * `POST /v1/webhooks/endpoints/{id}/rotate-secret`: the only other answer that shows a secret; `default` is
 * that of transactions with a URL of their own.
 */
export const rotateSecret =
  ({ webhooks }: Clients): Handler<'key', typeof rotateSecretBody, undefined> =>
  async ({ requestId, tenant, params, body }) => {
    const id = parseEndpoint(params['id'] ?? '');
    if (id === undefined) throw notFound('webhook endpoint');
    if (body.id !== undefined && parseEndpoint(body.id) !== id)
      throw new Refusal('invalid_request', 'id must be that of the path, or be left out.', { param: 'id' });
    const { secret } = await webhooks.rotateEndpointSecret({ requestId }, { tenant, id });
    return ok({ id: wireEndpoint(id), secret });
  };

/** `POST /v1/webhooks/endpoints/{id}/test`: the delivery that carries a sample there. */
export const testEndpoint =
  ({ webhooks }: Clients): Handler<'key', undefined, undefined> =>
  async ({ requestId, tenant, params }) => {
    const request = { tenant, endpointId: endpointId(params), deliveryId: newId('delivery') };
    return ok(delivered(await webhooks.sendTestEvent({ requestId }, request)));
  };

/** `GET /v1/webhooks/stats` */
export const deliveryStats =
  ({ webhooks }: Clients): Handler<'key', undefined, undefined> =>
  async ({ requestId, tenant }) => {
    const { pending, processing, delivered, failed, cancelled } = await webhooks.countDeliveries(
      { requestId },
      { tenant },
    );
    return ok({
      total: pending + processing + delivered + failed + cancelled,
      PENDING: pending,
      PROCESSING: processing,
      DELIVERED: delivered,
      FAILED: failed,
      CANCELLED: cancelled,
    });
  };

function endpointId(params: Readonly<Record<string, string>>): Id<'endpoint'> {
  const id = parseId('endpoint', params['id'] ?? '');
  if (id === undefined) throw notFound('webhook endpoint');
  return id;
}

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
    const { deliveries, total } = await webhooks.listDeliveries({ requestId }, omitUndefined({ tenant, ...query }));
    return ok({ data: deliveries.map(delivered), total, limit: query.limit, offset: query.offset });
  };

/** `GET /v1/webhooks/deliveries/{id}`: with its attempts. */
export const getDelivery =
  ({ webhooks }: Clients): Handler<'key', undefined, undefined> =>
  async ({ requestId, tenant, params }) => {
    const { delivery, attemptLog } = await webhooks.getDelivery({ requestId }, { tenant, id: deliveryId(params) });
    if (delivery === null) throw new InvariantViolation('a log without its delivery');
    return ok({ ...delivered(delivery), attemptLog: attemptLog.map(attempted) });
  };

/** `POST /v1/webhooks/deliveries/{id}/retry`: a dead letter gets one more attempt. */
export const retryDelivery =
  ({ webhooks }: Clients): Handler<'key', undefined, undefined> =>
  async ({ requestId, tenant, params }) =>
    ok(delivered(await webhooks.retryDelivery({ requestId }, { tenant, id: deliveryId(params) })));

function deliveryId(params: Readonly<Record<string, string>>): Id<'delivery'> {
  const id = parseId('delivery', params['id'] ?? '');
  if (id === undefined) throw notFound('delivery');
  return id;
}

const attempted = (attempt: DeliveryAttempt) => ({
  attempt: attempt.attempt,
  startedAt: isoMillis(new Date(attempt.startedAtMs)),
  durationMs: attempt.durationMs ?? null,
  statusCode: attempt.statusCode ?? null,
  error: attempt.error ?? null,
  requestHeaders: attempt.requestHeaders,
  responseBody: attempt.responseBody ?? null,
});

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
  endpointId: wireEndpoint(delivery.endpointId as Id<'endpoint'>),
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
  payload: parseJsonAsWritten(delivery.payloadJson) as unknown,
});

const timeOrNull = (ms: number | undefined): string | null => (ms === undefined ? null : isoMillis(new Date(ms)));
