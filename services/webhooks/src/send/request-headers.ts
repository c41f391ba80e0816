import { type EventId, type Id, wireId } from '@gx/core';
import { type EventName, isLegacy } from '../domain/event-catalog.ts';
import { canonicalSignature, legacySignature, type SigningKeys, standardId, standardSignature } from './signature.ts';

/** What of an attempt's headers its delivery does not tell: all that the log keeps of them. */
export type Signed = {
  readonly unixSeconds: number;
  /** In both forms: our own, and that of Standard Webhooks. */
  readonly own: string;
  readonly standard: string;
  readonly traceparent?: string;
};
type Message = { readonly eventId: EventId; readonly eventName: EventName; readonly payload: string };
type Moment = { readonly now: Date; readonly traceparent: string | undefined };

const USER_AGENT = 'gx-webhooks/1';
const idOf = ({ eventId, eventName }: Pick<Message, 'eventId' | 'eventName'>): string =>
  standardId(eventId, eventName, isLegacy(eventName));

/** Signs a message for one attempt. */
export function sign(keys: SigningKeys, message: Message, { now, traceparent }: Moment): Signed {
  const { eventName, payload } = message;
  const unixSeconds = Math.floor(now.getTime() / 1_000);
  return {
    unixSeconds,
    own: isLegacy(eventName) ? legacySignature(keys, payload) : canonicalSignature(keys, payload, unixSeconds),
    standard: standardSignature(keys, { id: idOf(message), unixSeconds, body: payload }),
    ...(traceparent === undefined ? {} : { traceparent }),
  };
}

/** The headers of an attempt: as they are sent, and as its log shows them. */
export const requestHeaders = (
  message: Pick<Message, 'eventId' | 'eventName'>,
  attemptId: Id<'attempt'>,
  { unixSeconds, own, standard, traceparent }: Signed,
): Record<string, string> => ({
  'Content-Type': 'application/json',
  'User-Agent': USER_AGENT,
  'X-Service-Signature': own,
  'X-Service-Delivery-Id': wireId('attempt', attemptId),
  'X-Service-Event-Type': message.eventName,
  // Standard Webhooks, beside our own.
  'webhook-id': idOf(message),
  'webhook-timestamp': String(unixSeconds),
  'webhook-signature': standard,
  ...(traceparent === undefined ? {} : { traceparent }),
});
