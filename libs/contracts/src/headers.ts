/**
 * Names of what travels beside a message, over gRPC metadata and Kafka headers. No personal data is ever
 * among them.
 */
export const METADATA = {
  requestId: 'x-request-id',
  traceparent: 'traceparent',
  error: 'gx-error-bin',
  /** For whom a call is made, by the word of `keys` (decisions, section 13). */
  assertion: 'gx-assertion',
} as const;

export const EVENT_HEADERS = {
  eventId: 'event-id',
  eventType: 'event-type',
  traceparent: 'traceparent',
  accountId: 'account-id',
  livemode: 'livemode',
  /** `<key id>.<base64url>`: who has signed the event (decisions, section 13). */
  signature: 'gx-signature',
} as const;

/**
 * What a dead letter carries beside its own headers. `id` is the same for each copy of one message, and
 * each time that a replay of it is dead-lettered again; `replays` says how often it was put back until then.
 * A replayed message names the group that it is for: the others have it. A record of a dead letter topic with
 * `mark` is no message: it says that the message `id` was put back for the `replays`th time.
 */
export const DLQ_HEADERS = {
  reason: 'dlq-reason',
  from: 'dlq-from',
  id: 'dlq-id',
  replays: 'dlq-replays',
  group: 'dlq-for',
  mark: 'dlq-mark',
} as const;
