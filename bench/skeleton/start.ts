import { join } from 'node:path';
import { freePort, type Running, type Secrets, type Servers, type Services, startProcess } from '@gx/stack';

export type Skeleton = {
  readonly origin: string;
  readonly processes: Readonly<Record<string, number>>;
  readonly stop: () => Promise<void>;
};

/** Starts the rival's two processes on the same servers and against the same bank. */
export async function startSkeleton(servers: Servers, services: Services, secrets: Secrets): Promise<Skeleton> {
  const [grpcPort, port] = [await freePort(), await freePort()];
  const env = {
    ...process.env,
    MONGO_URL: servers.mongoUrl,
    MONGO_DB: 'bench_skeleton',
    BANK_URL: services.simulator,
    BANK_TOKEN: await bankToken(services.simulator, secrets.bank),
    BANK_PIX_KEY: secrets.bank.pixKey,
    GRPC_PORT: String(grpcPort),
    CHARGE_ADDRESS: `127.0.0.1:${grpcPort}`,
    PORT: String(port),
  };
  const start = (name: string, flags: readonly string[]): Promise<Running> =>
    startProcess({
      name: `skeleton ${name}`,
      command: process.execPath,
      args: [...flags, join(import.meta.dirname, `${name}.ts`)],
      env,
      log: (source, line) => console.error(`${source}: ${line}`),
    });
  // The same flag as our own processes: the comparison is about the work, not about the heap.
  const heap = ['--max-semi-space-size=64'];
  const charge = await start('charge', heap);
  const gateway = await start('gateway', heap);
  const origin = `http://127.0.0.1:${port}`;
  await untilAnswers(`${origin}/echo`);
  return {
    origin,
    processes: { 'skeleton gateway': gateway.pid, 'skeleton charge': charge.pid },
    stop: async () => {
      await Promise.all([gateway.stop(), charge.stop()]);
    },
  };
}

async function bankToken(simulator: string, { clientId, clientSecret }: Secrets['bank']): Promise<string> {
  const response = await fetch(`${simulator}/oauth/token`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ grant_type: 'client_credentials' }),
  });
  return ((await response.json()) as { access_token: string }).access_token;
}

async function untilAnswers(url: string): Promise<void> {
  const body = JSON.stringify({ amount: 1, currency: 'BRL', description: 'ready?' });
  for (const end = performance.now() + 10_000; performance.now() < end; ) {
    const answered = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body }).then(
      (response) => response.status === 201,
      () => false,
    );
    if (answered) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`${url} does not answer`);
}
