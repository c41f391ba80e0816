import * as grpc from '@grpc/grpc-js';
import { startGrpcServer } from '@gx/runtime/grpc';
import { testHost, until } from '@gx/testkit';
import test from 'ava';
import { service } from 'grpc-health-check';

type Answer = { readonly status: string };
type Ask<A = Answer> = (request: object, done: (error: grpc.ServiceError | null, answer?: A) => void) => void;

test('readiness asks every dependency at each check, liveness and the empty name none of them; draining ends readiness alone', async (t) => {
  const host = testHost('probed');
  let isAway = false;
  host.health.check('database', () => {
    if (isAway) throw new Error('away');
  });
  const { port } = await startGrpcServer(host, 0, []);
  const Client = grpc.makeGenericClientConstructor(service, 'health');
  const client = new Client(`127.0.0.1:${port}`, grpc.credentials.createInsecure());
  t.teardown(async () => {
    client.close();
    await host.stop();
  });
  const check = (client as unknown as { check: Ask }).check.bind(client);
  const ask = (name: string): Promise<string> =>
    new Promise((resolve) =>
      check({ service: name }, (error, answer) => resolve(answer?.status ?? grpc.status[error?.code ?? 2] ?? '')),
    );
  const all = (): Promise<string[]> => Promise.all(['readiness', 'liveness', ''].map(ask));

  t.deepEqual(await all(), ['NOT_SERVING', 'SERVING', 'SERVING'], 'while it starts');
  host.health.ready();
  t.deepEqual(await all(), ['SERVING', 'SERVING', 'SERVING']);
  isAway = true;
  t.deepEqual(await all(), ['NOT_SERVING', 'SERVING', 'SERVING'], 'the database is away');
  isAway = false;
  t.deepEqual(await all(), ['SERVING', 'SERVING', 'SERVING'], 'and back');
  host.health.drain();
  t.deepEqual(await all(), ['NOT_SERVING', 'SERVING', 'SERVING'], 'it drains');
  t.is(await ask('nobody'), 'NOT_FOUND');
});

test('a watcher receives the status of a name and its end, and SERVICE_UNKNOWN for an unknown name; all names are listed', async (t) => {
  const host = testHost('watched');
  const { port } = await startGrpcServer(host, 0, []);
  const Client = grpc.makeGenericClientConstructor(service, 'health');
  const client = new Client(`127.0.0.1:${port}`, grpc.credentials.createInsecure());
  t.teardown(() => client.close());
  const { watch, list } = client as unknown as {
    watch: (request: object) => grpc.ClientReadableStream<Answer>;
    list: Ask<{ readonly statuses: Readonly<Record<string, Answer>> }>;
  };
  const statusesOf = (name: string): string[] => {
    const statuses: string[] = [];
    const stream = watch.call(client, { service: name });
    stream.on('data', ({ status }: Answer) => statuses.push(status));
    stream.on('error', () => statuses.push('gone'));
    t.teardown(() => stream.cancel());
    return statuses;
  };
  const [known, unknown] = [statusesOf('liveness'), statusesOf('nobody')];
  await until('both have a status', () => known.length > 0 && unknown.length > 0);
  const listed = await new Promise<string[]>((resolve) =>
    list.call(client, {}, (_error, answer) =>
      resolve(Object.entries(answer?.statuses ?? {}).map(([name, { status }]) => `${name} ${status}`)),
    ),
  );
  t.deepEqual(listed.sort(), [' SERVING', 'liveness SERVING', 'readiness SERVING']);
  t.deepEqual([known, unknown], [['SERVING'], ['SERVICE_UNKNOWN']]);
  void host.stop();
  await until('the end is reported', () => known.length > 1);
  t.deepEqual([known, unknown], [['SERVING', 'NOT_SERVING'], ['SERVICE_UNKNOWN']]);
});
