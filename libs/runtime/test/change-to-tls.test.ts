import { type AddressInfo, connect, createServer } from 'node:net';
import { callersOf, isForMerchants, type RpcParty, SERVICES } from '@gx/contracts';
import { identitySpec, readConfig, startTelemetry } from '@gx/runtime';
import { connectGrpc, GrpcIdentity, grpcClient } from '@gx/runtime/grpc';
import { identitySettings, localAssertion, localIdentity, testHost, until } from '@gx/testkit';
import test, { type ExecutionContext } from 'ava';
import { CALL, clientAs, OPTIONS, outcomeOf, plaintext, served, TENANT } from './rpc-parties.ts';

const telemetry = await startTelemetry('keys', undefined);
test.after.always(() => telemetry.stop());

const REASON = { ALLOW_PLAINTEXT_GRPC: 'services change to TLS' };
/** The settings of everybody, upgrade by upgrade. */
const STEPS = {
  before: () => REASON,
  servers: (party: RpcParty) => ({ ...identitySettings(party), ...REASON, GRPC_TLS_STEP: 'servers' }),
  clients: (party: RpcParty) => ({ ...identitySettings(party), ...REASON, GRPC_TLS_STEP: 'clients' }),
  after: (party: RpcParty) => identitySettings(party),
};
type Step = keyof typeof STEPS;
const identityAt = (step: Step, party: RpcParty): GrpcIdentity =>
  new GrpcIdentity(party, readConfig(STEPS[step](party), identitySpec(party)));

/** An RPC that the gateway calls for merchants. */
const RPC =
  Object.entries(SERVICES.keys).find(([, rpc]) => isForMerchants(rpc) && callersOf(rpc).includes('gateway'))?.[0] ?? '';

/** What a metric stands at, over all its labels. */
async function metric(name: string): Promise<number> {
  const lines = (await telemetry.metrics()).split('\n').filter((line) => line.startsWith(`${name}{`));
  return lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
}
const plaintextCalls = () => metric('gx_grpc_plaintext_calls_total');

/** A pod that calls without end, each call answered or counted as failed. */
function callingPod(step: Step, ports: readonly number[]) {
  const address = ports.map((port) => `127.0.0.1:${port}`).join(',');
  const options = { ...OPTIONS, deadlineMs: 10_000, idempotent: [RPC] as never, identity: identityAt(step, 'gateway') };
  const client = grpcClient(SERVICES.keys, address, options);
  const failed: string[] = [];
  let [answered, goesOn] = [0, true];
  const loop = async (): Promise<void> => {
    while (goesOn) {
      const outcome = await outcomeOf(client as never, RPC);
      if (outcome === 'answered') answered += 1;
      else failed.push(`${step}: ${outcome}`);
    }
  };
  const loops = Promise.all([loop(), loop()]);
  const stop = async (): Promise<readonly string[]> => {
    goesOn = false;
    await loops;
    client.close();
    return failed;
  };
  return { answered: () => answered, stop };
}

for (const [order, isServersFirst] of [
  ['servers before clients', true],
  ['clients before servers', false],
] as const)
  test.serial(
    `from plaintext to certificates in three upgrades, ${order}, under load: no call fails, and in the end none is plain`,
    async (t) => {
      const servers = [await served(t, SERVICES.keys, at('before')), await served(t, SERVICES.keys, at('before'))];
      const ports = servers.map(({ port }) => port);
      const clients = [callingPod('before', ports), callingPod('before', ports)];
      const failed: string[] = [];
      /** Each pod by one of the next version; what calls goes on meanwhile. */
      const replaceServers = async (step: Step): Promise<void> => {
        for (const [index, port] of ports.entries()) {
          await servers[index]?.stop();
          servers[index] = await served(t, SERVICES.keys, { ...at(step), port });
          await callsGoOn();
        }
      };
      const replaceClients = async (step: Step): Promise<void> => {
        for (const [index, old] of clients.entries()) {
          clients[index] = callingPod(step, ports);
          failed.push(...(await old.stop()));
          await callsGoOn();
        }
      };
      const callsGoOn = async (): Promise<void> => {
        const before = clients.map(({ answered }) => answered());
        await until('each pod has calls answered', () =>
          clients.every(({ answered }, index) => answered() > (before[index] ?? 0) + 20),
        );
      };
      const plain: Record<string, number> = {};
      for (const step of ['servers', 'clients', 'after'] as const) {
        const rollout = [replaceServers, replaceClients];
        for (const replace of isServersFirst ? rollout : rollout.toReversed()) await replace(step);
        const before = await plaintextCalls();
        await callsGoOn();
        plain[step] = (await plaintextCalls()) - before;
      }
      for (const client of clients) failed.push(...(await client.stop()));
      t.deepEqual(failed, []);
      t.true((plain['servers'] ?? 0) > 40, 'while clients have not changed, they are counted');
      t.like(plain, { clients: 0, after: 0 });
      t.is(
        await outcomeOf(clientAs(t, SERVICES.keys, ports[0] ?? 0, plaintext('gateway')), RPC),
        'service_unavailable',
        'then plaintext is refused',
      );
    },
  );

const at = (step: Step) => ({ identity: identityAt(step, 'keys') });

test.serial(
  'while both are answered, who comes by TLS is held to a certificate and to the proto, and without TLS is counted while it is connected',
  async (t) => {
    const { port, called, lines } = await served(t, SERVICES.keys, at('servers'));
    const connections = () => metric('gx_grpc_plaintext_connections');
    t.is(await connections(), 0);
    const by = (identity: GrpcIdentity) => clientAs(t, SERVICES.keys, port, identity);
    t.is(await outcomeOf(by(localIdentity('webhooks')), 'CreateAccount'), 'PERMISSION_DENIED');
    const unasserted = { call: { requestId: 'req_1' } };
    t.is(await outcomeOf(by(localIdentity('gateway')), RPC, unasserted), 'PERMISSION_DENIED');
    t.deepEqual(called, []);
    t.is(await outcomeOf(by(localIdentity('gateway')), RPC), 'answered');
    t.is(await connections(), 0);
    const client = grpcClient(SERVICES.keys, `127.0.0.1:${port}`, { ...OPTIONS, identity: plaintext('gateway') });
    t.is(await outcomeOf(client as never, RPC, unasserted), 'answered');
    t.is(await connections(), 1);
    const other = { ...CALL, asserted: () => localAssertion({ tenant: { ...TENANT, livemode: false } }) };
    t.is(
      await outcomeOf(client as never, RPC, { call: other }),
      'PERMISSION_DENIED',
      'an assertion that is there is read',
    );
    client.close();
    await until('it is gone', async () => (await connections()) === 0);
    t.false(lines.some((line) => line.includes('handshake_refused')));
  },
);

test('a service that starts in the midst of a change says how far it is', (t) => {
  const host = testHost('keys');
  t.teardown(host.stop);
  const config = readConfig(STEPS.clients('keys'), identitySpec('keys'));
  connectGrpc(host, 'keys', { ...config, ENVIRONMENT: 'production' });
  const lines = host.lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  t.like(
    lines.find(({ step }) => step !== undefined),
    { level: 'warn', step: 'clients', message: 'calls are answered with TLS and without' },
  );
});

/** Passes on what a caller sends, its first byte by itself. */
async function byteByByte(t: ExecutionContext, port: number): Promise<number> {
  const proxy = createServer((caller) => {
    const server = connect({ port, host: '127.0.0.1', noDelay: true });
    for (const socket of [caller, server]) socket.on('error', () => undefined);
    t.teardown(() => [caller, server].map((socket) => socket.destroy()));
    caller.once('readable', () => {
      const first: Buffer | null = caller.read(1);
      if (first !== null) server.write(first, () => setImmediate(() => caller.pipe(server)));
    });
    server.pipe(caller);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  t.teardown(() => proxy.close());
  return (proxy.address() as AddressInfo).port;
}

for (const [what, identity] of [
  ['TLS', () => localIdentity('gateway')],
  ['plaintext', () => plaintext('gateway')],
] as const)
  test.serial(`a first byte of ${what} that comes alone is read and lost to nobody`, async (t) => {
    const { port } = await served(t, SERVICES.keys, at('servers'));
    const client = clientAs(t, SERVICES.keys, await byteByByte(t, port), identity());
    for (let call = 0; call < 3; call += 1) t.is(await outcomeOf(client, RPC), 'answered');
  });

test.serial('a connection that says nothing and is closed holds up nobody', async (t) => {
  const { port, stop } = await served(t, SERVICES.keys, at('clients'));
  await new Promise<void>((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' }, () => socket.end());
    socket.on('close', () => resolve()).resume();
  });
  t.is(await outcomeOf(clientAs(t, SERVICES.keys, port, localIdentity('gateway')), RPC), 'answered');
  await t.notThrowsAsync(stop());
});
