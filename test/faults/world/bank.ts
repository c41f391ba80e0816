import { fileURLToPath } from 'node:url';
import { freePort, startProcess } from '@gx/stack';
import { servers, uniqueName } from '@gx/testkit';
import { Pool } from 'undici';

const MAIN = fileURLToPath(new URL('../../../services/bank-simulator/src/main.ts', import.meta.url));

export type BankClient = { readonly clientId: string; readonly clientSecret: string; readonly pixKey: string };
/** The simulated bank, a process of its own that no fault of ours reaches. */
export type Bank = {
  readonly url: string;
  readonly database: string;
  /** A route of the simulator's own: the payer's side, the books, the scenarios. */
  readonly control: <T>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) => Promise<T>;
  readonly stop: () => Promise<void>;
};

/** Notices that were not taken come again after a hundredth of the real waits: 20 ms, 50 ms, 100 ms, … */
const NOTICE_SCALE = '0.01';

export async function startBank(): Promise<Bank> {
  const database = uniqueName('faults_bank');
  const [port, healthPort] = [await freePort(), await freePort()];
  const url = `http://127.0.0.1:${port}`;
  const running = await startProcess({
    name: 'bank-simulator',
    command: process.execPath,
    args: [MAIN],
    env: {
      ...process.env,
      ENVIRONMENT: 'local',
      LOG_LEVEL: 'error',
      PORT: String(port),
      HEALTH_PORT: String(healthPort),
      DRAIN_DELAY_MS: '0',
      MONGO_URL: servers().mongoUrl,
      MONGO_DB: database,
      SIM_LOCATION_HOST: `127.0.0.1:${port}`,
      SIM_CALLBACK_RETRY_SCALE: NOTICE_SCALE,
    },
    ready: () => isReady(`http://127.0.0.1:${healthPort}/readyz`),
    log: () => undefined,
  });
  const pool = new Pool(url, { connections: 32 });
  return {
    url,
    database,
    control: async <T>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<T> => {
      const given = body === undefined ? {} : { body: JSON.stringify(body) };
      const answer = await pool.request({ method, path, headers: { 'content-type': 'application/json' }, ...given });
      const text = await answer.body.text();
      if (answer.statusCode >= 300) throw new Error(`${method} ${path}: ${answer.statusCode} ${text}`);
      return JSON.parse(text) as T;
    },
    stop: async () => {
      await pool.destroy();
      await running.stop();
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
