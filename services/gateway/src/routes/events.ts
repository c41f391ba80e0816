import { parseJsonAsWritten } from '@gx/core';
import type { Clients } from '../clients.ts';
import { ok } from '../edge/answer.ts';
import type { Handler } from '../edge/route.ts';
import type { eventList } from '../input/event-list.ts';
import { omitUndefined } from '../omit-undefined.ts';

const envelope = (bodyJson: string): unknown => parseJsonAsWritten(bodyJson);

/**
 * `GET /v1/events`: the canonical events of 30 days, newest first, by cursor; each as its deliveries carry
 * it.
 */
export const listEvents =
  ({ webhooks }: Clients): Handler<'key', undefined, typeof eventList> =>
  async ({ requestId, tenant, query }) => {
    const { limit, type, starting_after, created_after, created_before } = query;
    const { events, hasMore } = await webhooks.listEvents(
      { requestId },
      omitUndefined({
        tenant,
        limit,
        type,
        startingAfter: starting_after,
        createdAfterMs: created_after,
        createdBeforeMs: created_before,
      }),
    );
    return ok({
      object: 'list',
      data: events.map(({ bodyJson }) => envelope(bodyJson)),
      has_more: hasMore,
      next_cursor: hasMore ? (events.at(-1)?.id ?? null) : null,
    });
  };

/** `GET /v1/events/{id}` */
export const getEvent =
  ({ webhooks }: Clients): Handler<'key', undefined, undefined> =>
  async ({ requestId, tenant, params }) => {
    const { bodyJson } = await webhooks.getEvent({ requestId }, { tenant, id: params['id'] ?? '' });
    return ok(envelope(bodyJson));
  };
