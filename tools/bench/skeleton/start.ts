import { connect } from 'node:net';
import { join } from 'node:path';
import { freePort, type RunningProcess, type Secrets, type Servers, type Services, startProcess } from '@gx/stack';

export type Skeleton = {
  readonly origin: string;
  readonly processes: Readonly<Record<string, number>>;
  readonly stop: () => Promise<void>;
};

/** The same flag as our own processes: the comparison is about the work, not about the heap. */
const HEAP = '--max-semi-space-size=64';

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
  const start = (name: string, listens: number): Promise<RunningProcess> =>
    startProcess({
      name: `skeleton ${name}`,
      command: process.execPath,
      args: [HEAP, join(import.meta.dirname, `${name}.ts`)],
      env,
      log: (source, line) => console.error(`${source}: ${line}`),
      ready: () => isOpen(listens),
    });
  const charge = await start('charge', grpcPort);
  const gateway = await start('gateway', port);
  return {
    origin: `http://127.0.0.1:${port}`,
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

const isOpen = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });
