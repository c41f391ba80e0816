import { connect } from 'node:net';
import { setTimeout as after } from 'node:timers/promises';
import { SERVICES } from '@gx/contracts';
import { newId, Refusal } from '@gx/core';
import { type CallContext, type Client, startTelemetry } from '@gx/runtime';
import { type ClientOptions, grpcService, startGrpcServer } from '@gx/runtime/grpc';
import { localAssertions, localClient, localIdentity, testHost, until } from '@gx/testkit';
import test, { type ExecutionContext } from 'ava';
import { gate } from './gate.ts';
import { goneReplica, WAYS_TO_GO } from './gone-replica.ts';

await startTelemetry('grpc-replicas-test', undefined);
type Ledger = typeof SERVICES.ledger;
type Wallets = { readonly wallets: readonly { readonly currency: string }[] };
type Handler = (ctx: CallContext) => Promise<Wallets>;

async function serverWith(t: ExecutionContext, listWallets: Handler, port = 0) {
  const host = testHost('ledger');
  const notCalled = () => Promise.reject(new Error('not called'));
  const rest = {
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
  };
  const service = grpcService(SERVICES.ledger, { ListWallets: listWallets, ...rest });
  const server = await startGrpcServer(
    host,
    { port, identity: localIdentity('ledger'), assertions: localAssertions() },
    [service],
  );
  let stopping: Promise<void> | undefined;
  const stop = (): Promise<void> => {
    stopping ??= host.stop();
    return stopping;
  };
  t.teardown(stop);
  return { ...server, host, stop };
}

function clientOf(
  t: ExecutionContext,
  ports: readonly number[],
  more: Partial<ClientOptions<Ledger>> = {},
): Client<Ledger> {
  const address = ports.map((port) => `127.0.0.1:${port}`).join(',');
  const options = { idempotent: [], deadlineMs: 30_000, ...more } as const;
  const client = localClient(SERVICES.ledger, address, options);
  t.teardown(() => client.close());
  return client;
}

const call = { requestId: 'req_1' };
const tenant = { accountId: newId('account'), livemode: true };
const answer = (currency: string): Wallets => ({ wallets: [{ currency }] });

test('a call past its deadline is service_unavailable, and its handler learns that nobody waits', async (t) => {
  let isAborted = false;
  const { port } = await serverWith(t, ({ requestId, signal }) => {
    if (requestId === 'quick') return Promise.resolve(answer('BRL'));
    return new Promise((_, reject) => {
      signal.addEventListener('abort', () => {
        isAborted = true;
        reject(new Error('late'));
      });
    });
  });
  const client = clientOf(t, [port]);
  // What is late on its way to a connection that is not up yet reaches no handler.
  await Promise.all(Array.from({ length: 4 }, () => client.listWallets({ requestId: 'quick' }, { tenant })));
  const late = await t.throwsAsync(client.listWallets({ ...call, deadlineMs: 100 }, { tenant }), {
    instanceOf: Refusal,
  });
  t.is(late?.code, 'service_unavailable');
  await until('the handler learns of it', () => isAborted || undefined);
});

test('a server that drains finishes what it has, and its callers go to the others without a failed call', async (t) => {
  const hold: (() => void)[] = [];
  const leaving = await serverWith(t, async () => {
    await new Promise<void>((resolve) => hold.push(resolve));
    return answer('held');
  });
  const staying = await serverWith(t, async () => answer('stays'));
  const client = clientOf(t, [leaving.port, staying.port]);
  const held: Promise<Wallets>[] = [];
  await until('a call is under way at the one that leaves', async () => {
    const one = client.listWallets(call, { tenant });
    held.push(one);
    await Promise.race([one, after(50)]);
    return hold.length > 0 || undefined;
  });
  const stopped = leaving.stop();
  for (let i = 0; i < 20; i += 1) held.push(client.listWallets(call, { tenant }));
  await until('calls reach the one that stays', async () => {
    for (const release of hold.splice(0)) release();
    return (await client.listWallets(call, { tenant })).wallets[0]?.currency === 'stays' || undefined;
  });
  for (const release of hold.splice(0)) release();
  const all = await Promise.all(held);
  t.true(all.every(({ wallets }) => ['held', 'stays'].includes(wallets[0]?.currency ?? '')));
  await stopped;
});

test('a server that stops takes no more at either port, although a call at one of them goes on', async (t) => {
  const host = testHost('ledger');
  const hold: (() => void)[] = [];
  const VerifyLedger = () => new Promise<object>((resolve) => hold.push(() => resolve({})));
  const listeners = { port: 0, operatorsPort: 0, identity: localIdentity('ledger') };
  const { port, operatorsPort } = await startGrpcServer(host, listeners, [
    { definition: SERVICES.ledger, handlers: { VerifyLedger } },
  ]);
  const options = { idempotent: [], deadlineMs: 30_000 } as const;
  const client = localClient(SERVICES.ledger, `127.0.0.1:${operatorsPort}`, options);
  t.teardown(() => client.close());
  const verified = client.verifyLedger(call, {});
  await until('it is under way', () => hold.length === 1);
  const stopped = host.stop();
  for (const one of [port, operatorsPort]) await until('nobody listens', () => isShut(one));
  for (const release of hold) release();
  await t.notThrowsAsync(verified);
  await stopped;
});

const isShut = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port }, () => {
      socket.destroy();
      resolve(false);
    }).on('error', () => resolve(true));
  });

for (const way of WAYS_TO_GO)
  test(`a replica that ${way} its connections loses no call that may be repeated`, async (t) => {
    const staying = await serverWith(t, async () => answer('stays'));
    for (let times = 0; times < 5; times += 1) {
      const gone = await goneReplica(way);
      t.teardown(gone.stop);
      do {
        const client = clientOf(t, [gone.port, staying.port], { idempotent: ['ListWallets'] });
        const calls = Array.from({ length: 8 }, () => client.listWallets(call, { tenant }));
        for (const answered of await Promise.all(calls)) t.like(answered, answer('stays'));
      } while (!gone.wasMet());
    }
  });

test('a connection that breaks fails its calls; one that may be repeated is, on a new connection', async (t) => {
  let called = 0;
  const { port } = await serverWith(t, async () => {
    called += 1;
    return called <= 2 ? new Promise(() => undefined) : answer('BRL');
  });
  const door = await gate({ host: '127.0.0.1', port });
  door.open();
  t.teardown(door.stop);
  const broken = t.throwsAsync(clientOf(t, [door.port]).listWallets(call, { tenant }), { instanceOf: Refusal });
  const repeated = clientOf(t, [door.port], { idempotent: ['ListWallets'] }).listWallets(call, { tenant });
  await until('both are under way', () => called === 2 || undefined);
  door.shut();
  door.open();
  t.is((await broken)?.code, 'service_unavailable');
  t.like(await repeated, answer('BRL'));
  t.is(called, 3);
});
