import type { Socket } from 'node:net';
import { createServer, type Server, type TLSSocket } from 'node:tls';
import type { GrpcIdentity } from './grpc-identity.ts';

/** Why a server does not let a connection in: few values, for a metric has them. */
export type HandshakeRefusalReason =
  | 'no_tls'
  | 'no_certificate'
  | 'certificate_expired'
  | 'unknown_authority'
  | 'not_believed'
  | 'broken_off'
  | 'other';
export type HandshakeRefusal = {
  readonly reason: HandshakeRefusalReason;
  /** What TLS calls it. */
  readonly code: string;
  /** Undefined where the connection was gone before it could be read. */
  readonly address: string | undefined;
};

/** By the codes of OpenSSL and Node; any other is `other`. */
const REASONS: Readonly<Record<string, HandshakeRefusalReason>> = {
  ERR_SSL_WRONG_VERSION_NUMBER: 'no_tls',
  ERR_SSL_HTTP_REQUEST: 'no_tls',
  ERR_SSL_PACKET_LENGTH_TOO_LONG: 'no_tls',
  ERR_SSL_PEER_DID_NOT_RETURN_A_CERTIFICATE: 'no_certificate',
  CERT_HAS_EXPIRED: 'certificate_expired',
  CERT_NOT_YET_VALID: 'certificate_expired',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'unknown_authority',
  UNABLE_TO_GET_ISSUER_CERT: 'unknown_authority',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'unknown_authority',
  SELF_SIGNED_CERT_IN_CHAIN: 'unknown_authority',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'unknown_authority',
  CERT_SIGNATURE_FAILURE: 'unknown_authority',
  // The caller says so of us. One that is written in Node only hangs up.
  ERR_SSL_TLSV1_ALERT_UNKNOWN_CA: 'not_believed',
  ERR_SSL_SSLV3_ALERT_BAD_CERTIFICATE: 'not_believed',
  ERR_SSL_SSLV3_ALERT_CERTIFICATE_UNKNOWN: 'not_believed',
  ERR_SSL_SSLV3_ALERT_CERTIFICATE_EXPIRED: 'not_believed',
  ECONNRESET: 'broken_off',
  EPIPE: 'broken_off',
  ERR_TLS_HANDSHAKE_TIMEOUT: 'broken_off',
};

/** Two round trips and a signature; who opens connections and says nothing holds one for so long. */
export const HANDSHAKE_MS = 10_000;
const PROTOCOL = 'h2';

/** What becomes of a connection. */
export type HandshakeEnds = {
  readonly onConnection: (socket: Socket) => void;
  readonly onRefused: (refusal: HandshakeRefusal) => void;
};

/**
 * Lets in connections of callers with a certificate of our authority, and of nobody else. The handshake is
 * ours, and not that of grpc-js, whose TLS server is its own affair: it drops what it refuses, and nobody
 * outside gets the event (`tlsClientError`). Certificates that are replaced are those of the next connection.
 */
export function handshakes(identity: GrpcIdentity, { onConnection, onRefused }: HandshakeEnds): Server {
  const server = createServer({
    ...identity.secureContext,
    requestCert: true,
    rejectUnauthorized: true,
    ALPNProtocols: [PROTOCOL],
    handshakeTimeout: HANDSHAKE_MS,
  });
  server.on('secureConnection', (socket) => {
    // From here on an error ends its calls, which say so.
    socket.on('error', () => undefined);
    // Each call reads it, and it stays as it is: to read it from TLS every time is a fortieth of a busy
    // service.
    const certificate = socket.getPeerCertificate();
    socket.getPeerCertificate = () => certificate as never;
    onConnection(socket);
  });
  server.on('tlsClientError', (error, socket) => onRefused(refusalOf(error, socket)));
  const forget = identity.onReplaced((context) => server.setSecureContext(context));
  server.once('close', forget);
  return server;
}

/** Node hangs up on a certificate that does not hold and leaves what was wrong with it at the socket. */
function refusalOf(error: NodeJS.ErrnoException, { authorizationError, remoteAddress }: TLSSocket): HandshakeRefusal {
  const code = String(authorizationError ?? error.code ?? error.name);
  return { reason: REASONS[code] ?? 'other', code, address: remoteAddress };
}
