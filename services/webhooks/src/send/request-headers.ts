import { type EventId, type Id, wireId } from '@gx/core';
import type { AttemptSignatures } from '../domain/delivery.ts';
import { type EventName, isLegacy, LEGACY_DEPRECATED_AT_MS } from '../domain/event-catalog.ts';
import { canonicalSignature, legacySignature, type SigningKeys, standardId, standardSignature } from './signature.ts';

type Message = { readonly eventId: EventId; readonly eventName: EventName };
type Moment = { readonly now: Date; readonly traceparent: string | undefined };

const USER_AGENT = 'gx-webhooks/1';
/** RFC 9745, which has it in answers; `Sunset` joins it when there is an end. */
const DEPRECATION = `@${LEGACY_DEPRECATED_AT_MS / 1_000}`;
const idOf = ({ eventId, eventName }: Message): string => standardId(eventId, eventName, isLegacy(eventName));

/** Signs the body of an event for one attempt. */
export function sign(
  keys: SigningKeys,
  message: Message,
  body: Buffer,
  { now, traceparent }: Moment,
): AttemptSignatures {
  const unixSeconds = Math.floor(now.getTime() / 1_000);
  return {
    unixSeconds,
    own: isLegacy(message.eventName) ? legacySignature(keys, body) : canonicalSignature(keys, body, unixSeconds),
    standard: standardSignature(keys, { id: idOf(message), unixSeconds, body }),
    ...(traceparent === undefined ? {} : { traceparent }),
  };
}

/**
 * The headers of an attempt: as they are sent, and as its log shows them, with the beginnings of
 * signatures.
 */
export const requestHeaders = (
  message: Message,
  attemptId: Id<'attempt'>,
  { unixSeconds, own, standard, traceparent }: AttemptSignatures,
): Record<string, string> => ({
  'Content-Type': 'application/json',
  'User-Agent': USER_AGENT,
  // What it answers is read by people: as it stands (RFC 9110, section 12.5.3).
  'Accept-Encoding': 'identity',
  'X-Service-Signature': own,
  'X-Service-Delivery-Id': wireId('attempt', attemptId),
  'X-Service-Event-Type': message.eventName,
  // Standard Webhooks, beside our own.
  'webhook-id': idOf(message),
  'webhook-timestamp': String(unixSeconds),
  'webhook-signature': standard,
  ...(isLegacy(message.eventName) ? { Deprecation: DEPRECATION } : {}),
  ...(traceparent === undefined ? {} : { traceparent }),
});
