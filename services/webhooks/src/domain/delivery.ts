import type { EventId, Id, Tenant } from '@gx/core';
import type { EventName } from './event-catalog.ts';
import { MAX_ATTEMPTS, parseRetryAfter, retryDelayMs } from './retry-schedule.ts';

/** Specification, Webhook delivery status. */
export type DeliveryStatus = 'PENDING' | 'PROCESSING' | 'DELIVERED' | 'FAILED' | 'CANCELLED';
/** Nothing is sent any more, unless it is requested once more. */
export const ENDED = ['DELIVERED', 'FAILED', 'CANCELLED'] as const satisfies DeliveryStatus[];

/** Every legal move of a delivery (decisions N4). The store writes no other. */
// biome-ignore format: one row per move, read as a table
export const MOVES = {
  claim:   { from: ['PENDING'],               to: 'PROCESSING' },
  deliver: { from: ['PROCESSING'],            to: 'DELIVERED' },
  retry:   { from: ['PROCESSING'],            to: 'PENDING' },
  exhaust: { from: ['PROCESSING'],            to: 'FAILED' },
  cancel:  { from: ['PENDING', 'PROCESSING'], to: 'CANCELLED' },
  resend:  { from: ['PENDING', 'PROCESSING', 'DELIVERED', 'FAILED', 'CANCELLED'], to: 'PENDING' },
} as const satisfies Record<string, { from: readonly DeliveryStatus[]; to: DeliveryStatus }>;

/**
 * First attempts, retries and what is replayed wait and run apart, so that no pile of old ones delays a new
 * event.
 */
export const QUEUES = ['first', 'retry', 'replay'] as const;
export type QueueName = (typeof QUEUES)[number];

/**
 * What is being sent was requested once more: it is PENDING again when its attempt has ended, or only if that
 * fails.
 */
export type ResendAfter = 'attempt' | 'failure';

/** One concrete event for one endpoint, with the body that every attempt sends byte for byte. */
export type NewDelivery = {
  readonly id: Id<'delivery'>;
  readonly tenant: Tenant;
  readonly endpointId: Id<'endpoint'>;
  readonly eventId: EventId;
  readonly eventName: EventName;
  /** Empty the first time: a manual re-send is another delivery of the same event. */
  readonly resendId: string;
  /** Whose first attempts keep their order: the charge. */
  readonly subjectId: string;
  readonly payload: string;
  /** Where its event keeps the same bytes: the contract version that they are under. */
  readonly apiVersion?: string;
  readonly traceparent: string | undefined;
  /** Scheme, host and port: what concurrency is bounded by. */
  readonly origin: string;
  /** Of a transaction that has its own; all others go to where their endpoint is when their turn comes. */
  readonly url?: string | undefined;
};

/**
 * What deliveries wait for together: an endpoint, or what an account sends to one host for transactions with
 * URLs of their own.
 */
export type QueueKey = Pick<NewDelivery, 'tenant' | 'endpointId' | 'origin'>;
/** Who can take no more now. */
export type Busy = { readonly queues: readonly QueueKey[]; readonly accounts: readonly Id<'account'>[] };

/**
 * Attempts that the log of a delivery keeps, the last ones. A merchant may re-send a delivery for ever, and a
 * document that outgrew the database could not be written any more, neither by its record nor by the process
 * that takes back what has lapsed, for all merchants at once.
 */
export const ATTEMPTS_KEPT = 50;

/** Why no answer counted. Short stable words: nothing of our own network or of the peer's text is in them. */
export const TRANSPORT_ERRORS = [
  'dns_failure',
  'address_not_allowed',
  'tls_error',
  'connection_refused',
  'connection_reset',
  'connection_timeout',
  'connection_failed',
  'invalid_response',
  'redirect_not_followed',
  'interrupted',
] as const;
export type TransportError = (typeof TRANSPORT_ERRORS)[number];

/**
 * What one HTTP try came to. A redirect is an answer that is not followed, so it has a status and an error.
 */
export type AttemptOutcome = {
  readonly statusCode: number | undefined;
  readonly error: TransportError | undefined;
  readonly responseBody: string | undefined;
  readonly retryAfter: string | undefined;
  readonly durationMs: number;
};

/** What of an attempt's headers its delivery does not tell; the log keeps the beginnings of signatures. */
export type AttemptSignatures = {
  readonly unixSeconds: number;
  /** In both forms: our own, and that of Standard Webhooks. */
  readonly own: string;
  readonly standard: string;
  readonly traceparent?: string;
};
/** What becomes of a delivery after an attempt. */
export type AttemptDecision =
  | { readonly move: 'deliver' }
  | { readonly move: 'retry'; readonly delayMs: number }
  | { readonly move: 'exhaust' };

type Terms = { readonly jitter: number; readonly scale: number; readonly now: Date };

const ASKS_TO_WAIT: ReadonlySet<number> = new Set([429, 503]);

/**
 * 2xx delivers; anything else is tried again until the attempts are used up (specification, Delivery
 * behaviour). `Retry-After` counts on 429 and 503 only.
 */
export function decideAfterAttempt(
  attempt: number,
  outcome: AttemptOutcome,
  { jitter, scale, now }: Terms,
): AttemptDecision {
  const { statusCode, error, retryAfter } = outcome;
  if (error === undefined && statusCode !== undefined && statusCode >= 200 && statusCode < 300)
    return { move: 'deliver' };
  const requestsDelay = retryAfter !== undefined && ASKS_TO_WAIT.has(statusCode ?? 0);
  const retryAfterMs = requestsDelay ? parseRetryAfter(retryAfter, now) : undefined;
  const delayMs = attempt >= MAX_ATTEMPTS ? undefined : retryDelayMs(attempt, { jitter, scale, retryAfterMs });
  return delayMs === undefined ? { move: 'exhaust' } : { move: 'retry', delayMs };
}
