import { parseJsonAsWritten } from '@gx/core';
import { canonicalEvent, eventList } from '../contract/answers/event.ts';
import { listed, ok } from '../edge/answer.ts';
import { route } from '../edge/route.ts';
import { eventList as eventListQuery } from '../input/event-list.ts';
import { omitUndefined } from '../omit-undefined.ts';
import { PATH_IDS } from './path-ids.ts';

/** Canonical events, each as its deliveries carry it. */
export const EVENTS = [
  route({
    at: 'GET /v1/events',
    auth: 'key',
    operation: 'listEvents',
    summary: 'The canonical events of 30 days, newest first, by cursor.',
    query: eventListQuery,
    exampleQuery: 'limit=10',
    answers: { 200: eventList },
    handle: async ({ webhooks }, { call, tenant, query }) => {
      const { limit, type, starting_after, created_after, created_before } = query;
      const { events, hasMore } = await webhooks.listEvents(
        call,
        omitUndefined({
          tenant,
          limit,
          type,
          startingAfter: starting_after,
          createdAfterMs: created_after,
          createdBeforeMs: created_before,
        }),
      );
      return listed(
        events.map(({ bodyJson }) => parseJsonAsWritten(bodyJson) as { id: string }),
        hasMore,
      );
    },
  }),
  route({
    at: 'GET /v1/events/:id',
    auth: 'key',
    operation: 'getEvent',
    summary: 'One event, as its deliveries carry it.',
    pathId: PATH_IDS.event,
    answers: { 200: canonicalEvent },
    handle: async ({ webhooks }, { call, tenant, id }) => {
      const { bodyJson } = await webhooks.getEvent(call, { tenant, id });
      return ok(parseJsonAsWritten(bodyJson));
    },
  }),
];
