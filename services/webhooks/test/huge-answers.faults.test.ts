import { createServer, type Socket } from 'node:net';
import { startWebhookSink, until } from '@gx/testkit';
import test from 'ava';
import { created } from './charge-events.ts';
import { attemptLogOf, triedTimes } from './endpoint-outcome.ts';
import { newTenant, shared, untilDeliveries } from './harness.ts';

/** Answers without an end: what is read of them is bounded, whatever is offered. */
const webhooks = shared(test);
const MIB = 1_048_576;

/**
 * A server that answers each connection with a head and then as much of `chunk` as anybody takes, at most
 * `offered` bytes.
 */
async function endless(head: string, chunk: Buffer, offered: number) {
  let taken = 0;
  let connections = 0;
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.once('data', () => {
      socket.write(head);
      let left = offered;
      const pour = (): void => {
        while (left > 0 && !socket.destroyed) {
          left -= chunk.length;
          if (!socket.write(chunk)) return void socket.once('drain', pour);
        }
      };
      pour();
      socket.once('close', () => {
        taken += socket.bytesWritten;
      });
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as { port: number };
  return {
    url: `http://127.0.0.1:${port}/`,
    taken: () => taken,
    connections: () => connections,
    stop: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

const ROWS = [
  {
    rule: 'an answer of 1 GB is cut off soon, and delivered all the same',
    head: `HTTP/1.1 200 OK\r\nContent-Length: ${1_024 * MIB}\r\n\r\n`,
    chunk: Buffer.alloc(65_536, 'z'),
    offered: 1_024 * MIB,
    status: 'DELIVERED',
    error: undefined,
  },
  {
    rule: 'an answer of 100,000 header lines is not read to its end',
    head: 'HTTP/1.1 200 OK\r\n',
    chunk: Buffer.from(`x-filler: ${'y'.repeat(30)}\r\n`.repeat(1_000)),
    offered: 100_000 * 42,
    status: 'PENDING',
    error: 'invalid_response',
  },
] as const;

for (const { rule, head, chunk, offered, status, error } of ROWS) {
  test.serial(`${rule}: memory stays flat and the others are served`, async (t) => {
    const { client, publish, register } = webhooks();
    const server = await endless(head, chunk, offered);
    t.teardown(server.stop);
    const tenant = newTenant();
    const events = ['charge.created'];
    await client.registerEndpoint({ requestId: 'r' }, { tenant, url: server.url, events });
    const path = `/beside-${status}`;
    await register(tenant, path, events);
    const before = process.memoryUsage().rss;
    await publish(...Array.from({ length: 4 }, () => created(tenant)));
    const tried = await untilDeliveries(webhooks(), tenant, 8, ({ attempts }) => attempts > 0);
    await triedTimes(webhooks(), path, 4);
    const [first] = tried.filter(({ eventType, id }) => eventType === 'charge.created' && id !== '');
    t.truthy(first);
    const bad = await until('what was cut off is recorded', async () => {
      const all = await webhooks().deliveries(tenant);
      const own = all.filter(({ status: now, lastResponseBody }) => now === status && lastResponseBody !== 'ok');
      return own.length > 0 && own;
    });
    const [log] = await attemptLogOf(webhooks(), bad[0]);
    t.is(log?.error, error);
    t.true((bad[0]?.lastResponseBody ?? '').length <= 2_048);
    await until('the connections are closed', () => server.taken() > 0);
    t.true(server.taken() / server.connections() < 16 * MIB, `${server.taken()} of ${server.connections()} answers`);
    t.true(process.memoryUsage().rss - before < 150 * MIB);
  });
}

test.serial(
  'a byte a second is cut off at the deadline, and others of the same host are served meanwhile',
  async (t) => {
    const { publish, register, sink } = webhooks();
    const tenant = newTenant();
    sink.answer('/drips', { body: 'x'.repeat(100), byteEveryMs: 1_000 });
    await register(tenant, '/drips', ['charge.created']);
    await register(tenant, '/quick', ['charge.created']);
    const started = Date.now();
    await publish(...Array.from({ length: 20 }, () => created(tenant)));
    await triedTimes(webhooks(), '/quick', 20);
    t.true(Date.now() - started < 5_000);
    t.true(sink.requests('/drips').length <= 8);
  },
);

test.serial(
  '1,000 deliveries wait for an endpoint that is deleted: all are CANCELLED, and none of them is sent',
  async (t) => {
    const { client, publish, sink, register } = webhooks();
    const tenant = newTenant();
    const other = await startWebhookSink();
    t.teardown(other.stop);
    sink.answer('/abandoned', { hang: true });
    const { id } = await register(tenant, '/abandoned', ['charge.created']);
    for (let page = 0; page < 10; page += 1) await publish(...Array.from({ length: 100 }, () => created(tenant)));
    const stored = (filter: object) =>
      webhooks()
        .database.connection.collection('deliveries')
        .countDocuments({ ...tenant, ...filter });
    await until('all are stored', async () => (await stored({})) === 1_000);
    await until('as many hang as may', () => sink.requests('/abandoned').length >= 8);
    await client.deleteEndpoint({ requestId: 'r' }, { tenant, id });
    const sent = sink.requests('/abandoned').length;
    t.true((await stored({ status: 'CANCELLED' })) >= 1_000 - sent);
    await until('those under way have ended too', async () => (await stored({ status: 'CANCELLED' })) === 1_000);
    t.is(sink.requests('/abandoned').length, sent);
  },
);

/** A server that answers each request with `raw`, a byte in each packet, and then hangs up. */
async function dripping(raw: string) {
  const server = createServer((socket) => {
    socket.setNoDelay(true);
    socket.on('error', () => socket.destroy());
    socket.once('data', () => {
      const bytes = Buffer.from(raw);
      let sent = 0;
      // In the loop that reads them, so that each is read before the next is written.
      const drip = (): void => {
        if (sent === bytes.length) return void socket.end();
        socket.write(bytes.subarray(sent, sent + 1));
        sent += 1;
        setImmediate(drip);
      };
      drip();
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as { port: number };
  return { url: `http://127.0.0.1:${port}/`, stop: () => void server.close() };
}

/** How many pieces are put together, by anybody in this process, until `stop`. */
function countPieces(): { readonly pieces: () => number; readonly stop: () => void } {
  const { concat } = Buffer;
  let pieces = 0;
  Buffer.concat = (list, length) => {
    pieces += list.length;
    return concat(list, length);
  };
  return {
    pieces: () => pieces,
    stop: () => {
      Buffer.concat = concat;
    },
  };
}

async function answeredBy(url: string) {
  const { client, publish } = webhooks();
  const tenant = newTenant();
  await client.registerEndpoint({ requestId: 'r' }, { tenant, url, events: ['charge.created'] });
  await publish(created(tenant));
  const [delivery] = await untilDeliveries(
    webhooks(),
    tenant,
    1,
    ({ attempts, status }) => attempts > 0 && status !== 'PROCESSING',
  );
  return delivery;
}

test.serial('an answer in packets of a byte costs what its bytes cost, however many came before', async (t) => {
  const bytes = 8_192;
  const server = await dripping(`HTTP/1.1 200 OK\r\nContent-Length: ${bytes}\r\n\r\n${'z'.repeat(bytes)}`);
  t.teardown(server.stop);
  const { pieces, stop } = countPieces();
  t.teardown(stop);
  const delivery = await answeredBy(server.url);
  t.like(delivery, { status: 'DELIVERED', attempts: 1, lastResponseBody: 'z'.repeat(2_048) });
  t.true(pieces() < 4 * bytes, `${pieces()} pieces of ${bytes} bytes`);
});

test.serial('what came of an answer before it broke off is kept', async (t) => {
  const server = await dripping('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf of an é');
  t.teardown(server.stop);
  const delivery = await answeredBy(server.url);
  t.like(delivery, { status: 'DELIVERED', lastStatusCode: 200, lastResponseBody: 'half of an é' });
});
