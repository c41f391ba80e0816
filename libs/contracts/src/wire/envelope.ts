import { isoMillis } from '@gx/core';

/** The contract version that canonical envelopes carry (specification, Versioning). */
export const API_VERSION = '2026-11-01';

/** Canonical envelope of `charge.*` and `payout.*` (specification, Events). */
export type CanonicalEnvelope<Data> = {
  readonly id: string;
  readonly object: 'event';
  readonly api_version: string;
  readonly type: string;
  readonly created_at: string;
  readonly livemode: boolean;
  /** Of the charge or payout: a later event of it has a larger one. Numbers between them are internal. */
  readonly sequence: number;
  readonly data: Data;
};

/** Legacy envelope of `payment.*` and `withdrawal.*` (specification, Events). */
export type LegacyEnvelope<Data> = { readonly event: string; readonly livemode: boolean; readonly data: Data };

/** Which event it was, and when. */
export type Occurrence = {
  readonly eventId: string;
  readonly occurredAtMs: number;
  readonly livemode: boolean;
  readonly sequence: number;
};

export const canonicalEnvelope = <Data>(
  type: string,
  data: Data,
  { eventId, occurredAtMs, livemode, sequence }: Occurrence,
): CanonicalEnvelope<Data> => ({
  id: eventId,
  object: 'event',
  api_version: API_VERSION,
  type,
  created_at: isoMillis(new Date(occurredAtMs)),
  livemode,
  sequence,
  data,
});
