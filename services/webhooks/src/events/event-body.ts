import { canonicalEvent, canonicalPayoutEvent, legacyEvent, withdrawalEvent } from '@gx/contracts';
import { type EventName, isLegacy } from '../domain/event-catalog.ts';
import { storedBody } from '../domain/stored-body.ts';
import { type ChargeChange, isOfPayout, type PayoutChange } from './public-event.ts';

type Change = ChargeChange | PayoutChange;

const known = new WeakMap<Change, Map<string, string>>();

/**
 * The body of a webhook as it is stored: rendered once for all who get it, by the same serializers as the
 * REST answers, and sent as it is ever after. The canonical envelope names the contract version that its
 * endpoint was registered under (decisions N21).
 */
export function eventBody(name: EventName, change: Change, apiVersion: string): string {
  const bodies = known.get(change) ?? new Map<string, string>();
  known.set(change, bodies);
  const key = `${name} ${apiVersion}`;
  const body = bodies.get(key) ?? rendered(name, change, apiVersion);
  bodies.set(key, body);
  return body;
}

/** The legacy envelope says nothing of persons. */
function rendered(name: EventName, change: Change, apiVersion: string): string {
  if (isLegacy(name)) return JSON.stringify(legacyOf(name, change));
  const body = JSON.stringify({ ...canonicalOf(name, change), api_version: apiVersion });
  const [heldBy, personalData] = isOfPayout(change)
    ? (['payout', change.payout.personalData] as const)
    : (['charge', change.charge.personalData] as const);
  // Erased before the event happened: nothing is left to be opened.
  return personalData == null || personalData.ciphertext === ''
    ? storedBody({ body })
    : storedBody({ body, hidden: { heldBy, ...personalData } });
}

const canonicalOf = (name: EventName, change: Change): object =>
  isOfPayout(change) ? canonicalPayoutEvent(name, change.payout, change) : canonicalEvent(name, change.charge, change);

const legacyOf = (name: EventName, change: Change): object =>
  isOfPayout(change) ? withdrawalEvent(name, change.payout, change) : legacyEvent(name, change.charge, change);
