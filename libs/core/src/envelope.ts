import { ERRORS, type ErrorDetail, type ErrorType, type Reason, type Refusal } from './errors.ts';

/** The error envelope (specification, Errors); `reason` is additive (decisions A15). */
export type Envelope = {
  readonly error: {
    readonly type: ErrorType;
    readonly code: string;
    readonly message: string;
    readonly param?: string;
    readonly details?: readonly ErrorDetail[];
    readonly reason?: Reason;
  };
  readonly request_id: string;
};

/** So many fields that failed are told, the first ones; a client that mends them hears of the others. */
export const DETAILS_MAX = 20;

/**
 * Renders a refusal from the error table and nothing else. A validation failure about one field is its only
 * detail.
 */
export function envelope({ code, message, more }: Refusal, requestId: string): Envelope {
  const { param, reason } = more;
  const invalid = param !== undefined && ERRORS[code].http === 400;
  const details = more.details ?? (invalid ? [{ param, message }] : undefined);
  return {
    error: {
      type: ERRORS[code].type,
      code,
      message,
      ...(param === undefined ? {} : { param }),
      ...(details === undefined ? {} : { details: details.slice(0, DETAILS_MAX) }),
      ...(reason === undefined ? {} : { reason }),
    },
    request_id: requestId,
  };
}
