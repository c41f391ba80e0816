import { connect } from 'node:net';
import { type ConnectionOptions, connect as connectTls } from 'node:tls';
import { SERVICES, spiffeId } from '@gx/contracts';
import { startTelemetry } from '@gx/runtime';
import { authority, identitySettings, localIdentity, until } from '@gx/testkit';
import test, { type ExecutionContext } from 'ava';
import { clientAs, identityBy, outcomeOf, plaintext, served } from './rpc-parties.ts';

const telemetry = await startTelemetry('keys', undefined, { version: '1.2.3', environment: 'local' });
test.after(() => telemetry.stop());

/** How many connections were refused for this reason. */
async function refused(reason: string): Promise<number> {
  const lines = (await telemetry.metrics()).split('\n');
  const own = lines.find(
    (line) => line.startsWith('gx_grpc_handshakes_refused_total{') && line.includes(`"${reason}"`),
  );
  if (own !== undefined && !own.includes('gx_service="keys"')) throw new Error(own);
  return Number(own?.split(' ').at(-1) ?? 0);
}

const alarmsIn = (lines: readonly string[]) =>
  lines.map((line) => JSON.parse(line) as Record<string, unknown>).filter(({ alarm }) => alarm === 'handshake_refused');

const ours = authority('ours');
const stranger = authority('somebody else');

/** Ends when the connection has. */
const plainBytes =
  (bytes: string) =>
  (_t: ExecutionContext, port: number): Promise<void> =>
    new Promise((resolve) => {
      const socket = connect({ port, host: '127.0.0.1' }, () => {
        if (bytes === '') socket.destroy();
        else socket.write(bytes);
      })
        .on('error', () => undefined)
        .on('close', () => resolve())
        .resume();
    });
const tls =
  (own: ConnectionOptions) =>
  (_t: ExecutionContext, port: number): Promise<void> =>
    new Promise((resolve) => {
      const terms = { ca: ours.cert, checkServerIdentity: () => undefined, ALPNProtocols: ['h2'] };
      connectTls({ port, host: '127.0.0.1', ...terms, ...own })
        .on('error', () => undefined)
        .on('close', () => resolve())
        .resume();
    });
const grpcWithoutTls = async (t: ExecutionContext, port: number): Promise<void> => {
  t.is(await outcomeOf(clientAs(t, SERVICES.keys, port, plaintext('ops')), 'CreateAccount'), 'service_unavailable');
};
const grpcOfStranger = async (t: ExecutionContext, port: number): Promise<void> => {
  const identity = identityBy(stranger, 'ops', spiffeId('ops'), ours.cert);
  t.is(await outcomeOf(clientAs(t, SERVICES.keys, port, identity), 'CreateAccount'), 'service_unavailable');
};
const of = (terms: { readonly fromHours?: number; readonly hours?: number }) =>
  ours.issue('ops', { uri: spiffeId('ops'), ...terms });

for (const [what, come, reason, code] of [
  ['gRPC without TLS', grpcWithoutTls, 'no_tls', 'ERR_SSL_WRONG_VERSION_NUMBER'],
  ['HTTP', plainBytes('GET / HTTP/1.1\r\n\r\n'), 'no_tls', 'ERR_SSL_HTTP_REQUEST'],
  ['TLS without a certificate', tls({}), 'no_certificate', 'ERR_SSL_PEER_DID_NOT_RETURN_A_CERTIFICATE'],
  [
    'gRPC, by a certificate of another authority',
    grpcOfStranger,
    'unknown_authority',
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  ],
  ['a certificate that has ended', tls(of({ fromHours: -2, hours: -1 })), 'certificate_expired', 'CERT_HAS_EXPIRED'],
  [
    'a certificate that is yet to begin',
    tls(of({ fromHours: 1, hours: 2 })),
    'certificate_expired',
    'CERT_NOT_YET_VALID',
  ],
  [
    'another protocol over TLS',
    tls({ ...of({}), ALPNProtocols: ['http/1.1'] }),
    'other',
    'ERR_SSL_NO_APPLICATION_PROTOCOL',
  ],
] as const)
  test.serial(`${what}: the server refuses it, counts it, has an alarm, and does nothing`, async (t) => {
    const before = await refused(reason);
    const { port, called, lines } = await served(t, SERVICES.keys, { identity: identityBy(ours, 'keys') });
    await come(t, port);
    await until('it is counted', async () => (await refused(reason)) > before);
    t.like(alarmsIn(lines)[0], { level: 'error', reason, code });
    t.is(alarmsIn(lines).length, 1);
    t.deepEqual(called, []);
    const caller = clientAs(t, SERVICES.keys, port, identityBy(ours, 'ops'));
    t.is(await outcomeOf(caller, 'CreateAccount'), 'answered');
  });

test.serial('a connection that breaks off before its handshake has ended is counted, and is no alarm', async (t) => {
  const before = await refused('broken_off');
  const { port, lines } = await served(t, SERVICES.keys, { identity: identityBy(ours, 'keys') });
  await plainBytes('')(t, port);
  await until('it is counted', async () => (await refused('broken_off')) > before);
  t.deepEqual(alarmsIn(lines), []);
});

test.serial(
  'many are refused for one reason: each is counted, and the log has a line of it, and one of another reason',
  async (t) => {
    const MANY = 50;
    const [before, certificates] = [await refused('no_tls'), await refused('no_certificate')];
    const { port, lines } = await served(t, SERVICES.keys, { identity: identityBy(ours, 'keys') });
    await Promise.all(Array.from({ length: MANY }, () => plainBytes('GET / HTTP/1.1\r\n\r\n')(t, port)));
    await tls({})(t, port);
    await until('they are counted', async () => (await refused('no_tls')) === before + MANY);
    await until('the other is', async () => (await refused('no_certificate')) > certificates);
    t.deepEqual(
      alarmsIn(lines).map(({ reason }) => reason),
      ['no_tls', 'no_certificate'],
    );
  },
);

test.serial('the operators’ port refuses as well', async (t) => {
  const { operatorsPort, lines } = await served(t, SERVICES.keys, { operatorsPort: 0 });
  const { GRPC_AUTHORITY: ca } = identitySettings('ops');
  await tls({ ca })(t, operatorsPort);
  await until('it is seen', () => alarmsIn(lines).length > 0);
  t.like(alarmsIn(lines)[0], { reason: 'no_certificate' });
  t.is(await outcomeOf(clientAs(t, SERVICES.keys, operatorsPort, localIdentity('ops')), 'CreateAccount'), 'answered');
});
