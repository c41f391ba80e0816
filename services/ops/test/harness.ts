import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import { Readable } from 'node:stream';
import type { EventOwner } from '@gx/contracts';
import { freePort, startProcess } from '@gx/stack';
import {
  identitySettings,
  type ProgramOutcome,
  runProgram,
  servers,
  type TestDatabase,
  testDatabase,
  testEventSettings,
  testTopics,
  uniqueName,
} from '@gx/testkit';
import type { ExecutionContext } from 'ava';
import { runOps } from '../src/program.ts';

const MAIN = (service: string): string => resolve(import.meta.dirname, '../..', service, 'src/main.ts');

export type CommandOutcome = ProgramOutcome;

/** Runs `ops` with a terminal of the test's own. */
export async function ops(args: readonly string[], env: Record<string, string>): Promise<CommandOutcome> {
  const text = { out: '', err: '' };
  const code = await runOps(args, {
    env: { ...identitySettings('ops'), ...env },
    stdin: Readable.from([]),
    out: (more) => {
      text.out += more;
    },
    err: (more) => {
      text.err += more;
    },
  });
  return { code, ...text };
}

/** Runs `ops` as an operator does: its own process, its answer on the terminal, its exit code. */
export const opsProcess = (args: readonly string[], env: Record<string, string>, stdin = ''): Promise<CommandOutcome> =>
  runProgram([MAIN('ops'), ...args], { ...identitySettings('ops'), ...env }, stdin);

type RunningService = { readonly address: string; readonly database: TestDatabase };

/** A service in its own process on a database of the test's own, ready to be called. */
export async function serve(
  t: ExecutionContext,
  service: 'keys' | 'ledger' | 'charge',
  more: Record<string, string> = {},
): Promise<RunningService> {
  const database = await testDatabase(service);
  t.teardown(database.drop);
  const [port, health] = await Promise.all([freePort(), freePort()]);
  const lines: string[] = [];
  const running = await startProcess({
    name: service,
    command: process.execPath,
    args: [MAIN(service)],
    env: { ...(await environment(service, database)), ...more, GRPC_PORT: String(port), HEALTH_PORT: String(health) },
    ready: async () => (await fetch(`http://127.0.0.1:${health}/readyz`).catch(() => undefined))?.status === 200,
    log: (_, line) => lines.push(line),
  });
  t.teardown(() => running.stop());
  return { address: `127.0.0.1:${port}`, database };
}

async function environment(
  service: 'keys' | 'ledger' | 'charge',
  { url, db }: TestDatabase,
): Promise<Record<string, string>> {
  const common = {
    MONGO_URL: url,
    MONGO_DB: db,
    DRAIN_DELAY_MS: '0',
    ENVIRONMENT: 'local',
    ...identitySettings(service),
  };
  if (service === 'keys') {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    const redis = { REDIS_URL: servers().redisUrl, REDIS_PREFIX: `${uniqueName('ops')}:` };
    const ENCRYPTION_KEY = randomBytes(32).toString('base64');
    return { ...common, ...redis, JWT_SIGNING_KEY: pem, JWT_ISSUER: 'https://gx.test', ENCRYPTION_KEY };
  }
  return {
    ...common,
    KAFKA_BROKERS: servers().kafkaBrokers.join(','),
    ...testEventSettings(service as EventOwner),
    TOPIC_PREFIX: await testTopics(),
    KEYS_ADDRESS: '127.0.0.1:1',
    CHARGE_ADDRESS: '127.0.0.1:1',
    LEDGER_ADDRESS: '127.0.0.1:1',
    REFUND_ADDRESS: '127.0.0.1:1',
    TXID_SECRET: randomBytes(32).toString('hex'),
    ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    PUBLIC_BASE_URL: 'http://127.0.0.1:1',
    CHECKOUT_BASE_URL: 'http://127.0.0.1:1',
    PROVIDER_CALLBACK_BASE_URL: 'http://127.0.0.1:1',
  };
}
