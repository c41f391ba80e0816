import * as grpc from '@grpc/grpc-js';
import { errorDetailCodec, METADATA } from '@gx/contracts';
import { ERRORS, type ErrorCode, InvariantViolation, isErrorCode, type Reason, Refusal, unavailable } from '@gx/core';

/** A refusal is an answer: the transport repeats only calls that reached nobody (gRFC A6). */
export const NEVER_REPEATED = ['grpc-retry-pushback-ms', '-1'] as const;

/** A refusal as a status of the error table, with the whole of it in the `gx-error-bin` trailer. */
export function toStatus(refusal: Refusal): Partial<grpc.StatusObject> & { code: grpc.status } {
  const { param, details, reason, retryAfterSeconds } = refusal.more;
  const detail = errorDetailCodec.encode({
    code: refusal.code,
    message: refusal.message,
    details: details === undefined ? [] : [...details],
    ...(param === undefined ? {} : { param }),
    ...(reason === undefined ? {} : { reason }),
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  });
  const metadata = new grpc.Metadata();
  metadata.set(METADATA.error, detail);
  metadata.set(...NEVER_REPEATED);
  return { code: grpc.status[ERRORS[refusal.code].grpc], details: refusal.code, metadata };
}

/** How a call failed; `detail` is there when the other side refused in so many words. */
type CallFailure = {
  readonly code: grpc.status;
  readonly detail?: Buffer | undefined;
  readonly cause?: unknown;
};

/**
 * The words of grpc-js for a stream that ended without a status: its connection is gone, whatever HTTP/2
 * calls that.
 */
const ENDED_WITHOUT_STATUS = 'Received RST_STREAM';

/** The failure of a call. */
export function failureOf(error: grpc.ServiceError): CallFailure {
  const trailer = error.metadata?.get(METADATA.error)[0];
  if (Buffer.isBuffer(trailer)) return { code: error.code, cause: error, detail: trailer };
  const isGone = error.code === grpc.status.INTERNAL && error.details.startsWith(ENDED_WITHOUT_STATUS);
  return { code: isGone ? grpc.status.UNAVAILABLE : error.code, cause: error };
}

/** The other side has no such call: it is of a version before it. Who does not reckon with that has a bug. */
export class UnimplementedMethod extends InvariantViolation {}

/**
 * What a failed call means to the caller: the refusal that the other side sent, `service_unavailable` when it
 * could not be reached or did not answer in time, and otherwise a bug of ours.
 */
export function fromFailure(method: string, { code, detail, cause }: CallFailure): Error {
  if (detail !== undefined) return decodeRefusal(detail);
  if (code === grpc.status.UNAVAILABLE || code === grpc.status.DEADLINE_EXCEEDED) {
    const refusal = unavailable('The service cannot answer now. Retry with the same Idempotency-Key.');
    refusal.cause = new Error(`${method}: ${grpc.status[code]}`, { cause });
    return refusal;
  }
  const Failure = code === grpc.status.UNIMPLEMENTED ? UnimplementedMethod : InvariantViolation;
  return new Failure(`${method} failed with ${grpc.status[code] ?? code}`, { cause });
}

function decodeRefusal(trailer: Buffer): Error {
  const { code, message, param, details, reason, retryAfterSeconds } = errorDetailCodec.decode(trailer);
  if (!isErrorCode(code)) return new InvariantViolation(`unknown error code from another service: ${code}`);
  return new Refusal(code as ErrorCode, message, {
    ...(param === undefined ? {} : { param }),
    ...(details.length === 0 ? {} : { details }),
    ...(reason === undefined ? {} : { reason: reason as Reason }),
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  });
}
