/**
 * `npm start`: servers, services, two demo merchants, then one readable log in the foreground. Ctrl-C or
 * SIGTERM stops everything that was started; the state stays in `.stack/`.
 */
import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CHECKOUT, runningFile, stackSettings } from './config.ts';
import { onStopSignal } from './foreground.ts';
import { type IdentitySettings, writeIdentities } from './identities.ts';
import { claimPidFile, holderOf } from './pid-file.ts';
import { keptSecrets } from './secrets.ts';
import { seedAccounts, seedBankProfile } from './seed.ts';
import { opsSettings } from './service-plan.ts';
import { readStackFile, type StackFile, writeStackFile } from './stack-file.ts';
import { type Servers, startServers } from './start-servers.ts';
import { type Services, startServices } from './start-services.ts';
import { terminalLog } from './terminal-log.ts';
import { welcome } from './welcome.ts';

const WANTED = { gateway: 8080, checkout: 8081, simulator: 8090, bank: 8070 };
const { stateDir } = stackSettings();
const running = runningFile(stateDir);
const log = terminalLog();
let servers: Promise<Servers> | undefined;
let services: Promise<Services> | undefined;
let ending = false;

/**
 * Each part is waited for, so that nothing comes up behind our back; a part that failed has stopped itself.
 */
async function stopAll(): Promise<void> {
  for (const part of [services, servers]) {
    const [settled] = await Promise.allSettled([part]);
    if (settled?.status === 'fulfilled') await settled.value?.stop();
  }
}

onStopSignal(async (reason) => {
  ending = true;
  log('stack', `stopping (${reason})`);
  await stopAll();
  log('stack', 'stopped; the state is kept, npm run reset removes it');
  process.exit(0);
});

async function start(): Promise<StackFile> {
  const secrets = await keptSecrets(stateDir);
  servers = startServers({ dir: stateDir, log });
  const namespace = namespaceOn(await servers);
  const testKeyFile = join(stateDir, 'test.key');
  const overrides = { gateway: { DOCS_TEST_KEY_FILE: testKeyFile } };
  const { settings: identities, bankTls } = await writeIdentities(join(stateDir, 'pki'));
  const identified = { identities, bankTls };
  services = startServices({
    servers: await servers,
    secrets,
    log,
    wanted: WANTED,
    namespace,
    overrides,
    ...identified,
  });
  const up = await services;
  const known = await readStackFile(stateDir);
  const [accounts] = await Promise.all([
    seedAccounts(up, secrets, known?.accounts ?? []),
    seedBankProfile(up, secrets),
  ]);
  const { gateway, checkout, simulator, health } = up;
  const stack = { gateway, checkout, simulator, accounts, health, bank: secrets.bank };
  await writeStackFile(stateDir, stack);
  await writeFile(testKeyFile, accounts[0]?.testKey ?? '', { mode: 0o600 });
  await writeFile(join(stateDir, 'ops.env'), opsEnvironment(up, await servers, namespace, identities('ops')), {
    mode: 0o600,
  });
  return stack;
}

/** Servers of our own hold nothing else. On given ones this checkout must not meet another's data. */
const namespaceOn = ({ isOwn }: Servers): string =>
  isOwn ? '' : `gx${createHash('sha256').update(CHECKOUT).digest('hex').slice(0, 6)}_`;

/** What `npm run ops` needs to reach this stack. */
function opsEnvironment(
  up: Services,
  { kafkaBrokers }: Servers,
  namespace: string,
  identity: IdentitySettings,
): string {
  const settings = {
    ...opsSettings(up, identity),
    KAFKA_BROKERS: kafkaBrokers,
    ...(namespace === '' ? {} : { TOPIC_PREFIX: namespace }),
  };
  return Object.entries(settings)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('');
}

/**
 * What a service said on its way down is in the log above; of servers, whose log is a file, the message has
 * it.
 */
const headline = (error: Error): string =>
  error instanceof AggregateError
    ? error.errors.map((each: Error) => each.message.split('\n')[0]).join('\n')
    : error.message;

if (!claimPidFile(running)) {
  console.error(`A stack of this checkout is running already (process ${holderOf(running)}).`);
  process.exit(1);
}
try {
  const stack = await start();
  if (!ending) console.log(welcome(stack, stateDir));
} catch (cause) {
  // A start that is told to end fails on the way; that is not news.
  if (ending) await new Promise<never>(() => undefined);
  console.error(`\nThe stack did not start.\n${headline(cause as Error)}`);
  await stopAll();
  process.exit(1);
}
