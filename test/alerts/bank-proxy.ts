import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { createServer } from 'node:tls';

/** TLS in front of the simulated bank, with a certificate that can be renewed, as a bank renews its own. */
export type BankProxy = {
  readonly url: string;
  /** What the services trust: the authority that signs for the bank. */
  readonly authority: string;
  /** Shows a new certificate that ends in so many days; connected clients have to come again. */
  readonly renew: (days: number) => void;
  readonly stop: () => Promise<void>;
};

const openssl = (...args: readonly string[]): void => {
  execFileSync('openssl', [...args], { stdio: 'ignore' });
};
const KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'] as const;

export async function openBankProxy(dir: string, simulatorPort: () => number | undefined): Promise<BankProxy> {
  mkdirSync(dir, { recursive: true });
  const file = (name: string): string => join(dir, name);
  openssl(
    ...[
      'req',
      '-x509',
      ...KEY,
      '-days',
      '3650',
      '-subj',
      '/CN=Banco',
      '-keyout',
      file('ca.key'),
      '-out',
      file('ca.pem'),
    ],
  );
  writeFileSync(file('names'), 'subjectAltName=IP:127.0.0.1\n');
  const certificate = (days: number) => {
    openssl('req', ...KEY, '-subj', '/CN=127.0.0.1', '-keyout', file('bank.key'), '-out', file('bank.csr'));
    const signer = ['-CA', file('ca.pem'), '-CAkey', file('ca.key'), '-CAcreateserial', '-extfile', file('names')];
    openssl('x509', '-req', '-in', file('bank.csr'), ...signer, '-days', String(days), '-out', file('bank.pem'));
    return { key: readFileSync(file('bank.key')), cert: readFileSync(file('bank.pem')) };
  };
  const open = new Set<Socket>();
  const server = createServer(certificate(365), (socket) => {
    const bank = connect(simulatorPort() ?? 0, '127.0.0.1');
    open.add(socket);
    const end = (): void => {
      open.delete(socket);
      socket.destroy();
      bank.destroy();
    };
    for (const side of [socket, bank]) side.on('error', end).on('close', end);
    socket.pipe(bank).pipe(socket);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as { readonly port: number };
  const disconnect = (): void => {
    for (const socket of open) socket.destroy();
  };
  return {
    url: `https://127.0.0.1:${port}`,
    authority: file('ca.pem'),
    renew: (days) => {
      server.setSecureContext(certificate(days));
      disconnect();
    },
    stop: () =>
      new Promise((closed) => {
        server.close(() => closed());
        disconnect();
      }),
  };
}
