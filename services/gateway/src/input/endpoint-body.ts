import { z } from 'zod';
import { text } from './text.ts';

export const URL_MAX = 2_048;
export const EVENTS_MAX = 50;
const EVENT_NAME_MAX = 64;

const webhookUrl = text(URL_MAX, 1).refine((raw) => URL.canParse(raw) && /^https?:\/\//i.test(raw), {
  error: 'must be an absolute http or https URL',
});

/** `POST /v1/webhooks/endpoints`. Which names exist and which hosts may be called is for the webhooks service to say. */
export const endpointBody = z.object({
  url: webhookUrl,
  events: z
    .array(text(EVENT_NAME_MAX, 1), { error: 'must be a list of event names' })
    .min(1, 'must name at least one event')
    .max(EVENTS_MAX, `must name at most ${EVENTS_MAX} events`),
});
