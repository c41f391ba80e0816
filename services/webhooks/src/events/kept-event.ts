import { API_VERSION } from '@gx/contracts';
import type { EventId } from '@gx/core';
import { isCanonical, isLegacy } from '../domain/event-catalog.ts';
import type { NewEvent } from '../store/events.ts';
import { eventBody } from './event-body.ts';
import { ownUrl } from './make-deliveries.ts';
import type { PublicEvent } from './public-event.ts';

/**
 * The event as it is kept for reading, for replays and for its deliveries: its canonical and its legacy body,
 * as far as it has such names. Those that go to a URL of the transaction's own are no endpoint's to replay.
 */
export function keptEvent({ tenant, names, change }: PublicEvent): NewEvent {
  const type = names.find(isCanonical);
  const legacy = names.find(isLegacy);
  const isOwn = ownUrl(change) !== undefined;
  return {
    id: change.eventId as EventId,
    tenant,
    subjectId: change.subjectId,
    sequence: change.sequence,
    createdAt: new Date(change.occurredAtMs),
    names: names.filter((name) => isCanonical(name) || !isOwn),
    ...(type === undefined ? {} : { type, body: eventBody(type, change, API_VERSION) }),
    ...(legacy === undefined ? {} : { legacy: eventBody(legacy, change, API_VERSION) }),
  };
}
