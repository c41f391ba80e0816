/**
 * Names of what travels beside a message, over gRPC metadata and Kafka headers. No personal data is ever
 * among them.
 */
export const METADATA = { requestId: 'x-request-id', traceparent: 'traceparent', error: 'gx-error-bin' } as const;

export const EVENT_HEADERS = {
  eventId: 'event-id',
  eventType: 'event-type',
  traceparent: 'traceparent',
  accountId: 'account-id',
  livemode: 'livemode',
} as const;

/**
 * What a parked message carries beside its own headers. `id` is the same for each copy of one message, and
 * each time that a replay of it is parked again; `replays` says how often it was put back until then. A
 * replayed message names the group that it is for: the others have it. A record of a parked topic with `mark`
 * is no message: it says that the message `id` was put back for the `replays`th time.
 */
export const PARKED_HEADERS = {
  reason: 'parked-reason',
  from: 'parked-from',
  id: 'parked-id',
  replays: 'parked-replays',
  group: 'parked-for',
  mark: 'parked-mark',
} as const;
