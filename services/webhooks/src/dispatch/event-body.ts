import { canonicalEvent, legacyEvent } from '@gx/contracts';
import { type EventName, isLegacy } from '../domain/event-catalog.ts';
import type { ChargeChange } from '../events/read-public.ts';

/**
 * The body of a webhook: rendered once, by the same serializers as the REST answers, and sent as it is ever
 * after. The canonical envelope names the contract version that its endpoint was registered under (decisions
 * N21).
 */
export const eventBody = (name: EventName, change: ChargeChange, apiVersion: string): string =>
  JSON.stringify(
    isLegacy(name)
      ? legacyEvent(name, change.charge, change)
      : { ...canonicalEvent(name, change.charge, change), api_version: apiVersion },
  );
