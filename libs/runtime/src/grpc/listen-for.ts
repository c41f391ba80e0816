import { createServer, type Server, type Socket } from 'node:net';
import { gauge } from '../telemetry/metrics.ts';
import type { GrpcIdentity } from './grpc-identity.ts';
import { HANDSHAKE_MS, type HandshakeEnds, handshakes } from './handshakes.ts';

export type ConnectionEnds = HandshakeEnds & {
  /** One without TLS, while there are both. */
  readonly onPlaintext: (socket: Socket) => void;
};

/** Where callers come in: by TLS, without, or, while services change from one to the other, both ways. */
export function listenFor(identity: GrpcIdentity, ends: ConnectionEnds): Server {
  if (identity.secureContext === undefined) return createServer(ends.onConnection);
  return identity.answersPlaintext ? eitherWay(identity, ends) : handshakes(identity, ends);
}

/** With what a TLS handshake begins (RFC 8446, 5.1). HTTP/2 without TLS begins with a `P` (RFC 9113, 3.4). */
const HANDSHAKE = 0x16;

/** At one port, so that no caller has to know which: the first byte says how the connection goes on. */
function eitherWay(identity: GrpcIdentity, ends: ConnectionEnds): Server {
  const secure = handshakes(identity, ends);
  const server = createServer((socket) => {
    socket.setTimeout(HANDSHAKE_MS, () => socket.destroy());
    // What it says later is for those who go on with it.
    socket.once('error', () => socket.destroy());
    firstByte(socket, (byte) => {
      socket.setTimeout(0).removeAllListeners('timeout');
      if (byte === HANDSHAKE) return secure.emit('connection', socket);
      ends.onPlaintext(socket);
      return ends.onConnection(socket);
    });
  });
  return server.once('close', () => secure.close());
}

/** Reads it and puts it back. */
function firstByte(socket: Socket, onByte: (byte: number) => void): void {
  socket.once('readable', () => {
    const read: Buffer | null = socket.read(1);
    if (read === null) return;
    socket.unshift(read);
    onByte(read[0] as number);
  });
}

/** Says how many are open: at 0 everywhere nobody is left who calls without TLS. */
export function plaintextGauge({ party, tlsStep }: GrpcIdentity): ConnectionEnds['onPlaintext'] {
  let open = 0;
  const record = (more: 1 | 0 | -1): void => {
    open += more;
    gauge('gx.grpc.plaintext.connections', open, { 'gx.service': party });
  };
  if (tlsStep !== undefined) record(0);
  return (socket) => {
    record(1);
    socket.once('close', () => record(-1));
  };
}
