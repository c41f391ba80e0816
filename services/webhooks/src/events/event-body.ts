import { canonicalEvent, canonicalPayoutEvent, legacyEvent, withdrawalEvent } from '@gx/contracts';
import { type EventName, isLegacy } from '../domain/event-catalog.ts';
import { type ChargeChange, isOfPayout, type PayoutChange } from './public-event.ts';

type Change = ChargeChange | PayoutChange;

const rendered = new WeakMap<Change, Map<string, string>>();

/**
 * The body of a webhook: rendered once for all who get it, by the same serializers as the REST answers, and
 * sent as it is ever after. The canonical envelope names the contract version that its endpoint was
 * registered under (decisions N21).
 */
export function eventBody(name: EventName, change: Change, apiVersion: string): string {
  const bodies = rendered.get(change) ?? new Map<string, string>();
  rendered.set(change, bodies);
  const key = `${name} ${apiVersion}`;
  const body = bodies.get(key) ?? JSON.stringify(eventOf(name, change, apiVersion));
  bodies.set(key, body);
  return body;
}

const eventOf = (name: EventName, change: Change, apiVersion: string): object =>
  isLegacy(name) ? legacyOf(name, change) : { ...canonicalOf(name, change), api_version: apiVersion };

const canonicalOf = (name: EventName, change: Change): object =>
  isOfPayout(change) ? canonicalPayoutEvent(name, change.payout, change) : canonicalEvent(name, change.charge, change);

const legacyOf = (name: EventName, change: Change): object =>
  isOfPayout(change) ? withdrawalEvent(name, change.payout, change) : legacyEvent(name, change.charge, change);
