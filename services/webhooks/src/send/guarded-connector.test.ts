import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import test from 'ava';
import { addressGuard } from './address-guard.ts';
import { AddressNotAllowed, guardedConnector } from './guarded-connector.ts';

/**
 * What comes of a connection to a host that counts as public, at a server's own port; only these ports are
 * allowed.
 */
async function outcome(ports: (own: number) => readonly string[], hostname: string) {
  let connections = 0;
  const server = createServer().on('connection', () => {
    connections += 1;
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const guard = { ...addressGuard({ ports: ports(port) }), allows: () => true };
  const resolve = async () => [{ address: '127.0.0.1', family: 4 as const }];
  const connect = guardedConnector({ guard, resolve, timeoutMs: 5_000 });
  const target = { hostname, host: `${hostname}:${port}`, protocol: 'https:', port: String(port) };
  const error = await new Promise<Error | null>((done) => connect(target as never, (...[failed]) => done(failed)));
  server.close();
  return { error, connections };
}

for (const hostname of ['merchant.example.com', '127.0.0.1']) {
  test(`a port that is not allowed is not connected to, under any registration: ${hostname}`, async (t) => {
    const { error, connections } = await outcome(() => ['443'], hostname);
    t.true(error instanceof AddressNotAllowed, String(error));
    t.is(connections, 0);
  });

  test(`a port that is allowed is connected to: ${hostname}`, async (t) => {
    const { error, connections } = await outcome((own) => ['443', `${own}-${own}`], hostname);
    t.false(error instanceof AddressNotAllowed, String(error));
    t.is(connections, 1, 'and there is no TLS at its other end');
  });
}
