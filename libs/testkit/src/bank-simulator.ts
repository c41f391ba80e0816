import { fileURLToPath } from 'node:url';
import { freePort, startProcess } from '@gx/stack';
import { testDatabase } from './database.ts';
import { servers } from './servers.ts';

const MAIN = fileURLToPath(new URL('../../../services/bank-simulator/src/main.ts', import.meta.url));

/** The simulated bank as a process of its own, with its controls. */
export type BankSimulator = {
  readonly url: string;
  /** A route of the simulator's own, which no bank has. */
  readonly control: <T = unknown>(method: string, path: string, body?: object) => Promise<T>;
  readonly stop: () => Promise<void>;
};

/** Starts one with a database of its own, named after `prefix`. */
export async function startBankSimulator(prefix: string): Promise<BankSimulator> {
  const database = await testDatabase(prefix);
  const [port, healthPort] = [await freePort(), await freePort()];
  const url = `http://127.0.0.1:${port}`;
  const running = await startProcess({
    name: 'bank-simulator',
    command: process.execPath,
    args: [MAIN],
    env: {
      ...process.env,
      ENVIRONMENT: 'local',
      LOG_LEVEL: 'warn',
      PORT: String(port),
      HEALTH_PORT: String(healthPort),
      DRAIN_DELAY_MS: '0',
      MONGO_URL: servers().mongoUrl,
      MONGO_DB: database.db,
      SIM_LOCATION_HOST: `127.0.0.1:${port}`,
    },
    ready: () => isReady(`http://127.0.0.1:${healthPort}/readyz`),
    log: () => undefined,
  });
  return {
    url,
    control: async <T>(method: string, path: string, body?: object) => {
      const request =
        body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
      const answer = await fetch(`${url}${path}`, { method, ...request });
      const text = await answer.text();
      if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
      return JSON.parse(text) as T;
    },
    stop: async () => {
      await running.stop();
      await database.drop();
    },
  };
}

async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(url)).ok;
  } catch {
    return false;
  }
}
