import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import * as grpc from '@grpc/grpc-js';
import { loadSync } from '@grpc/proto-loader';
import { SERVICES } from '@gx/contracts';
import { identitySpec, readConfig, rpcServiceSpec } from '@gx/runtime';
import { connectGrpc, grpcService, startGrpcServer } from '@gx/runtime/grpc';
import { identitySettings, localAssertions, localIdentity, testHost } from '@gx/testkit';
import test, { type ExecutionContext } from 'ava';

type Answer = {
  readonly listServicesResponse?: { readonly service: readonly { readonly name: string }[] };
  readonly fileDescriptorResponse?: { readonly fileDescriptorProto: readonly Buffer[] };
  readonly errorResponse?: { readonly errorCode: number };
};
type Conversation = grpc.ClientDuplexStream<object, Answer>;

const library = dirname(createRequire(import.meta.url).resolve('@grpc/reflection'));
const LISTENERS = { port: 0, identity: localIdentity('ledger'), assertions: localAssertions() } as const;
const notCalled = () => Promise.reject(new Error('not called'));
const LEDGER = grpcService(SERVICES.ledger, {
  ListWallets: notCalled,
  ListPostedEntries: notCalled,
  ListCredits: notCalled,
  ListPostedHolds: notCalled,
  VerifyLedger: notCalled,
  ListTransactions: notCalled,
  ReadStatement: notCalled,
  PostPayoutReturn: notCalled,
  PlaceHold: notCalled,
  CommitHold: notCalled,
  VoidHold: notCalled,
});

/** As its certificate names it. */
const BY_NAME = { 'grpc.ssl_target_name_override': 'ledger' };

for (const version of ['v1', 'v1alpha']) {
  test(`a client of reflection ${version} finds our services and their messages, and an error for what there is not`, async (t) => {
    const host = testHost('ledger');
    t.teardown(host.stop);
    const { port } = await startGrpcServer(host, { ...LISTENERS, reflects: true }, [LEDGER]);
    const proto = join(library, `../proto/grpc/reflection/${version}/reflection.proto`);
    const path = `/grpc.reflection.${version}.ServerReflection/ServerReflectionInfo`;
    const definition = loadSync(proto, { oneofs: true })[`grpc.reflection.${version}.ServerReflection`];
    const { requestSerialize, responseDeserialize } = (definition as grpc.ServiceDefinition)[
      'ServerReflectionInfo'
    ] as grpc.MethodDefinition<object, Answer>;
    const client = new grpc.Client(`127.0.0.1:${port}`, localIdentity('gateway').channelCredentials('ledger'), BY_NAME);
    t.teardown(() => client.close());
    const stream: Conversation = client.makeBidiStreamRequest(path, requestSerialize, responseDeserialize);
    const answers: Answer[] = [];
    stream.on('data', (answer: Answer) => answers.push(answer));
    const ended = new Promise((resolve, reject) => {
      stream.once('end', resolve);
      stream.once('error', reject);
    });
    stream.write({ listServices: '*' });
    stream.write({ fileContainingSymbol: 'gx.ledger.v1.LedgerService' });
    stream.write({ fileContainingSymbol: 'gx.nobody.v1.Nothing' });
    stream.end();
    await ended;

    const [services, file, missing] = answers;
    const names = services?.listServicesResponse?.service.map(({ name }) => name) ?? [];
    t.true(names.includes('gx.ledger.v1.LedgerService') && names.includes('gx.charge.v1.ChargeService'));
    t.true(file?.fileDescriptorResponse?.fileDescriptorProto.some((bytes) => bytes.includes('LedgerService')));
    t.is(missing?.errorResponse?.errorCode, grpc.status.NOT_FOUND);
  });
}

/** `list_services` with one character. */
const QUESTION = Buffer.from([0x3a, 1, 0x2a]);

/** How conversations with the reflection at a port end, one for each call. */
function converseWith(t: ExecutionContext, port: number) {
  const client = new grpc.Client(`127.0.0.1:${port}`, localIdentity('gateway').channelCredentials('ledger'), BY_NAME);
  t.teardown(() => client.close());
  const path = '/grpc.reflection.v1.ServerReflection/ServerReflectionInfo';
  const bytes = (message: Buffer): Buffer => message;
  return (...messages: readonly Buffer[]): Promise<grpc.status> =>
    new Promise((resolve) => {
      const stream = client.makeBidiStreamRequest(path, bytes, bytes, { deadline: Date.now() + 10_000 });
      stream.on('status', ({ code }: grpc.StatusObject) => resolve(code));
      stream.on('error', () => undefined);
      stream.resume();
      for (const message of messages) stream.write(message);
      stream.end();
    });
}

const SPEC = { ...rpcServiceSpec(0, 'unused'), ...identitySpec('ledger') };
const SETTINGS = {
  ...identitySettings('ledger'),
  GRPC_OPERATORS_PORT: '0',
  MONGO_URL: 'mongodb://unused',
  ALLOW_PLAINTEXT_MONGODB: 'no database is opened here',
};
for (const [environment, outcome] of [
  ['local', grpc.status.OK],
  ['production', grpc.status.UNIMPLEMENTED],
] as const)
  test(`ENVIRONMENT=${environment}, as a service is wired: reflection ends with status ${grpc.status[outcome]}`, async (t) => {
    const host = testHost('ledger');
    t.teardown(host.stop);
    const config = readConfig({ ...SETTINGS, ENVIRONMENT: environment }, SPEC);
    const listeners = connectGrpc(host, 'ledger', config).listeners(config);
    const ports = await startGrpcServer(host, listeners, [LEDGER]);
    for (const port of [ports.port, ports.operatorsPort]) t.is(await converseWith(t, port)(QUESTION), outcome);
  });

test('what is no question ends its own conversation, whatever follows it, and no other', async (t) => {
  const host = testHost('ledger');
  t.teardown(host.stop);
  const { port } = await startGrpcServer(host, { ...LISTENERS, reflects: true }, [LEDGER]);
  const converse = converseWith(t, port);
  // Three bytes that begin a number and never end it.
  const none = Buffer.from([0xff, 0xff, 0xff]);
  t.deepEqual(await Promise.all([converse(QUESTION), converse(none), converse(QUESTION, none, QUESTION)]), [
    grpc.status.OK,
    grpc.status.INVALID_ARGUMENT,
    grpc.status.INVALID_ARGUMENT,
  ]);
});
