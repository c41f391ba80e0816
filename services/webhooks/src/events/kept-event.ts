import { API_VERSION } from '@gx/contracts';
import type { EventId } from '@gx/core';
import { type EventName, isCanonical, isLegacy } from '../domain/event-catalog.ts';
import type { NewEvent, PastEvent } from '../store/events.ts';
import { eventBody } from './event-body.ts';
import { ownUrl } from './make-deliveries.ts';
import type { PublicEvent } from './public-event.ts';

/**
 * The event as it is kept for reading and for replays: its canonical body, where it has a canonical name, and
 * its legacy body, where that is not for a URL of the transaction's own.
 */
export function keptEvent({ tenant, names, change }: PublicEvent): NewEvent {
  const type = names.find(isCanonical);
  const legacy = ownUrl(change) === undefined ? names.find(isLegacy) : undefined;
  return {
    id: change.eventId as EventId,
    tenant,
    subjectId: change.subjectId,
    sequence: change.sequence,
    createdAt: new Date(change.occurredAtMs),
    names: names.filter((name) => isCanonical(name) || legacy !== undefined),
    ...(type === undefined ? {} : { type, body: eventBody(type, change, API_VERSION) }),
    ...(legacy === undefined ? {} : { legacy: eventBody(legacy, change, API_VERSION) }),
  };
}

/** The bytes that a delivery carried at the time: bodies of one event differ in these alone. */
export const keptBody = ({ body, legacy }: PastEvent, name: EventName, apiVersion: string): string =>
  isLegacy(name)
    ? legacy.replace(/"event":"[^"]*"/, `"event":"${name}"`)
    : body.replace(/"api_version":"[^"]*"/, `"api_version":"${apiVersion}"`);
