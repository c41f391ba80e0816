import { type EventName, isLegacy } from './event-catalog.ts';

/** What is kept of an event; one of them may be empty: no name of it has that envelope. */
export type EventBodies = { readonly body: string; readonly legacy: string };

/** So long events are kept, and in test mode what came of them. */
export const KEPT_MS = 30 * 86_400_000;

/**
 * An event's body is kept with the event, for so long since it happened. A delivery refers to it if neither
 * is older than this, so that it can be read for two weeks after its delivery has ended; else it keeps its
 * own.
 */
export const SHARED_MS = 7 * 86_400_000;

/**
 * The bytes that a delivery under this name carried at the time: bodies of one event differ in these alone.
 * Undefined where they are not kept.
 */
export function bodyFor({ body, legacy }: EventBodies, name: EventName, apiVersion: string): string | undefined {
  const kept = isLegacy(name)
    ? legacy.replace(/"event":"[^"]*"/, `"event":"${name}"`)
    : body.replace(/"api_version":"[^"]*"/, `"api_version":"${apiVersion}"`);
  return kept === '' ? undefined : kept;
}
