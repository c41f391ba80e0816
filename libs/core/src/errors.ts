export type ErrorType =
  | 'invalid_request_error'
  | 'authentication_error'
  | 'permission_error'
  | 'not_found_error'
  | 'conflict_error'
  | 'rate_limit_error'
  | 'api_error';
type GrpcStatus =
  | 'INVALID_ARGUMENT'
  | 'UNAUTHENTICATED'
  | 'PERMISSION_DENIED'
  | 'NOT_FOUND'
  | 'ALREADY_EXISTS'
  | 'FAILED_PRECONDITION'
  | 'RESOURCE_EXHAUSTED'
  | 'INTERNAL'
  | 'UNAVAILABLE';
type ErrorSpec = {
  readonly type: ErrorType;
  readonly http: number;
  readonly grpc: GrpcStatus;
  readonly retryable: boolean;
  readonly description: string;
};

/**
 * Every error a client can see, one row each. The gateway, the RPC edge, `GET /v1/errors` and the docs read
 * only this.
 */
// biome-ignore format: one row per code, read as a table
export const ERRORS = {
  invalid_request:                  { type: 'invalid_request_error', http: 400, grpc: 'INVALID_ARGUMENT',    retryable: false, description: 'A field, header or parameter is missing or malformed; `param` and `details` name it.' },
  invalid_amount:                   { type: 'invalid_request_error', http: 400, grpc: 'INVALID_ARGUMENT',    retryable: false, description: 'The amount is not a positive integer in the smallest unit, or is out of range.' },
  invalid_currency:                 { type: 'invalid_request_error', http: 400, grpc: 'INVALID_ARGUMENT',    retryable: false, description: 'The currency is malformed or does not fit the payment method.' },
  invalid_document:                 { type: 'invalid_request_error', http: 400, grpc: 'INVALID_ARGUMENT',    retryable: false, description: 'A CPF or CNPJ has wrong check digits or a wrong form.' },
  invalid_expires_in:               { type: 'invalid_request_error', http: 400, grpc: 'INVALID_ARGUMENT',    retryable: false, description: 'expires_in is not an integer of at least 60 seconds.' },
  invalid_url:                      { type: 'invalid_request_error', http: 400, grpc: 'INVALID_ARGUMENT',    retryable: false, description: 'The URL is malformed or can never be delivered to.' },
  invalid_event:                    { type: 'invalid_request_error', http: 400, grpc: 'INVALID_ARGUMENT',    retryable: false, description: 'An event name is not in the event catalog.' },
  invalid_cursor:                   { type: 'invalid_request_error', http: 400, grpc: 'INVALID_ARGUMENT',    retryable: false, description: 'The cursor does not name an object of this list.' },
  unauthorized:                     { type: 'authentication_error',  http: 401, grpc: 'UNAUTHENTICATED',     retryable: false, description: 'The API key, token or password is missing, wrong, rotated or revoked.' },
  'fraud.customer_velocity_exceeded': { type: 'permission_error',    http: 403, grpc: 'PERMISSION_DENIED',   retryable: false, description: 'Too many live charges for one customer in a short window.' },
  'fraud.account_velocity_exceeded':  { type: 'permission_error',    http: 403, grpc: 'PERMISSION_DENIED',   retryable: false, description: 'Too many live charges for the account in a short window.' },
  'fraud.payout_limit_exceeded':    { type: 'permission_error',      http: 403, grpc: 'PERMISSION_DENIED',   retryable: false, description: 'The payout is over a limit of the account; `reason` says which.' },
  'fraud.refund_velocity_exceeded': { type: 'permission_error',    http: 403, grpc: 'PERMISSION_DENIED',   retryable: false, description: 'The refund is over a limit of the account; `reason` says which.' },
  forbidden:                        { type: 'permission_error',      http: 403, grpc: 'PERMISSION_DENIED',   retryable: false, description: 'The caller may not do this; `reason` says why.' },
  not_found:                        { type: 'not_found_error',       http: 404, grpc: 'NOT_FOUND',           retryable: false, description: 'No such route or object, or it belongs to somebody else.' },
  idempotency_key_reused:           { type: 'conflict_error',        http: 409, grpc: 'ALREADY_EXISTS',      retryable: false, description: 'The Idempotency-Key was used before with another body.' },
  unprocessable_entity:             { type: 'invalid_request_error', http: 422, grpc: 'FAILED_PRECONDITION', retryable: false, description: 'A rule of the business or of the bank forbids it; `reason` says which.' },
  REFUND_NOT_SUPPORTED:             { type: 'invalid_request_error', http: 422, grpc: 'FAILED_PRECONDITION', retryable: false, description: 'The provider of this payment cannot refund it that way.' },
  rate_limited:                     { type: 'rate_limit_error',      http: 429, grpc: 'RESOURCE_EXHAUSTED',  retryable: true,  description: 'Too many requests; wait for `Retry-After` seconds.' },
  internal_error:                   { type: 'api_error',             http: 500, grpc: 'INTERNAL',            retryable: true,  description: 'A fault of ours. Safe to retry with the same Idempotency-Key.' },
  service_unavailable:              { type: 'api_error',             http: 503, grpc: 'UNAVAILABLE',         retryable: true,  description: 'The service or the bank cannot answer now. Safe to retry with the same Idempotency-Key.' },
} as const satisfies Record<string, ErrorSpec>;

export type ErrorCode = keyof typeof ERRORS;
export const isErrorCode = (value: string): value is ErrorCode => Object.hasOwn(ERRORS, value);

/**
 * Which rule refused, of `unprocessable_entity`, `forbidden`, `fraud.payout_limit_exceeded` and of a login
 * (decisions A15, sections 4 and 11), additive to the envelope as `error.reason`.
 */
export type Reason =
  | 'role_not_allowed'
  | 'totp_required'
  | 'payouts_blocked'
  | 'account_frozen'
  | 'account_closed'
  | 'no_provider_for_method'
  | 'hold_voided'
  | 'hold_committed'
  | 'hold_not_committed'
  | 'returns_exceed_hold'
  | 'return_says_otherwise'
  | 'nothing_held'
  | 'charge_open'
  | 'payout_open'
  | 'refund_open'
  | 'personal_data_in_clear'
  | 'charge_not_cancellable'
  | 'endpoint_not_active'
  | 'event_not_subscribed'
  | 'payload_expired'
  | 'endpoint_limit_reached'
  | 'replay_in_progress'
  | 'replay_too_large'
  | 'charge_not_refundable'
  | 'charge_disputed'
  | 'dispute_closed'
  | 'evidence_limit_reached'
  | 'refund_limit_reached'
  | 'devolution_window_expired'
  | 'insufficient_balance'
  | 'refund_fee_exceeds_margin'
  | 'provider_rejected'
  | 'payment_rejected'
  | 'receipt_unavailable'
  | 'capability_missing'
  | 'duplicate_suspected'
  | 'payout_not_cancellable'
  | 'payout_not_awaiting_approval'
  | 'payout_per_payment'
  | 'payout_per_day'
  | 'payout_per_night'
  | 'payout_new_destination'
  | 'destination_not_allowed'
  | 'refund_count_per_day'
  | 'refund_sum_per_day'
  | 'refund_new_destinations';

/** One failing field and what is wrong with it. */
export type ErrorDetail = { readonly param: string; readonly message: string };
export type RefusalMore = {
  readonly param?: string;
  readonly details?: readonly ErrorDetail[];
  readonly reason?: Reason;
  readonly retryAfterSeconds?: number;
};

/** A refusal that a client may see, one row of ERRORS. Anything else that is thrown is a bug of ours. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly code: ErrorCode;
  readonly more: RefusalMore;

  constructor(code: ErrorCode, message: string, more: RefusalMore = {}) {
    super(message);
    this.code = code;
    this.more = more;
  }
}

/** "Not yours" and "not there" are one answer (architecture, invariant 8). */
export const notFound = (what: string): Refusal => new Refusal('not_found', `No such ${what}.`);
export const unavailable = (message: string, retryAfterSeconds = 1): Refusal =>
  new Refusal('service_unavailable', message, { retryAfterSeconds });
/** There was no answer, or not now: that means neither yes nor no. */
export const isUnavailable = (error: unknown): error is Refusal =>
  error instanceof Refusal && error.code === 'service_unavailable';
