import { SERVICES } from '@gx/contracts';
import { grpcClient, startGrpcServer } from '@gx/runtime/grpc';
import { localAssertions, localIdentity, testHost, until } from '@gx/testkit';
import test from 'ava';
import { CALL, OPTIONS } from './rpc-parties.ts';

test('a server that stops while it has a call: the call is answered first, and what it needs is closed after it', async (t) => {
  const host = testHost('keys');
  const seen: string[] = [];
  host.life.onStop('what calls need', () => void seen.push('closed'));
  const { promise: answer, resolve: end } = Promise.withResolvers<object>();
  const handler = (): Promise<object> => {
    seen.push('begun');
    return answer;
  };
  const handlers = Object.fromEntries(Object.keys(SERVICES.keys).map((name) => [name, handler])) as never;
  const listeners = { port: 0, operatorsPort: 0, identity: localIdentity('keys'), assertions: localAssertions() };
  const { port } = await startGrpcServer(host, listeners, [{ definition: SERVICES.keys, handlers }]);
  const client = grpcClient(SERVICES.keys, `127.0.0.1:${port}`, { ...OPTIONS, identity: localIdentity('gateway') });
  t.teardown(() => client.close());
  const called = client.login(CALL, {}).then(() => seen.push('answered'));
  await until('the call has begun', () => seen.includes('begun'));
  const stopped = host.stop();
  const other = grpcClient(SERVICES.keys, `127.0.0.1:${port}`, { ...OPTIONS, identity: localIdentity('gateway') });
  t.teardown(() => other.close());
  // By then a stop that did not wait would be over.
  await t.throwsAsync(other.login(CALL, {}));
  end({});
  await Promise.all([called, stopped]);
  t.deepEqual(seen, ['begun', 'answered', 'closed']);
});
