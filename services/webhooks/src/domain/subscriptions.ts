import { Refusal } from '@gx/core';
import { isSubscribable, type SubscribableName } from './event-catalog.ts';

/**
 * The names that an endpoint subscribes to, each once. Throws `invalid_request` for none, `invalid_event` for
 * one that is not in the catalog.
 */
export function subscriptions(events: readonly string[]): SubscribableName[] {
  if (events.length === 0) {
    throw new Refusal('invalid_request', 'Name at least one event to subscribe to.', { param: 'events' });
  }
  const details = events.flatMap((name, index) =>
    isSubscribable(name) ? [] : [{ param: `events.${index}`, message: `${shown(name)} is no event of the catalog` }],
  );
  const [first] = details;
  if (first !== undefined) {
    const message = `${first.param}: ${first.message}. GET /v1/webhooks/event-catalog lists the names.`;
    throw new Refusal('invalid_event', message, { param: 'events', details });
  }
  return [...new Set(events.filter(isSubscribable))];
}

/** Two words and a dot are no secret and nobody's name; any other text is not repeated. */
const shown = (name: string): string => (/^[a-z_]{1,32}\.[a-z_*]{1,32}$/i.test(name) ? name : 'This text');
