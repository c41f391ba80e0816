import { SERVICES } from '@gx/contracts';
import type { Delivery, ListDeliveriesRequest, ListEventsRequest, ReplayEventsRequest } from '@gx/contracts/webhooks';
import { newId, notFound, Refusal, unavailable } from '@gx/core';
import type { Handlers } from '@gx/runtime';
import { REFUSED_URL } from './payments-stand-in.ts';
import { stand } from './stand.ts';
import { FOREIGN_ID } from './stand-ins.ts';

/** An endpoint that is INACTIVE. */
export const SILENT_ID = '00000000-0000-7000-8000-000000000001';

/** The webhooks service as the edge sees it. */
export function webhooksStandIn() {
  const state = {
    deliveries: [] as Delivery[],
    /** Calls of which the edge may make two: what they name has to be the same in both. */
    tests: [] as string[],
    testEvents: [] as (string | undefined)[],
    replays: [] as ReplayEventsRequest[],
    deliveryLists: [] as ListDeliveriesRequest[],
    hasDefault: false,
    resends: [] as { resendId: string; event: string }[],
    subscribers: 1,
    /** The body of every event is gone. */
    isExpired: false,
    /** Addresses that it would not deliver to any more, and whether it is away. */
    refusedUrls: new Set<string>([REFUSED_URL]),
    isAway: false,
    events: [] as { id: string; bodyJson: string }[],
    eventLists: [] as ListEventsRequest[],
    /** Holds back the answer to the next call: what cuts the connection meanwhile loses it. */
    beforeAnswer: async (): Promise<void> => {},
  };
  const handlers: Partial<Handlers<typeof SERVICES.webhooks>> = {
    CheckUrl(_ctx, { url }) {
      if (state.isAway) throw unavailable('Away.');
      if (state.refusedUrls.has(url))
        throw new Refusal('invalid_url', 'The URL must lead to a public host.', { param: 'url' });
      return {};
    },
    RegisterEndpoint: (_ctx, { url, events }) => ({
      endpoint: { id: newId('endpoint'), url, events, status: 'ACTIVE', createdAtMs: 1, updatedAtMs: 1 },
      secret: 'a'.repeat(64),
    }),
    ListEndpoints: () => ({
      endpoints: [
        {
          id: newId('endpoint'),
          url: 'https://x',
          events: ['charge.paid'],
          status: 'ACTIVE',
          createdAtMs: 1,
          updatedAtMs: 2,
        },
        ...(state.hasDefault ? [DEFAULT] : []),
      ],
    }),
    DeleteEndpoint(_ctx, { id }) {
      if (id === FOREIGN_ID) throw notFound('webhook endpoint');
      return {};
    },
    UpdateEndpoint(_ctx, { id, url = 'https://x', events, status = 'ACTIVE' }) {
      if (id === FOREIGN_ID) throw notFound('webhook endpoint');
      return { id, url, events: events?.names ?? ['charge.paid'], status, createdAtMs: 1, updatedAtMs: 2 };
    },
    RotateEndpointSecret(_ctx, { id }) {
      if (id === FOREIGN_ID) throw notFound('webhook endpoint');
      return { id, secret: 'b'.repeat(64) };
    },
    GetDelivery(_ctx, { id }) {
      const delivery = state.deliveries.find((one) => one.id === id);
      if (delivery === undefined) throw notFound('delivery');
      const made = {
        attempt: 1,
        startedAtMs: 1_790_000_000_500,
        requestHeaders: { 'X-Service-Event-Type': 'charge.paid' },
      };
      if (delivery.payloadJson === undefined) return { delivery, attemptLog: [] };
      return {
        delivery,
        attemptLog: [made, { ...made, attempt: 2, durationMs: 30, statusCode: 200, responseBody: 'ok' }],
      };
    },
    RetryDelivery(_ctx, { id }) {
      const delivery = state.deliveries.find((one) => one.id === id);
      if (delivery === undefined) throw notFound('delivery');
      if (delivery.payloadJson === undefined) throw expired();
      return delivery;
    },
    async SendTestEvent(_ctx, { endpointId, deliveryId, event }) {
      state.tests.push(deliveryId);
      state.testEvents.push(event);
      if (endpointId === FOREIGN_ID) throw notFound('webhook endpoint');
      if (endpointId === SILENT_ID)
        throw new Refusal('unprocessable_entity', 'The endpoint is INACTIVE.', { reason: 'endpoint_not_active' });
      await state.beforeAnswer();
      return { ...TEST_DELIVERY, id: deliveryId, endpointId };
    },
    async ReplayEvents(_ctx, request) {
      state.replays.push(request);
      if (request.endpointId === FOREIGN_ID) throw notFound('webhook endpoint');
      await state.beforeAnswer();
      return { replayed: 3 };
    },
    async ResendEvent(_ctx, { resendId, event }) {
      if (state.isExpired) throw expired();
      state.resends.push({ resendId, event: event.toString() });
      await state.beforeAnswer();
      return { deliveries: state.subscribers };
    },
    ListEvents(_ctx, request) {
      state.eventLists.push(request);
      return { events: state.events.slice(0, request.limit), hasMore: state.events.length > request.limit };
    },
    GetEvent(_ctx, { id }) {
      const event = state.events.find((one) => one.id === id);
      if (event === undefined) throw notFound('event');
      return event;
    },
    CountDeliveries: () => ({ pending: 1, processing: 2, delivered: 30, failed: 4, cancelled: 5 }),
    GetEventCatalog: () => ({
      events: [
        { event: 'charge.paid', description: 'Charge paid and confirmed.', legacy: false },
        { event: 'payment.completed', description: 'Use charge.paid.', legacy: true },
      ],
    }),
    ListDeliveries(_ctx, request) {
      state.deliveryLists.push(request);
      return { deliveries: state.deliveries, total: state.deliveries.length };
    },
  };
  return { ...stand(SERVICES.webhooks, handlers), state };
}

const expired = () => new Refusal('unprocessable_entity', 'Its body is gone.', { reason: 'payload_expired' });

const DEFAULT = {
  id: 'default',
  url: '',
  events: ['payment.completed'],
  status: 'ACTIVE' as const,
  createdAtMs: 1,
  updatedAtMs: 2,
};

export const TEST_DELIVERY = {
  eventType: 'charge.paid',
  status: 'PENDING' as const,
  attempts: 0,
  maxAttempts: 15,
  createdAtMs: 1,
  updatedAtMs: 1,
  payloadJson: '{"test":true}',
};
