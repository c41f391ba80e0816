import { testDatabase } from './database.ts';
import { servers } from './servers.ts';
import { startServiceProcess } from './service-process.ts';

/** The simulated bank as a process of its own, with its controls. */
export type BankSimulator = {
  readonly url: string;
  /** The name of its database. */
  readonly database: string;
  /** A route of the simulator's own, which no bank has. */
  readonly control: <T = unknown>(method: string, path: string, body?: object) => Promise<T>;
  readonly stop: () => Promise<void>;
};

/** Starts one with a database of its own, named after `prefix`. */
export async function startBankSimulator(prefix: string, env: NodeJS.ProcessEnv = {}): Promise<BankSimulator> {
  const database = await testDatabase(prefix);
  const { port, stop } = await startServiceProcess({
    service: 'bank-simulator',
    listensAt: 'PORT',
    env: (own) => ({
      ENVIRONMENT: 'local',
      LOG_LEVEL: 'warn',
      DRAIN_DELAY_MS: '0',
      MONGO_URL: servers().mongoUrl,
      MONGO_DB: database.db,
      SIM_LOCATION_HOST: `127.0.0.1:${own}`,
      ...env,
    }),
  });
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    database: database.db,
    control: async <T>(method: string, path: string, body?: object) => {
      const request =
        body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
      const answer = await fetch(`${url}${path}`, { method, ...request });
      const text = await answer.text();
      if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
      return JSON.parse(text) as T;
    },
    stop: async () => {
      await stop();
      await database.drop();
    },
  };
}
