import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { SERVICES } from '@gx/contracts';
import { Refusal } from '@gx/core';
import type { Call, Client } from '@gx/runtime';
import {
  identitySettings,
  localClient,
  servers,
  type TestDatabase,
  type TestHost,
  testDatabase,
  testHost,
  uniqueName,
} from '@gx/testkit';
import { loadConfig } from '../src/config.ts';
import { startKeys } from '../src/service.ts';

export const ISSUER = 'https://gx.test';
export const call: Call = { requestId: 'test' };

/** A new ES256 pair in PEM. */
export function signingKey(): { readonly privatePem: string; readonly publicPem: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return {
    privatePem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    publicPem: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
  };
}
export const SIGNING_KEY = signingKey();
export const ENCRYPTION_KEY = randomBytes(32).toString('base64');

/** An address where nothing listens. */
export const NOWHERE = 'redis://127.0.0.1:1';

export type KeysClient = Client<typeof SERVICES.keys>;
export type TestKeys = {
  readonly client: KeysClient;
  readonly port: number;
  readonly host: TestHost;
  readonly database: TestDatabase;
  readonly redisPrefix: string;
  /** Another replica on the same database, unless `env` says otherwise. */
  readonly replica: (env?: Record<string, string>, now?: () => Date) => Promise<TestKeys>;
};

/** Everything that a keys process reads from its environment, on the test's own database and Redis prefix. */
export const keysEnv = (database: TestDatabase, redisPrefix: string): Record<string, string> => ({
  ENVIRONMENT: 'local',
  GRPC_PORT: '0',
  ...identitySettings('keys'),
  MONGO_URL: database.url,
  MONGO_DB: database.db,
  REDIS_URL: servers().redisUrl,
  REDIS_PREFIX: redisPrefix,
  JWT_SIGNING_KEY: SIGNING_KEY.privatePem,
  JWT_ISSUER: ISSUER,
  ENCRYPTION_KEY,
});

/** Where something that was started says how to stop it: a test, or a file whose tests share it. */
export type Scope = { readonly teardown: (stop: () => unknown) => void };

/** The scope of a whole file: `test.after.always(scope.close)`. */
export function fileScope(): Scope & { readonly close: () => Promise<void> } {
  const stops: (() => unknown)[] = [];
  return {
    teardown: (stop) => void stops.unshift(stop),
    close: async () => {
      for (const stop of stops) await stop();
    },
  };
}

/** Keys, served over real gRPC on a database of the test's own; torn down with its scope. */
export async function testKeys(scope: Scope, env: Record<string, string> = {}): Promise<TestKeys> {
  const database = await testDatabase('keys');
  scope.teardown(database.drop);
  return startReplica(scope, database, { redisPrefix: `${uniqueName('keys')}:`, env });
}

type Replica = { readonly redisPrefix: string; readonly env: Record<string, string>; readonly now?: () => Date };

async function startReplica(scope: Scope, database: TestDatabase, options: Replica): Promise<TestKeys> {
  const { redisPrefix, env, now = () => new Date() } = options;
  const host = testHost('keys', { now });
  scope.teardown(host.stop);
  const { port } = await startKeys(host, loadConfig({ ...keysEnv(database, redisPrefix), ...env }));
  const client = localClient(SERVICES.keys, `127.0.0.1:${port}`, { idempotent: [], deadlineMs: 20_000 });
  scope.teardown(client.close);
  return {
    client,
    port,
    host,
    database,
    redisPrefix,
    replica: (more = {}, clock = now) =>
      startReplica(scope, database, { redisPrefix, env: { ...env, ...more }, now: clock }),
  };
}

export type KeyOwner = {
  readonly email: string;
  readonly password: string;
  readonly accountId: string;
  readonly userId: string;
  readonly accessToken: string;
};

/** A new account whose user has logged in. */
export async function merchant(client: KeysClient, settings: Record<string, number> = {}): Promise<KeyOwner> {
  const email = `${uniqueName('user')}@example.com`;
  const password = randomBytes(12).toString('base64url');
  const { accountId, userId } = await client.createAccount(call, {
    name: 'Loja Teste',
    userName: 'Ana',
    email,
    password,
    ...settings,
  });
  const { accessToken } = await client.login(call, { email, password });
  return { email, password, accountId, userId, accessToken };
}

/** Another user of an account, who has logged in. */
export async function userWithRole(client: KeysClient, accountId: string, role: string): Promise<KeyOwner> {
  const email = `${uniqueName(role)}@example.com`;
  const { user, password } = await client.addUser(call, { accountId, email, role });
  const { accessToken } = await client.login(call, { email, password });
  return { email, password, accountId, userId: user?.id ?? '', accessToken };
}

/** The refusal that a call ends with. */
export async function refusalOf(work: Promise<unknown>): Promise<Refusal> {
  const outcome = await work.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (outcome instanceof Refusal) return outcome;
  throw new Error('not refused', { cause: outcome });
}
