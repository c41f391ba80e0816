import { setTimeout as after } from 'node:timers/promises';
import * as grpc from '@grpc/grpc-js';
import { CALL_SERVICE, type MessageInit, SERVICES } from '@gx/contracts';
import type { CallFrame, ReplyFrame } from '@gx/contracts/calls';
import { Refusal } from '@gx/core';
import { type CallContext, type Client, startTelemetry, traceparent } from '@gx/runtime';
import { type ClientOptions, grpcClient, grpcService, startGrpcServer } from '@gx/runtime/grpc';
import { testHost, until } from '@gx/testkit';
import test, { type ExecutionContext } from 'ava';
import { gate } from './gate.ts';
import { goneReplica, muteReplica, WAYS_TO_GO } from './odd-replicas.ts';

await startTelemetry('call-streams-test', undefined);
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
    PlaceHold: notCalled,
    CommitHold: notCalled,
    VoidHold: notCalled,
  };
  const service = grpcService(SERVICES.ledger, { ListWallets: listWallets, ...rest });
  const server = await startGrpcServer(host, port, [service]);
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
  const options = { idempotent: [], streamed: ['ListWallets'], deadlineMs: 30_000, ...more } as const;
  const client = grpcClient(SERVICES.ledger, address, options);
  t.teardown(() => client.close());
  return client;
}

const call = { requestId: 'req_1' };
const answer = (currency: string): Wallets => ({ wallets: [{ currency }] });

test('calls of one stream are answered each for itself, whichever is ready first', async (t) => {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const { port } = await serverWith(t, async (ctx) => {
    if (ctx.requestId === 'slow') await released;
    return answer(ctx.requestId);
  });
  const client = clientOf(t, [port], { deadlineMs: 30_000 });
  const ask = async (requestId: string) => (await client.listWallets({ requestId }, {})).wallets[0]?.currency;
  const slow = ask('slow');
  const ids = Array.from({ length: 40 }, (_, i) => `quick ${i}`);
  t.deepEqual(await Promise.all(ids.map(ask)), ids);
  release();
  t.is(await slow, 'slow');
});

test('a call that cannot be read, or whose answer cannot be written, fails alone: its stream and its process go on', async (t) => {
  const { port } = await serverWith(t, async ({ requestId }) =>
    requestId === 'unwritable' ? ({ wallets: 7 } as never) : answer('BRL'),
  );
  const client = new grpc.Client(`127.0.0.1:${port}`, grpc.credentials.createInsecure());
  t.teardown(() => client.close());
  const { path, requestSerialize, responseDeserialize } = CALL_SERVICE.Open;
  const deadline = Date.now() + 10_000;
  const stream = client.makeBidiStreamRequest(path, requestSerialize, responseDeserialize, { deadline });
  const asks = (id: number, requestId: string, request = Buffer.alloc(0)): MessageInit<CallFrame> => {
    return { id, requestId, request, path: SERVICES.ledger.ListWallets.path, timeoutMs: 10_000 };
  };
  // Three bytes that begin a number and never end it.
  stream.write(asks(1, 'unreadable', Buffer.from([0xff, 0xff, 0xff])));
  stream.write(asks(2, 'unwritable'));
  stream.write(asks(3, 'good'));
  stream.end();
  const replies = new Map<number, grpc.status>();
  for await (const { id, status } of stream as AsyncIterable<ReplyFrame>) replies.set(id, status);
  const { INTERNAL, OK } = grpc.status;
  t.deepEqual(
    [1, 2, 3].map((id) => replies.get(id)),
    [INTERNAL, INTERNAL, OK],
  );
});

test('a refusal crosses a stream whole, and the stream goes on', async (t) => {
  const { port } = await serverWith(t, async ({ requestId }) => {
    if (requestId === 'good') return answer('BRL');
    throw new Refusal('unprocessable_entity', 'Not enough balance.', {
      details: [{ param: 'amount', message: 'too much' }],
      reason: 'insufficient_balance',
      retryAfterSeconds: 3,
    });
  });
  const client = clientOf(t, [port]);
  const error = await t.throwsAsync(client.listWallets(call, {}), { instanceOf: Refusal });
  t.is(error?.code, 'unprocessable_entity');
  t.deepEqual(error?.more, {
    details: [{ param: 'amount', message: 'too much' }],
    reason: 'insufficient_balance',
    retryAfterSeconds: 3,
  });
  t.like(await client.listWallets({ requestId: 'good' }, {}), answer('BRL'));
});

test('request id, trace and deadline travel with a call of a stream', async (t) => {
  const { port } = await serverWith(t, async ({ requestId, deadline, now }) => {
    const left = deadline.getTime() - now.getTime();
    return { wallets: [{ currency: `${requestId} ${traceparent() ?? ''} ${left > 15_000 && left <= 20_000}` }] };
  });
  const { wallets } = await clientOf(t, [port]).listWallets({ ...call, deadlineMs: 20_000 }, {});
  t.regex(wallets[0]?.currency ?? '', /^req_1 00-[0-9a-f]{32}-[0-9a-f]{16}-0[01] true$/);
});

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
  // What is late on its way to a stream that is not up yet reaches no handler.
  await Promise.all(Array.from({ length: 4 }, () => client.listWallets({ requestId: 'quick' }, {})));
  const late = await t.throwsAsync(client.listWallets({ ...call, deadlineMs: 100 }, {}), { instanceOf: Refusal });
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
    const one = client.listWallets(call, {});
    held.push(one);
    await Promise.race([one, after(50)]);
    return hold.length > 0 || undefined;
  });
  const stopped = leaving.stop();
  for (let i = 0; i < 20; i += 1) held.push(client.listWallets(call, {}));
  await until('calls reach the one that stays', async () => {
    for (const release of hold.splice(0)) release();
    return (await client.listWallets(call, {})).wallets[0]?.currency === 'stays' || undefined;
  });
  for (const release of hold.splice(0)) release();
  const all = await Promise.all(held);
  t.true(all.every(({ wallets }) => ['held', 'stays'].includes(wallets[0]?.currency ?? '')));
  await stopped;
});

for (const way of WAYS_TO_GO) {
  const meets = async (t: ExecutionContext, options: Partial<ClientOptions<Ledger>>): Promise<void> => {
    const staying = await serverWith(t, async () => answer('stays'));
    for (let times = 0; times < 5; times += 1) {
      const gone = await goneReplica(way);
      t.teardown(gone.stop);
      do {
        const client = clientOf(t, [gone.port, staying.port], options);
        const calls = Array.from({ length: 8 }, () => client.listWallets(call, {}));
        for (const answered of await Promise.all(calls)) t.like(answered, answer('stays'));
      } while (!gone.wasMet());
    }
  };
  test(`a replica that ${way} its connections loses no call of a stream, not even one that may not be repeated`, (t) =>
    meets(t, {}));
  test(`a replica that ${way} its connections loses no call of its own that may be repeated`, (t) =>
    meets(t, { streamed: [], idempotent: ['ListWallets'] }));
}

test('a replica of a version that does not greet is called all the same', async (t) => {
  const mute = await muteReplica(answer('mute'));
  t.teardown(mute.stop);
  const client = clientOf(t, [mute.port]);
  for (let count = 0; count < 2; count += 1) t.like(await client.listWallets(call, {}), answer('mute'));
});

test('a connection that breaks fails its calls; one that may be repeated is, on a new stream', async (t) => {
  let called = 0;
  const { port } = await serverWith(t, async () => {
    called += 1;
    return called <= 2 ? new Promise(() => undefined) : answer('BRL');
  });
  const door = await gate({ host: '127.0.0.1', port });
  door.open();
  t.teardown(door.stop);
  const broken = t.throwsAsync(clientOf(t, [door.port]).listWallets(call, {}), { instanceOf: Refusal });
  const repeated = clientOf(t, [door.port], { idempotent: ['ListWallets'] }).listWallets(call, {});
  await until('both are under way', () => called === 2 || undefined);
  door.shut();
  door.open();
  t.is((await broken)?.code, 'service_unavailable');
  t.like(await repeated, answer('BRL'));
  t.is(called, 3);
});

test('nobody listening is service_unavailable', async (t) => {
  const refused = await t.throwsAsync(clientOf(t, [1], { deadlineMs: 1_000 }).listWallets(call, {}), {
    instanceOf: Refusal,
  });
  t.is(refused?.code, 'service_unavailable');
  t.is(refused?.more.retryAfterSeconds, 1);
});
