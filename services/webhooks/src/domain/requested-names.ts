import { Refusal } from '@gx/core';
import { type EventName, isSubscribable, namesTakenBy, type SubscribableName } from './event-catalog.ts';

type NamesRequest = {
  /** What the endpoint subscribed to. */
  readonly taken: readonly SubscribableName[];
  /** None of them: all that it takes. */
  readonly requested: readonly string[];
  /** Of the field that names them. */
  readonly param: string;
};

/**
 * The names that a request is about, of those that an endpoint takes; an alias stands for what it covers.
 * Throws `invalid_event` for one that is not in the catalog, 422 for one that the endpoint does not take.
 */
export function requestedNames({ taken, requested, param }: NamesRequest): EventName[] {
  const names = namesTakenBy(taken);
  if (requested.length === 0) return names;
  const unknown = requested.find((name) => !isSubscribable(name));
  if (unknown !== undefined)
    throw new Refusal('invalid_event', 'Name events of GET /v1/webhooks/event-catalog only.', { param });
  const wanted = namesTakenBy(requested.filter(isSubscribable));
  if (wanted.some((name) => !names.includes(name)))
    throw new Refusal('unprocessable_entity', 'The endpoint does not take this event.', {
      param,
      reason: 'event_not_subscribed',
    });
  return wanted;
}
