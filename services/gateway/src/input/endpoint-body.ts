import { parseIsoBound } from '@gx/core';
import { z } from 'zod';
import { TIME_RULE } from './charge-list.ts';
import { list } from './list.ts';
import { optional, readAs, text } from './text.ts';

export const URL_MAX = 2_048;
export const EVENTS_MAX = 50;
export const EVENT_NAME_MAX = 64;
export const ID_MAX = 64;

export const webhookUrl = text(URL_MAX, 1).refine((raw) => URL.canParse(raw) && /^https?:\/\//i.test(raw), {
  error: 'must be an absolute http or https URL',
});

const eventNames = list(text(EVENT_NAME_MAX, 1), { max: EVENTS_MAX, one: 'event', many: 'events' });

/**
 * `POST /v1/webhooks/endpoints`. Which names exist and which hosts may be called is for the webhooks service
 * to say.
 */
export const endpointBody = z.object({ url: webhookUrl, events: eventNames });

/** `PATCH /v1/webhooks/endpoints/{id}`: only what is to change, and something has to. */
export const endpointChange = z
  .object({
    url: optional(webhookUrl),
    events: optional(eventNames),
    status: optional(z.enum(['ACTIVE', 'INACTIVE'], { error: 'must be ACTIVE or INACTIVE' })),
  })
  .refine((change) => Object.values(change).some((value) => value !== undefined), {
    error: 'must change url, events or status',
    params: { fields: ['url', 'events', 'status'] },
  });

/** `POST /v1/webhooks/endpoints/{id}/test`: the body may be left out. */
export const testEndpointBody = z.object({ event: optional(text(EVENT_NAME_MAX, 1)) });

const ONLY = ['undelivered', 'all'] as const;
const bound = (edge: 'start' | 'end') => readAs((raw) => parseIsoBound(raw, edge)?.getTime(), TIME_RULE);

/** `POST /v1/webhooks/endpoints/{id}/replay` (decisions, section 12). */
export const replayBody = z.object({
  since: bound('start'),
  until: optional(bound('end')),
  events: optional(eventNames),
  only: optional(z.enum(ONLY, { error: 'must be undelivered or all' })),
});

/** `POST /v1/webhooks/endpoints/{id}/rotate-secret`: the body may be left out (decisions N11). */
export const rotateSecretBody = z.object({ id: optional(text(ID_MAX)) });
