import type { Delivery, DeliveryAttempt, Endpoint } from '@gx/contracts/webhooks';
import {
  type Id,
  InvariantViolation,
  isoMillis,
  newId,
  parseEndpoint,
  parseJsonAsWritten,
  Refusal,
  wireEndpoint,
  wireId,
} from '@gx/core';
import * as answers from '../contract/answers/webhook.ts';
import { accepted, created, ok } from '../edge/answer.ts';
import { route } from '../edge/route.ts';
import { deliveryList } from '../input/delivery-list.ts';
import {
  endpointBody,
  endpointChange,
  replayBody,
  rotateSecretBody,
  testEndpointBody,
} from '../input/endpoint-body.ts';
import { omitUndefined } from '../omit-undefined.ts';
import { PATH_IDS } from './path-ids.ts';

/** A secret is in the answers of `registerEndpoint` and `rotateSecret` alone. */
export const ENDPOINTS = [
  route({
    at: 'POST /v1/webhooks/endpoints',
    auth: 'key',
    operation: 'registerEndpoint',
    summary: 'Registers an endpoint for events. The secret is in this answer and never again.',
    body: endpointBody,
    example: { url: 'https://example.com/webhooks/gx', events: ['charge.paid', 'charge.expired'] },
    answers: { 201: answers.registered },
    errors: ['unprocessable_entity'],
    handle: async ({ webhooks }, { call, tenant, address, body }) => {
      const request = { tenant, ...body, clientAddress: address };
      const { endpoint, secret } = await webhooks.registerEndpoint(call, request);
      if (endpoint === null) throw new InvariantViolation('a registration without an endpoint');
      const { status, ...rest } = shown(endpoint);
      return created({ ...rest, secret, status });
    },
  }),
  route({
    at: 'GET /v1/webhooks/endpoints',
    auth: 'key',
    operation: 'listEndpoints',
    summary:
      'The endpoints of this environment, without their secrets. `default`, once it was used, stands for transactions with a `webhookUrl` of their own: it has no `url`.',
    answers: { 200: answers.endpointList },
    handle: async ({ webhooks }, { call, tenant }) => {
      const { endpoints } = await webhooks.listEndpoints(call, { tenant });
      return ok({
        data: endpoints.map((endpoint) => ({
          ...shown(endpoint),
          url: endpoint.url || null,
          createdAt: isoMillis(new Date(endpoint.createdAtMs)),
          updatedAt: isoMillis(new Date(endpoint.updatedAtMs)),
        })),
      });
    },
  }),
  route({
    at: 'PATCH /v1/webhooks/endpoints/:id',
    auth: 'key',
    operation: 'updateEndpoint',
    summary: 'Change the URL, the events or the status; what is left out stays.',
    pathId: PATH_IDS.endpoint,
    body: endpointChange,
    example: { status: 'INACTIVE' },
    answers: { 200: answers.endpoint },
    handle: async ({ webhooks }, { call, tenant, address, id, body: { events, ...body } }) => {
      const change = { ...body, events: events && { names: events }, clientAddress: address };
      return ok(shown(await webhooks.updateEndpoint(call, omitUndefined({ tenant, id, ...change }))));
    },
  }),
  route({
    at: 'POST /v1/webhooks/endpoints/:id/rotate-secret',
    auth: 'key',
    operation: 'rotateSecret',
    summary: 'A new secret, at once: every later webhook is signed with it.',
    pathId: PATH_IDS.secret,
    body: rotateSecretBody,
    answers: { 200: answers.newSecret },
    handle: async ({ webhooks }, { call, tenant, address, id, body }) => {
      if (body.id !== undefined && parseEndpoint(body.id) !== id)
        throw new Refusal('invalid_request', 'id must be that of the path, or be left out.', { param: 'id' });
      const { secret } = await webhooks.rotateEndpointSecret(call, { tenant, id, clientAddress: address });
      return ok({ id: wireEndpoint(id), secret });
    },
  }),
  route({
    at: 'POST /v1/webhooks/endpoints/:id/test',
    auth: 'key',
    operation: 'testEndpoint',
    summary:
      'Send a sample of an event that it takes, marked `"test": true`; without `event` the first that it subscribed to. An account may ask for so many a day; beyond that it is 429.',
    pathId: PATH_IDS.endpoint,
    body: testEndpointBody,
    example: { event: 'charge.paid' },
    answers: { 200: answers.delivery },
    errors: ['unprocessable_entity'],
    handle: async ({ webhooks }, { call, tenant, id: endpointId, body: { event } }) => {
      const request = omitUndefined({ tenant, endpointId, deliveryId: newId('delivery'), event });
      return ok(delivered(await webhooks.sendTestEvent(call, request)));
    },
  }),
  route({
    at: 'POST /v1/webhooks/endpoints/:id/replay',
    auth: 'key',
    operation: 'replayEvents',
    summary:
      'Send the events of a span there again, of 30 days at most, those of each charge in order: what was not delivered, also while it was INACTIVE, or `all`.',
    pathId: PATH_IDS.endpoint,
    body: replayBody,
    example: { since: '2026-11-01T00:00:00Z' },
    answers: { 202: answers.replayed },
    errors: ['unprocessable_entity'],
    handle: async ({ webhooks }, { call, tenant, id: endpointId, body: { since: sinceMs, until, events, only } }) => {
      const request = { tenant, endpointId, replayId: newId('replay'), sinceMs, untilMs: until, events: events ?? [] };
      const mode = only === 'all' ? ('ALL' as const) : ('UNDELIVERED' as const);
      const { replayed } = await webhooks.replayEvents(call, omitUndefined({ ...request, only: mode }));
      return accepted({ replayed });
    },
  }),
  route({
    at: 'DELETE /v1/webhooks/endpoints/:id',
    auth: 'key',
    operation: 'deleteEndpoint',
    summary: 'Gone for good; what was still to be delivered to it is abandoned.',
    pathId: PATH_IDS.endpoint,
    answers: { 200: answers.deleted },
    handle: async ({ webhooks }, { call, tenant, address, id }) => {
      await webhooks.deleteEndpoint(call, { tenant, id, clientAddress: address });
      return ok({ deleted: true });
    },
  }),
];

const shown = ({ id, url, events, status }: Endpoint) => ({
  id: wireEndpoint(id as Id<'endpoint'>),
  url,
  events,
  status,
});

export const DELIVERIES = [
  route({
    at: 'GET /v1/webhooks/event-catalog',
    auth: 'none',
    operation: 'getEventCatalog',
    summary: 'Every event name that can be subscribed to.',
    answers: { 200: answers.eventCatalog },
    handle: async ({ webhooks }, { call }) => {
      const { events } = await webhooks.getEventCatalog(call, {});
      return ok(
        events.map(({ event, description, legacy }) => ({ event, description, ...(legacy ? { legacy } : {}) })),
      );
    },
  }),
  route({
    at: 'GET /v1/webhooks/deliveries',
    auth: 'key',
    operation: 'listDeliveries',
    summary: 'What was sent or is to be sent, newest first.',
    query: deliveryList,
    exampleQuery: 'status=DELIVERED&limit=10',
    answers: { 200: answers.deliveryList },
    handle: async ({ webhooks }, { call, tenant, query }) => {
      const { created_after: createdAfterMs, created_before: createdBeforeMs, charge: chargeId, ...filter } = query;
      const request = omitUndefined({ tenant, ...filter, createdAfterMs, createdBeforeMs, chargeId });
      const { deliveries, total } = await webhooks.listDeliveries(call, request);
      return ok({ data: deliveries.map(delivered), total, limit: query.limit, offset: query.offset });
    },
  }),
  route({
    at: 'GET /v1/webhooks/deliveries/:id',
    auth: 'key',
    operation: 'getDelivery',
    summary: 'One delivery with its attempts, the last 50 of them. Body and attempts are kept for 30 days.',
    pathId: PATH_IDS.delivery,
    answers: { 200: answers.deliveryWithLog },
    handle: async ({ webhooks }, { call, tenant, id }) => {
      const { delivery, attemptLog } = await webhooks.getDelivery(call, { tenant, id });
      if (delivery === null) throw new InvariantViolation('a log without its delivery');
      const log = delivery.payloadJson === undefined ? null : attemptLog.map(attempted);
      return ok({ ...delivered(delivery), attemptLog: log });
    },
  }),
  route({
    at: 'POST /v1/webhooks/deliveries/:id/retry',
    auth: 'key',
    operation: 'retryDelivery',
    summary:
      'Send a delivery once more, whatever its status: one that waits at once, another with all its attempts anew. Counts as a test webhook. 422 with `reason: payload_expired` when its body is gone.',
    pathId: PATH_IDS.delivery,
    answers: { 200: answers.delivery },
    errors: ['unprocessable_entity'],
    handle: async ({ webhooks }, { call, tenant, id }) =>
      ok(delivered(await webhooks.retryDelivery(call, { tenant, id }))),
  }),
  route({
    at: 'GET /v1/webhooks/stats',
    auth: 'key',
    operation: 'getDeliveryStats',
    summary: 'How many deliveries stand where.',
    answers: { 200: answers.deliveryStats },
    handle: async ({ webhooks }, { call, tenant }) => {
      const counts = await webhooks.countDeliveries(call, { tenant });
      const { pending, processing, delivered, failed, cancelled } = counts;
      return ok({
        total: pending + processing + delivered + failed + cancelled,
        PENDING: pending,
        PROCESSING: processing,
        DELIVERED: delivered,
        FAILED: failed,
        CANCELLED: cancelled,
      });
    },
  }),
];

const attempted = (attempt: DeliveryAttempt) => ({
  attempt: attempt.attempt,
  startedAt: isoMillis(new Date(attempt.startedAtMs)),
  durationMs: attempt.durationMs ?? null,
  statusCode: attempt.statusCode ?? null,
  error: attempt.error ?? null,
  requestHeaders: attempt.requestHeaders,
  responseBody: attempt.responseBody ?? null,
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
  payload: delivery.payloadJson === undefined ? null : (parseJsonAsWritten(delivery.payloadJson) as unknown),
});

const timeOrNull = (ms: number | undefined): string | null => (ms === undefined ? null : isoMillis(new Date(ms)));
