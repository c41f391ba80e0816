import * as grpc from '@grpc/grpc-js';
import { errorDetailCodec, METADATA } from '@gx/contracts';
import { ERRORS, type ErrorCode, InvariantViolation, isErrorCode, type Reason, Refusal, unavailable } from '@gx/core';

/** A refusal as a gRPC status from the error table, with the whole of it in the `gx-error-bin` trailer. */
export function toStatus(refusal: Refusal): Partial<grpc.StatusObject> & { code: grpc.status } {
  const { param, details, reason, retryAfterSeconds } = refusal.more;
  const metadata = new grpc.Metadata();
  const detail = errorDetailCodec.encode({
    code: refusal.code,
    message: refusal.message,
    details: details === undefined ? [] : [...details],
    ...(param === undefined ? {} : { param }),
    ...(reason === undefined ? {} : { reason }),
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  });
  metadata.set(METADATA.error, detail);
  // A refusal is an answer: the transport repeats only calls that reached nobody (gRFC A6).
  metadata.set('grpc-retry-pushback-ms', '-1');
  return { code: grpc.status[ERRORS[refusal.code].grpc], details: refusal.code, metadata };
}

/**
 * What a failed call means to the caller: the refusal that the other side sent, `service_unavailable` when it could not
 * be reached or did not answer in time, and otherwise a bug of ours.
 */
export function fromStatus(method: string, error: grpc.ServiceError): Error {
  const trailer = error.metadata?.get(METADATA.error)[0];
  if (Buffer.isBuffer(trailer)) return decodeRefusal(trailer);
  if (error.code === grpc.status.UNAVAILABLE || error.code === grpc.status.DEADLINE_EXCEEDED) {
    const refusal = unavailable('The service cannot answer now. Retry with the same Idempotency-Key.');
    refusal.cause = new Error(`${method}: ${grpc.status[error.code]}`);
    return refusal;
  }
  return new InvariantViolation(`${method} failed with ${grpc.status[error.code] ?? error.code}`, { cause: error });
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
