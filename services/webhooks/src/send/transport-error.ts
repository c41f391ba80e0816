import type { TransportError } from '../domain/delivery.ts';
import { AddressNotAllowed, NameNotResolved } from './guarded-connector.ts';

/**
 * Codes of Node, and of undici where it connects, to our own words. What is not listed says no more than that
 * it failed.
 */
const WORDS: Readonly<Record<string, TransportError>> = {
  UND_ERR_CONNECT_TIMEOUT: 'connection_timeout',
  ETIMEDOUT: 'connection_timeout',
  ECONNREFUSED: 'connection_refused',
  ECONNRESET: 'connection_reset',
  EPIPE: 'connection_reset',
  EPROTO: 'tls_error',
  HOSTNAME_MISMATCH: 'tls_error',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'tls_error',
  SELF_SIGNED_CERT_IN_CHAIN: 'tls_error',
};
/** What Node's parser of HTTP refuses. */
const PARSER_CODE = /^HPE_/;
const TLS_CODE = /^(?:ERR_TLS|ERR_SSL|CERT_|UNABLE_TO_)/;

/** The word for `lastError`. */
export function transportError(error: unknown): TransportError {
  if (error instanceof AddressNotAllowed) return 'address_not_allowed';
  if (error instanceof NameNotResolved) return 'dns_failure';
  if (error instanceof AggregateError && error.errors.length > 0) return transportError(error.errors[0]);
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (TLS_CODE.test(code)) return 'tls_error';
  if (PARSER_CODE.test(code)) return 'invalid_response';
  return WORDS[code] ?? 'connection_failed';
}
