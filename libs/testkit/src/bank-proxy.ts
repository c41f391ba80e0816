import { type AddressInfo, connect, type Socket } from 'node:net';
import { createServer } from 'node:tls';
import { type Identity, selfSigned } from '@gx/stack';

/** Mutual TLS in front of a bank that speaks plain HTTP, as real banks demand it. */
export type BankProxy = {
  readonly url: string;
  /** What the bank shows, which is also who vouches for it. */
  readonly bank: Identity;
  /** The names of those who were let in, one for each connection. */
  readonly admitted: readonly string[];
  /** How many were turned away. */
  readonly refused: () => number;
  readonly stop: () => Promise<void>;
};

/** Lets in who shows a certificate of the authority, and nobody else. */
export async function openBankProxy(target: string, authority: string): Promise<BankProxy> {
  const bank = selfSigned('bank');
  const { hostname, port: targetPort } = new URL(target);
  const admitted: string[] = [];
  const open = new Set<Socket>();
  let refused = 0;
  const mutual = { ca: authority, requestCert: true, rejectUnauthorized: true };
  const server = createServer({ ...bank, ...mutual }, (socket) => {
    admitted.push(String(socket.getPeerCertificate().subject.CN));
    const inside = connect(Number(targetPort), hostname);
    open.add(socket);
    const end = (): void => {
      open.delete(socket);
      socket.destroy();
      inside.destroy();
    };
    for (const side of [socket, inside]) side.on('error', end).on('close', end);
    socket.pipe(inside).pipe(socket);
  });
  server.on('tlsClientError', () => {
    refused += 1;
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bank,
    admitted,
    refused: () => refused,
    stop: async () => {
      const closed = new Promise((done) => server.close(done));
      for (const socket of open) socket.destroy();
      await closed;
    },
  };
}
