import * as grpc from '@grpc/grpc-js';
import { SERVICES } from '@gx/contracts';
import { identitySettings, localClient, until } from '@gx/testkit';
import test, { type ExecutionContext } from 'ava';
import { registerWatchedNames } from '../src/grpc/watched-names.ts';

const [OLD, NEW] = ['127.0.0.2', '127.0.0.3'] as const;
const CALL = { requestId: 'req_1' };
/** Nothing is sent twice here: a call that fails is a failed call. */
const OPTIONS = { idempotent: [], deadlineMs: 5_000 } as const;
const QUICKLY = { timeoutMs: 10_000, everyMs: 5 };

type Replica = { readonly port: number; readonly answered: () => number; readonly stop: () => Promise<void> };

function credentials(): grpc.ServerCredentials {
  const { GRPC_CERTIFICATE = '', GRPC_PRIVATE_KEY = '', GRPC_AUTHORITY = '' } = identitySettings('ledger');
  const own = { cert_chain: Buffer.from(GRPC_CERTIFICATE), private_key: Buffer.from(GRPC_PRIVATE_KEY) };
  return grpc.ServerCredentials.createSsl(Buffer.from(GRPC_AUTHORITY), [own], true);
}

async function replica(t: ExecutionContext, host: string, port = 0): Promise<Replica> {
  let answered = 0;
  const server = new grpc.Server();
  server.addService(SERVICES.ledger, {
    ListWallets: (_call: unknown, done: grpc.sendUnaryData<object>) => {
      answered += 1;
      done(null, { wallets: [] });
    },
  });
  const bound = await new Promise<number>((resolve, reject) =>
    server.bindAsync(`${host}:${port}`, credentials(), (error, chosen) =>
      error === null ? resolve(chosen) : reject(error),
    ),
  );
  t.teardown(() => server.forceShutdown());
  return {
    port: bound,
    answered: () => answered,
    stop: () => new Promise((resolve) => server.tryShutdown(() => resolve())),
  };
}

/** A name server with one name; `knows` is what stands behind it, nobody or a fault where it is empty. */
function names(scheme: string): { knows: string[]; lookups: number } {
  const server = { knows: [] as string[], lookups: 0 };
  registerWatchedNames(scheme, {
    everyMs: 20,
    lookUp: async () => {
      server.lookups += 1;
      if (server.knows.length === 0) throw new Error('ENOTFOUND');
      return server.knows.map((address) => ({ address }));
    },
  });
  return server;
}

/** Calls one after the other until told to stop; what failed. */
function steadyCalls(t: ExecutionContext, client: ReturnType<typeof ledgerClient>): () => Promise<string[]> {
  const failures: string[] = [];
  let going = true;
  const running = (async () => {
    while (going) {
      await client.listWallets(CALL, {}).catch((error: unknown) => failures.push(String(error)));
      await new Promise((resolve) => setImmediate(resolve));
    }
  })();
  const stop = async (): Promise<string[]> => {
    going = false;
    await running;
    return failures;
  };
  t.teardown(stop);
  return stop;
}

function ledgerClient(t: ExecutionContext, scheme: string, port: number) {
  const client = localClient(SERVICES.ledger, `${scheme}:///ledger:${port}`, OPTIONS);
  t.teardown(() => client.close());
  return client;
}

test('a name that moves to another server is followed before the first one stops: no call fails', async (t) => {
  const dns = names('moves');
  dns.knows = [OLD];
  const old = await replica(t, OLD);
  const client = ledgerClient(t, 'moves', old.port);
  const stop = steadyCalls(t, client);
  await until('the first answers', () => old.answered() > 10, QUICKLY);
  const next = await replica(t, NEW, old.port);
  dns.knows = [NEW];
  await until('the second answers', () => next.answered() > 10, QUICKLY);
  const last = old.answered();
  await old.stop();
  const before = next.answered();
  await until('it goes on', () => next.answered() > before + 10, QUICKLY);
  t.deepEqual(await stop(), []);
  t.is(old.answered(), last, 'nobody called the first any more when it stopped');
});

test('a server that is added gets its share while the first stays', async (t) => {
  const dns = names('grows');
  dns.knows = [OLD];
  const old = await replica(t, OLD);
  const client = ledgerClient(t, 'grows', old.port);
  const stop = steadyCalls(t, client);
  await until('the first answers', () => old.answered() > 10, QUICKLY);
  const next = await replica(t, NEW, old.port);
  dns.knows = [NEW, OLD];
  await until('the second answers', () => next.answered() > 10, QUICKLY);
  const before = old.answered();
  await until('so does the first', () => old.answered() > before + 10, QUICKLY);
  t.deepEqual(await stop(), []);
});

test('a name that nobody knows yet is looked up until it is known; one that is forgotten keeps its servers', async (t) => {
  const dns = names('late');
  const server = await replica(t, OLD);
  const client = ledgerClient(t, 'late', server.port);
  const refused = await t.throwsAsync(client.listWallets(CALL, {}));
  t.is((refused as { code?: string }).code, 'service_unavailable');
  dns.knows = [OLD];
  await client.waitForReady(5_000);
  await t.notThrowsAsync(client.listWallets(CALL, {}));
  dns.knows = [];
  const lookups = dns.lookups;
  await until('it was looked up in vain', () => dns.lookups > lookups + 2, QUICKLY);
  await t.notThrowsAsync(client.listWallets(CALL, {}));
});

test('a server that ends without a word is found at its new address', async (t) => {
  const dns = names('dies');
  dns.knows = [OLD];
  const old = await replica(t, OLD);
  const client = ledgerClient(t, 'dies', old.port);
  await client.listWallets(CALL, {});
  await old.stop();
  const next = await replica(t, NEW, old.port);
  dns.knows = [NEW];
  await until(
    'it answers again',
    async () => {
      await client.listWallets(CALL, {}).catch(() => undefined);
      return next.answered() > 0;
    },
    QUICKLY,
  );
  t.pass();
});
