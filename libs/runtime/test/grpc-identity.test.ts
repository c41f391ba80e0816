import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as grpc from '@grpc/grpc-js';
import { callersOf, RPC_PARTIES, type RpcParty, SERVICES, spiffeId } from '@gx/contracts';
import { identitySpec, readConfig } from '@gx/runtime';
import { connectGrpc, type GrpcDoors, GrpcIdentity, grpcClient, serverOf, startGrpcServer } from '@gx/runtime/grpc';
import { type Authority, authority, identitySettings, localIdentity, testHost, until } from '@gx/testkit';
import test, { type ExecutionContext } from 'ava';

type Definition = (typeof SERVICES)[keyof typeof SERVICES];
type AnyClient = Readonly<Record<string, (call: { requestId: string }, request: object) => Promise<object>>>;

const CALL = { requestId: 'req_1' };
const OPTIONS = { idempotent: [], deadlineMs: 3_000 } as const;

/** Every RPC of a service, served by handlers that do nothing but count. */
async function served(t: ExecutionContext, definition: Definition, doors: Partial<GrpcDoors> = {}) {
  const host = testHost(serverOf(definition));
  const called: string[] = [];
  const names = Object.keys(definition);
  const handlers = names.map((name) => [name, () => ({ _: called.push(name) })] as const);
  const service = { definition, handlers: Object.fromEntries(handlers) as never };
  const identity = localIdentity(serverOf(definition));
  const ports = await startGrpcServer(host, { port: 0, identity, ...doors }, [service]);
  t.teardown(host.stop);
  return { ...ports, called, lines: host.lines };
}

function clientAs(t: ExecutionContext, definition: Definition, port: number, identity: GrpcIdentity): AnyClient {
  const client = grpcClient(definition, `127.0.0.1:${port}`, { ...OPTIONS, identity });
  t.teardown(() => client.close());
  return client as unknown as AnyClient;
}

const methodOf = (name: string): string => name.charAt(0).toLowerCase() + name.slice(1);
/** An identity as somebody else would have it made. */
function identityBy(signer: Authority, party: RpcParty, uri = spiffeId(party), trusted = signer.cert): GrpcIdentity {
  const { cert, key } = signer.issue('any', { uri });
  return new GrpcIdentity(party, {
    GRPC_CERTIFICATE: () => cert,
    GRPC_PRIVATE_KEY: () => key,
    GRPC_AUTHORITY: () => trusted,
    ALLOW_PLAINTEXT_GRPC: undefined,
  });
}
const plaintext = (party: RpcParty) =>
  new GrpcIdentity(party, readConfig({ ALLOW_PLAINTEXT_GRPC: 'a test' }, identitySpec(party)));

/** What came of a call: that it was answered, a code of ours, or the last word of the transport. */
async function outcomeOf(client: AnyClient, name: string): Promise<string> {
  try {
    await client[methodOf(name)]?.(CALL, {});
    return 'answered';
  } catch (error) {
    return (error as { code?: string }).code ?? (error as Error).message.split(' ').at(-1) ?? '';
  }
}

test('each RPC of each service, called as each of all: those are answered whom its proto names, and nobody else', async (t) => {
  const wrong: string[] = [];
  let cells = 0;
  for (const definition of Object.values(SERVICES)) {
    const { port, operatorsPort, called } = await served(t, definition, { operatorsPort: 0 });
    for (const party of RPC_PARTIES) {
      called.splice(0);
      const own = localIdentity(party);
      const doors = [clientAs(t, definition, port, own), clientAs(t, definition, operatorsPort, own)];
      const outcomes = Object.entries(definition).map(async ([name, method]) => {
        const [main, operators] = await Promise.all(doors.map((door) => outcomeOf(door, name)));
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

test('another service’s certificate: nothing is done, for the caller it is a bug, and the log has the alarm', async (t) => {
  const { port, called, lines } = await served(t, SERVICES.keys);
  const error = await t.throwsAsync(
    clientAs(t, SERVICES.keys, port, localIdentity('webhooks'))['createAccount']?.(CALL, {}) ?? Promise.resolve(),
  );
  t.regex(error?.message ?? '', /PERMISSION_DENIED/);
  t.deepEqual(called, []);
  const alarm = JSON.parse(lines.find((line) => line.includes('caller_not_named')) ?? '{}');
  t.like(alarm, { level: 'error', alarm: 'caller_not_named', caller: 'webhooks', rpc: 'CreateAccount' });
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
  test(`a certificate of our authority with ${what} is nobody: nothing is done`, async (t) => {
    const signer = authority('ours');
    const own = identityBy(signer, 'keys');
    const { port, called } = await served(t, SERVICES.keys, { identity: own });
    t.is(
      await outcomeOf(clientAs(t, SERVICES.keys, port, identityBy(signer, 'ops', uri)), 'CreateAccount'),
      'PERMISSION_DENIED',
    );
    t.is(await outcomeOf(clientAs(t, SERVICES.keys, port, identityBy(signer, 'ops')), 'CreateAccount'), 'answered');
    t.deepEqual(called, ['CreateAccount']);
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

test('a key of another certificate: it does not start, and says why', (t) => {
  const { GRPC_PRIVATE_KEY } = identitySettings('keys');
  const config = readConfig({ ...identitySettings('charge'), GRPC_PRIVATE_KEY }, identitySpec('charge'));
  t.throws(() => connectGrpc(testHost('charge'), 'charge', { ...config, ENVIRONMENT: 'production' }), {
    message: 'GRPC_PRIVATE_KEY is not the key of GRPC_CERTIFICATE',
  });
});

test('without TLS by a reason: the reason is logged, and everybody is answered', async (t) => {
  const host = testHost('keys');
  t.teardown(host.stop);
  const config = readConfig({ ALLOW_PLAINTEXT_GRPC: 'a trial' }, identitySpec('keys'));
  connectGrpc(host, 'keys', { ...config, ENVIRONMENT: 'local' });
  t.regex(host.lines.join(), /"reason":"a trial"/);
  const { port } = await served(t, SERVICES.keys, { identity: plaintext('keys') });
  t.is(await outcomeOf(clientAs(t, SERVICES.keys, port, plaintext('webhooks')), 'CreateAccount'), 'answered');
});
