import { fileURLToPath } from 'node:url';
import { freePort, startProcess } from '@gx/stack';
import { servers, testDatabase } from '@gx/testkit';

const MAIN = fileURLToPath(new URL('../../../services/bank-simulator/src/main.ts', import.meta.url));

export type Simulator = { readonly url: string; readonly stop: () => Promise<void> };

/** The simulator as a process of its own, with a database of its own. */
export async function startSimulator(): Promise<Simulator> {
  const database = await testDatabase('acquirer_bank');
  const [port, healthPort] = [await freePort(), await freePort()];
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
    url: `http://127.0.0.1:${port}`,
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

/** The simulator's controls, which no real bank has. */
export const controls =
  (url: string) =>
  async (method: string, path: string, body?: object): Promise<unknown> => {
    const request =
      body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
    const answer = await fetch(`${url}${path}`, { method, ...request });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return JSON.parse(text);
  };
