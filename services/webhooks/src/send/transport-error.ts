import { errors } from 'undici';
import type { TransportError } from '../domain/delivery.ts';
import { AddressNotAllowed, NameNotResolved } from './guarded-connector.ts';

/** Codes of Node and undici to our own words. What is not listed says no more than that it failed. */
const WORDS: Readonly<Record<string, TransportError>> = {
  UND_ERR_CONNECT_TIMEOUT: 'connection_timeout',
  UND_ERR_HEADERS_TIMEOUT: 'connection_timeout',
  UND_ERR_BODY_TIMEOUT: 'connection_timeout',
  ETIMEDOUT: 'connection_timeout',
  ECONNREFUSED: 'connection_refused',
  ECONNRESET: 'connection_reset',
  EPIPE: 'connection_reset',
  UND_ERR_SOCKET: 'connection_reset',
  UND_ERR_HEADERS_OVERFLOW: 'invalid_response',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'invalid_response',
  EPROTO: 'tls_error',
  HOSTNAME_MISMATCH: 'tls_error',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'tls_error',
  SELF_SIGNED_CERT_IN_CHAIN: 'tls_error',
};
const TLS_CODE = /^(?:ERR_TLS|ERR_SSL|CERT_|UNABLE_TO_)/;

/** The word for `lastError`. */
export function transportError(error: unknown): TransportError {
  if (error instanceof AddressNotAllowed) return 'address_not_allowed';
  if (error instanceof NameNotResolved) return 'dns_failure';
  if (error instanceof AggregateError && error.errors.length > 0) return transportError(error.errors[0]);
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (TLS_CODE.test(code)) return 'tls_error';
  if (error instanceof errors.HTTPParserError) return 'invalid_response';
  return WORDS[code] ?? 'connection_failed';
}
