import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RpcParty, SERVICES, spiffeId } from '@gx/contracts';
import { identitySpec, readConfig } from '@gx/runtime';
import { GrpcIdentity, grpcClient } from '@gx/runtime/grpc';
import { type Authority, authority, localIdentity, until } from '@gx/testkit';
import test, { type ExecutionContext } from 'ava';
import { CALL, clientAs, identityBy, OPTIONS, outcomeOf, served } from './rpc-parties.ts';

/** Certificates in files, as a Secret is mounted. */
function mounted(t: ExecutionContext, party: RpcParty) {
  const folder = mkdtempSync(join(tmpdir(), 'gx-identity-'));
  t.teardown(() => rmSync(folder, { recursive: true }));
  const file = (name: string): string => join(folder, name);
  const put = (name: string, text: string): void => writeFileSync(file(name), text);
  const renew = (signer: Authority, trusted: readonly Authority[]): void => {
    const { cert, key } = signer.issue(party, { uri: spiffeId(party) });
    put('tls.crt', cert);
    put('tls.key', key);
    put('ca.crt', trusted.map((one) => one.cert).join(''));
  };
  const config = () =>
    readConfig(
      {
        GRPC_CERTIFICATE_FILE: file('tls.crt'),
        GRPC_PRIVATE_KEY_FILE: file('tls.key'),
        GRPC_AUTHORITY_FILE: file('ca.crt'),
      },
      identitySpec(party),
    );
  return { put, renew, config };
}

test('certificates and their authority are replaced under load, one after the other: no call fails, and the old authority is nobody’s in the end', async (t) => {
  const [old, next] = [authority('old'), authority('next')];
  const [serverFiles, clientFiles] = [mounted(t, 'keys'), mounted(t, 'gateway')];
  for (const files of [serverFiles, clientFiles]) files.renew(old, [old]);
  const identities = [
    new GrpcIdentity('keys', serverFiles.config()),
    new GrpcIdentity('gateway', clientFiles.config()),
  ];
  const [server, caller] = identities as [GrpcIdentity, GrpcIdentity];
  const { port } = await served(t, SERVICES.keys, { identity: server });
  const failed: string[] = [];
  let [calls, going] = [0, true];
  // A connection of its own each: what was replaced is shown by new ones alone.
  const load = async (): Promise<void> => {
    while (going) {
      const client = grpcClient(SERVICES.keys, `127.0.0.1:${port}`, { ...OPTIONS, identity: caller });
      await client.login(CALL, {}).catch((error: Error) => failed.push(error.message));
      client.close();
      calls += 1;
    }
  };
  const under = load();
  const rounds: readonly [Authority, readonly Authority[]][] = [
    [old, [old, next]],
    [next, [old, next]],
    [next, [next]],
  ];
  for (const [signer, trusted] of rounds)
    for (const [index, files] of [serverFiles, clientFiles].entries()) {
      files.renew(signer, trusted);
      t.true(identities[index]?.refresh());
      const so = calls;
      await until('a few calls were made', () => calls > so + 3);
    }
  going = false;
  await under;
  t.deepEqual(failed, []);
  t.log(`${calls} calls over new connections`);
  const behind = identityBy(old, 'gateway', spiffeId('gateway'), next.cert);
  t.is(await outcomeOf(clientAs(t, SERVICES.keys, port, behind), 'Login'), 'service_unavailable');
});

test('a certificate without its key is half a replacement: the one before stays until the other half is there', async (t) => {
  const signer = authority('ours');
  const files = mounted(t, 'keys');
  files.renew(signer, [signer]);
  const identity = new GrpcIdentity('keys', files.config());
  const { port } = await served(t, SERVICES.keys, { identity });
  const { cert, key } = signer.issue('keys', { uri: spiffeId('keys'), hours: 50 });
  files.put('tls.crt', cert);
  t.throws(() => identity.refresh(), { message: 'GRPC_PRIVATE_KEY is not the key of GRPC_CERTIFICATE' });
  const ends = identity.endsAt?.getTime() ?? 0;
  t.is(await outcomeOf(clientAs(t, SERVICES.keys, port, identityBy(signer, 'gateway')), 'Login'), 'answered');
  files.put('tls.key', key);
  t.true(identity.refresh());
  t.true((identity.endsAt?.getTime() ?? 0) > ends);
  t.false(identity.refresh(), 'nothing is new');
  files.renew(signer, []);
  t.throws(() => identity.refresh(), { message: /GRPC_AUTHORITY/ });
  t.is(await outcomeOf(clientAs(t, SERVICES.keys, port, identityBy(signer, 'gateway')), 'Login'), 'answered');
});

test('a connection ends with its age: whose authority is gone by then does not come in again', async (t) => {
  const [old, next] = [authority('old'), authority('next')];
  const files = mounted(t, 'keys');
  files.renew(old, [old]);
  const identity = new GrpcIdentity('keys', files.config());
  const { port } = await served(t, SERVICES.keys, { identity, connectionMs: 500 });
  const client = clientAs(
    t,
    SERVICES.keys,
    port,
    identityBy(old, 'gateway', spiffeId('gateway'), old.cert + next.cert),
  );
  t.is(await outcomeOf(client, 'Login'), 'answered');
  files.renew(next, [next]);
  t.true(identity.refresh());
  await until('it is refused', async () => (await outcomeOf(client, 'Login')) === 'service_unavailable');
});

/** A way to a port that counts the connections over it. */
async function countedWay(t: ExecutionContext, port: number) {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    const onward = connect({ host: '127.0.0.1', port });
    sockets.push(socket, onward);
    for (const one of [socket, onward]) one.on('error', () => undefined);
    socket.pipe(onward).pipe(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, connections: () => sockets.length / 2 };
}

test('connections end with their age under load: no call fails, also none that may not be repeated', async (t) => {
  const { port } = await served(t, SERVICES.keys, { connectionMs: 200 });
  const way = await countedWay(t, port);
  const client = clientAs(t, SERVICES.keys, way.port, localIdentity('gateway'));
  const failed: string[] = [];
  const load = async (): Promise<void> => {
    while (way.connections() < 10) {
      const outcome = await outcomeOf(client, 'Login');
      if (outcome !== 'answered') failed.push(outcome);
    }
  };
  await Promise.all(Array.from({ length: 8 }, load));
  t.deepEqual(failed, []);
});
