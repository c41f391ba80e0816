import type { Tenant } from '@gx/core';
import { EVENT_HEADERS } from './headers.ts';

/**
 * One encoded event as it waits in a document's outbox and as it travels: key, headers and the proto bytes.
 */
export type EncodedEvent = {
  readonly eventId: string;
  readonly type: string;
  readonly sequence: number;
  /** The topic's key: the account id. */
  readonly key: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly value: Buffer;
};

type EventAttributes = {
  readonly eventId: string;
  readonly type: string;
  readonly sequence: number;
  readonly tenant: Tenant;
  /** W3C trace context of what caused the event; absent when nothing is traced. */
  readonly traceparent: string | undefined;
};

/** Puts an encoded message into its envelope of key and headers. */
export function encodedEvent(attributes: EventAttributes, value: Buffer): EncodedEvent {
  const { eventId, type, sequence, tenant, traceparent } = attributes;
  return {
    eventId,
    type,
    sequence,
    key: tenant.accountId,
    headers: {
      [EVENT_HEADERS.eventId]: eventId,
      [EVENT_HEADERS.eventType]: type,
      [EVENT_HEADERS.accountId]: tenant.accountId,
      [EVENT_HEADERS.livemode]: String(tenant.livemode),
      ...(traceparent === undefined ? {} : { [EVENT_HEADERS.traceparent]: traceparent }),
    },
    value,
  };
}
