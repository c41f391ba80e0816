import { canonicalEvent, legacyEvent } from '@gx/contracts';
import { type EventName, isLegacy } from '../domain/event-catalog.ts';
import type { ChargeChange } from './read-public.ts';

const rendered = new WeakMap<ChargeChange, Map<string, string>>();

/**
 * The body of a webhook: rendered once for all who get it, by the same serializers as the REST answers, and
 * sent as it is ever after. The canonical envelope names the contract version that its endpoint was
 * registered under (decisions N21).
 */
export function eventBody(name: EventName, change: ChargeChange, apiVersion: string): string {
  const bodies = rendered.get(change) ?? new Map<string, string>();
  rendered.set(change, bodies);
  const key = `${name} ${apiVersion}`;
  const body = bodies.get(key) ?? JSON.stringify(eventOf(name, change, apiVersion));
  bodies.set(key, body);
  return body;
}

const eventOf = (name: EventName, change: ChargeChange, apiVersion: string): object =>
  isLegacy(name)
    ? legacyEvent(name, change.charge, change)
    : { ...canonicalEvent(name, change.charge, change), api_version: apiVersion };
