import { canonicalEvent, eventList } from '../answers/event.ts';
import {
  deleted,
  delivery,
  deliveryList,
  deliveryStats,
  deliveryWithLog,
  endpoint,
  endpointList,
  eventCatalog,
  newSecret,
  registered,
} from '../answers/webhook.ts';
import type { Descriptions } from '../description.ts';

export const WEBHOOKS: Descriptions = {
  'POST /v1/webhooks/endpoints': {
    id: 'registerEndpoint',
    tag: 'Webhooks',
    summary: 'Registers an endpoint for events. The secret is in this answer and never again.',
    answers: { 201: registered },
    errors: ['unprocessable_entity'],
    body: { url: 'https://example.com/webhooks/gx', events: ['charge.paid', 'charge.expired'] },
  },
  'GET /v1/webhooks/endpoints': {
    id: 'listEndpoints',
    tag: 'Webhooks',
    summary: 'The endpoints of this environment, without their secrets.',
    answers: { 200: endpointList },
  },
  'PATCH /v1/webhooks/endpoints/:id': {
    id: 'updateEndpoint',
    tag: 'Webhooks',
    summary: 'Change the URL, the events or the status; what is left out stays.',
    answers: { 200: endpoint },
    body: { status: 'INACTIVE' },
  },
  'POST /v1/webhooks/endpoints/:id/rotate-secret': {
    id: 'rotateSecret',
    tag: 'Webhooks',
    summary: 'A new secret, at once: every later webhook is signed with it.',
    answers: { 200: newSecret },
  },
  'DELETE /v1/webhooks/endpoints/:id': {
    id: 'deleteEndpoint',
    tag: 'Webhooks',
    summary: 'Gone for good; what was still to be delivered to it is abandoned.',
    answers: { 200: deleted },
  },
  'GET /v1/webhooks/event-catalog': {
    id: 'getEventCatalog',
    tag: 'Webhooks',
    summary: 'Every event name that can be subscribed to.',
    answers: { 200: eventCatalog },
  },
  'GET /v1/webhooks/deliveries': {
    id: 'listDeliveries',
    tag: 'Webhooks',
    summary: 'What was sent or is to be sent, newest first.',
    answers: { 200: deliveryList },
    query: 'status=DELIVERED&limit=10',
  },
  'GET /v1/webhooks/deliveries/:id': {
    id: 'getDelivery',
    tag: 'Webhooks',
    summary: 'One delivery with its attempts, the last 50 of them.',
    answers: { 200: deliveryWithLog },
  },
  'POST /v1/webhooks/deliveries/:id/retry': {
    id: 'retryDelivery',
    tag: 'Webhooks',
    summary: 'One more attempt for a delivery that used them all.',
    answers: { 200: delivery },
    errors: ['unprocessable_entity'],
  },
  'POST /v1/webhooks/endpoints/:id/test': {
    id: 'testEndpoint',
    tag: 'Webhooks',
    summary: 'Send a sample there, marked `"test": true`. An account may ask for so many a day; beyond that it is 429.',
    answers: { 200: delivery },
    errors: ['unprocessable_entity'],
  },
  'GET /v1/events': {
    id: 'listEvents',
    tag: 'Webhooks',
    summary: 'The canonical events of 30 days, newest first, by cursor.',
    answers: { 200: eventList },
    query: 'limit=10',
  },
  'GET /v1/events/:id': {
    id: 'getEvent',
    tag: 'Webhooks',
    summary: 'One event, as its deliveries carry it.',
    answers: { 200: canonicalEvent },
  },
  'GET /v1/webhooks/stats': {
    id: 'getDeliveryStats',
    tag: 'Webhooks',
    summary: 'How many deliveries stand where.',
    answers: { 200: deliveryStats },
  },
};
