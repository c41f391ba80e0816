import { canonicalEvent, legacyEvent } from '@gx/contracts';
import { type EventName, isLegacy } from '../domain/event-catalog.ts';
import type { ChargeChange } from '../events/on-charge-event.ts';

/** The body of a webhook: rendered once, by the same serializers as the REST answers, and sent as it is ever after. */
export const eventBody = (name: EventName, { event, changed: { charge, previousStatus } }: ChargeChange): string =>
  JSON.stringify(
    isLegacy(name) ? legacyEvent(name, charge, previousStatus, event) : canonicalEvent(name, charge, event),
  );
