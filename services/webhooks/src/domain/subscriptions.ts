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
    isSubscribable(name) ? [] : [{ param: `events.${index}`, message: 'must be a name of the event catalog' }],
  );
  if (details.length > 0) {
    throw new Refusal('invalid_event', 'Subscribe to names of GET /v1/webhooks/event-catalog only.', {
      param: 'events',
      details,
    });
  }
  return [...new Set(events.filter(isSubscribable))];
}
