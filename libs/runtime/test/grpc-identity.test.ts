import { type AddressInfo, createServer, type Socket } from 'node:net';
import * as grpc from '@grpc/grpc-js';
import { callersOf, RPC_PARTIES, SERVICES, spiffeId } from '@gx/contracts';
import { identitySpec, readConfig } from '@gx/runtime';
import { connectGrpc, type GrpcIdentity, serverOf } from '@gx/runtime/grpc';
import { authority, identitySettings, localIdentity, testHost } from '@gx/testkit';
import test from 'ava';
import { CALL, clientAs, identityBy, outcomeOf, plaintext, served } from './rpc-parties.ts';

test('each RPC of each service, called as each of all: those are answered whom its proto names, and nobody else', async (t) => {
  const wrong: string[] = [];
  let cells = 0;
  for (const definition of Object.values(SERVICES)) {
    const { port, operatorsPort, called } = await served(t, definition, { operatorsPort: 0 });
    for (const party of RPC_PARTIES) {
      called.splice(0);
      const own = localIdentity(party);
      const listeners = [clientAs(t, definition, port, own), clientAs(t, definition, operatorsPort, own)];
      const outcomes = Object.entries(definition).map(async ([name, method]) => {
        const [main, operators] = await Promise.all(listeners.map((listener) => outcomeOf(listener, name)));
        const callers = callersOf(method);
        const isNamed = callers.includes(party);
        const at = (isServed: boolean): string =>
          isServed ? (isNamed ? 'answered' : 'PERMISSION_DENIED') : 'UNIMPLEMENTED';
        const wanted = [at(callers.some((caller) => caller !== 'ops')), at(callers.includes('ops'))];
        const times = called.filter((one) => one === name).length;
        cells += 1;
        if (
          main !== wanted[0] ||
          operators !== wanted[1] ||
          times !== wanted.filter((one) => one === 'answered').length
        )
          wrong.push(`${party} ${serverOf(definition)} ${name}: ${main} ${operators}, done ${times} times`);
      });
      await Promise.all(outcomes);
    }
  }
  t.deepEqual(wrong, []);
  t.log(`${cells} cells, each at both ports`);
  t.true(cells > 1_000);
});

test('every RPC names callers, each once, in order, and none that does not exist', (t) => {
  for (const [service, definition] of Object.entries(SERVICES))
    for (const [name, method] of Object.entries(definition)) {
      const callers = callersOf(method);
      t.true(callers.length > 0, `${service} ${name}`);
      t.deepEqual([...new Set(callers)].toSorted(), [...callers], `${service} ${name}`);
      t.true(callers.every((caller) => RPC_PARTIES.includes(caller) && caller !== service));
    }
});

const alarmsIn = (lines: readonly string[]) =>
  lines.map((line) => JSON.parse(line) as Record<string, unknown>).filter(({ alarm }) => alarm !== undefined);

test('another service’s certificate: nothing is done, for the caller it is a bug, and the log has the alarm', async (t) => {
  const { port, called, lines } = await served(t, SERVICES.keys);
  const error = await t.throwsAsync(
    clientAs(t, SERVICES.keys, port, localIdentity('webhooks'))['createAccount']?.(CALL, {}) ?? Promise.resolve(),
  );
  t.regex(error?.message ?? '', /PERMISSION_DENIED/);
  t.deepEqual(called, []);
  t.like(alarmsIn(lines)[0], { level: 'error', alarm: 'caller_not_named', caller: 'webhooks', rpc: 'CreateAccount' });
});

const stranger = authority('somebody else');
const STRANGERS: Readonly<Record<string, () => GrpcIdentity>> = {
  'speaks no TLS': () => plaintext('ops'),
  'shows a certificate of another authority': () =>
    identityBy(stranger, 'ops', spiffeId('ops'), identitySettings('ops')['GRPC_AUTHORITY']),
};
for (const [what, identity] of Object.entries(STRANGERS))
  test(`a caller that ${what} is not let in, and nothing is done`, async (t) => {
    const { port, called } = await served(t, SERVICES.keys);
    t.is(await outcomeOf(clientAs(t, SERVICES.keys, port, identity()), 'CreateAccount'), 'service_unavailable');
    t.deepEqual(called, []);
  });

test('a caller that shows no certificate is not let in, and nothing is done', async (t) => {
  const { port, called } = await served(t, SERVICES.keys);
  const authorities = Buffer.from(identitySettings('ops')['GRPC_AUTHORITY'] ?? '');
  const trusting = grpc.credentials.createSsl(authorities, null, null, { checkServerIdentity: () => undefined });
  const Stub = grpc.makeGenericClientConstructor(SERVICES.keys, 'gx');
  const client = new Stub(`127.0.0.1:${port}`, trusting, { 'grpc.ssl_target_name_override': 'keys' });
  t.teardown(() => client.close());
  const code = await new Promise((resolve) =>
    (client as never as Record<string, (...args: readonly unknown[]) => void>)['CreateAccount']?.(
      {},
      { deadline: Date.now() + 3_000 },
      (error: grpc.ServiceError | null) => resolve(error?.code),
    ),
  );
  t.is(code, grpc.status.UNAVAILABLE);
  t.deepEqual(called, []);
});

for (const [what, uri] of Object.entries({
  'a name outside of ours': 'spiffe://gx/ops.example.com',
  'another trust domain': 'spiffe://other/ops',
  'a name with a comma that a reader might split': 'spiffe://other/a, URI:spiffe://gx/ops',
}))
  test(`a certificate of our authority with ${what} is nobody: nothing is done, and the log has the alarm`, async (t) => {
    const signer = authority('ours');
    const own = identityBy(signer, 'keys');
    const { port, called, lines } = await served(t, SERVICES.keys, { identity: own });
    t.is(
      await outcomeOf(clientAs(t, SERVICES.keys, port, identityBy(signer, 'ops', uri)), 'CreateAccount'),
      'PERMISSION_DENIED',
    );
    const alarms = alarmsIn(lines);
    t.is(alarms.length, 1);
    t.like(alarms[0], {
      level: 'error',
      alarm: 'caller_not_named',
      caller: undefined,
      why: 'a caller without a certificate of a service may not call CreateAccount',
    });
    t.is(await outcomeOf(clientAs(t, SERVICES.keys, port, identityBy(signer, 'ops')), 'CreateAccount'), 'answered');
    t.deepEqual(called, ['CreateAccount']);
    t.is(alarmsIn(lines).length, 1, 'and of nobody else');
  });

test('a server that shows another service’s certificate, or one of another authority, gets no call', async (t) => {
  for (const identity of [localIdentity('refund'), identityBy(stranger, 'keys')]) {
    const { port, called } = await served(t, SERVICES.keys, { identity });
    const client = clientAs(t, SERVICES.keys, port, localIdentity('ops'));
    t.is(await outcomeOf(client, 'CreateAccount'), 'service_unavailable');
    t.deepEqual(called, []);
  }
});

/** How a TLS handshake begins. */
const HANDSHAKE = 0x16;

test('a server that speaks no TLS gets nothing but the beginning of a handshake', async (t) => {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket.once('error', () => undefined));
    socket.once('data', (bytes) => begun.push(bytes[0]));
  });
  const begun: (number | undefined)[] = [];
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  t.is(await outcomeOf(clientAs(t, SERVICES.keys, port, localIdentity('ops')), 'CreateAccount'), 'service_unavailable');
  t.true(begun.length > 0);
  t.true(begun.every((first) => first === HANDSHAKE));
});

test('what is for operators alone is served at their port alone, and nothing else is', async (t) => {
  const { port, operatorsPort } = await served(t, SERVICES.keys, { operatorsPort: 0 });
  t.not(port, operatorsPort);
  const [ops, gateway] = [localIdentity('ops'), localIdentity('gateway')];
  t.is(await outcomeOf(clientAs(t, SERVICES.keys, port, ops), 'CreateAccount'), 'UNIMPLEMENTED');
  t.is(await outcomeOf(clientAs(t, SERVICES.keys, operatorsPort, ops), 'CreateAccount'), 'answered');
  t.is(await outcomeOf(clientAs(t, SERVICES.keys, operatorsPort, gateway), 'Login'), 'UNIMPLEMENTED');
});

test('a key of another certificate: it does not start, and says why', (t) => {
  const { GRPC_PRIVATE_KEY } = identitySettings('keys');
  const config = readConfig({ ...identitySettings('charge'), GRPC_PRIVATE_KEY }, identitySpec('charge'));
  t.throws(() => connectGrpc(testHost('charge'), 'charge', { ...config, ENVIRONMENT: 'production' }), {
    message: 'GRPC_PRIVATE_KEY is not the key of GRPC_CERTIFICATE',
  });
});

test('without TLS, by a reason, everybody is answered', async (t) => {
  const { port } = await served(t, SERVICES.keys, { identity: plaintext('keys') });
  t.is(await outcomeOf(clientAs(t, SERVICES.keys, port, plaintext('webhooks')), 'CreateAccount'), 'answered');
});
