/** Names of what travels beside a message, over gRPC metadata and Kafka headers. No personal data is ever among them. */
export const METADATA = { requestId: 'x-request-id', traceparent: 'traceparent', error: 'gx-error-bin' } as const;

export const EVENT_HEADERS = {
  eventId: 'event-id',
  eventType: 'event-type',
  traceparent: 'traceparent',
  accountId: 'account-id',
  livemode: 'livemode',
} as const;
