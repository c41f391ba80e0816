import { Refusal } from '@gx/core';
import { type Host, LocalWindows } from '@gx/runtime';
import { connectGrpc } from '@gx/runtime/grpc';
import { admitAct } from './admission/admit-act.ts';
import { keyAdmission } from './admission/admit-key.ts';
import { admitLogin, type LoginRates } from './admission/admit-login.ts';
import { hourWindow } from './admission/hour-window.ts';
import { keyLookup } from './admission/key-lookup.ts';
import { keyRecords } from './admission/key-record.ts';
import { minuteWindow } from './admission/minute-window.ts';
import { redisWindows } from './admission/redis-windows.ts';
import { connectClients } from './clients.ts';
import type { GatewayConfig } from './config.ts';
import { makeDocs } from './docs-page/docs.ts';
import { securityText } from './docs-page/security-text.ts';
import { admitRequest } from './edge/admit-request.ts';
import { anonymousClients } from './edge/anonymous-clients.ts';
import { type Admit, type EdgeOptions, edgeApp } from './edge/app.ts';
import { type ListenOptions, listen } from './edge/http-server.ts';
import type { RouteDeps } from './edge/route.ts';
import type { TlsFiles } from './edge/tls-files.ts';
import { startRequestLog } from './request-log/start-request-log.ts';
import { BANK_ROUTES } from './routes/provider-callbacks.ts';
import { routesOf, servedChapters } from './routes/table.ts';

/** Starts both listeners of the edge; it holds no state, so any number may run. */
export async function startGateway(host: Host, config: GatewayConfig): Promise<{ port: number; bankPort: number }> {
  const clockMs = (): number => performance.now();
  const clients = connectClients(host, connectGrpc(host, 'gateway', config), config);
  const records = keyRecords(config.KEY_RECORDS_SECRET);
  const redis = redisWindows(host, { address: config.REDIS_URL, prefix: config.REDIS_PREFIX, field: records.field });
  await redis.start();
  const windows = (): LocalWindows => new LocalWindows(() => clockMs() / 1_000);
  const local = windows();
  const decide = keyAdmission({
    redis,
    records,
    local,
    lookup: keyLookup(clients.keys.resolveKey, clockMs),
    limits: keyLimits(config),
    clockMs,
  });
  const count = minuteWindow(redis, local);
  const chapters = servedChapters(config.CHARGES_LIST);
  const deps: RouteDeps = {
    ...clients,
    inlineImages: config.QR_CODE_BASE64,
    admitLogin: admitLogin({ count, countFailures: hourWindow(redis, clockMs), limits: loginLimits(config) }),
    admitAttempt: (who) => count(`login:${who}`, config.LOGIN_ATTEMPTS_PER_MINUTE),
    docs: makeDocs({ chapters, testKeyFile: config.DOCS_TEST_KEY_FILE }),
    securityText: securityText(config.SECURITY_CONTACT, host.now()),
  };
  const trustedProxies = config.TRUSTED_PROXIES;
  // Addresses are many and anybody's: among keys and logins they would push those out.
  const anonymous = () =>
    anonymousClients({ windows: windows(), perMinute: config.ANONYMOUS_REQUESTS_PER_MINUTE, clockMs });
  const connections = { perAddress: config.CONNECTIONS_PER_ADDRESS, trustedProxies };
  const { port: bankPort } = await listenToBanks(host, config, { deps, anonymousClients: anonymous(), connections });
  const app = edgeApp(host, {
    routes: routesOf(chapters),
    deps,
    admit: admitRequest(decide),
    admitAct: admitAct({
      keys: clients.keys,
      count,
      perMinute: { keys: config.KEY_CHANGES_PER_MINUTE, users: config.USER_CHANGES_PER_MINUTE },
    }),
    anonymousClients: anonymous(),
    trustedProxies,
  });
  const { port } = await listen(host, app, {
    port: config.PORT,
    name: 'merchants',
    connections,
    onOver: startRequestLog(host, clients),
  });
  host.log.info({ port, bank_port: bankPort }, 'listening');
  return { port, bankPort };
}

const keyLimits = (config: GatewayConfig) => ({
  live: config.RATE_LIMIT_LIVE_PER_MINUTE,
  test: config.RATE_LIMIT_TEST_PER_MINUTE,
  accountTimes: config.RATE_LIMIT_ACCOUNT_TIMES,
});

const loginLimits = (config: GatewayConfig): LoginRates => ({
  perMinute: {
    withOneEmail: config.LOGIN_ATTEMPTS_PER_MINUTE,
    withAnyEmail: config.LOGIN_ATTEMPTS_OF_ADDRESS_PER_MINUTE,
  },
  failuresPerHour: config.LOGIN_FAILURES_PER_HOUR,
});

type BankListener = Pick<EdgeOptions, 'deps' | 'anonymousClients'> & Pick<ListenOptions, 'connections'>;

function listenToBanks(host: Host, config: GatewayConfig, { connections, ...options }: BankListener) {
  const { trustedProxies } = connections;
  const app = edgeApp(host, { routes: BANK_ROUTES, ...options, admit: refuseKeys, trustedProxies });
  return listen(host, app, { port: config.BANK_PORT, name: 'banks', connections, ...bankTls(config) });
}

/** No route of the bank listener takes a key. */
const refuseKeys: Admit = () => Promise.reject(new Refusal('unauthorized', 'API keys are not taken here.'));

function bankTls(config: GatewayConfig): { tls?: TlsFiles } {
  const { BANK_TLS_CERT_FILE: cert, BANK_TLS_KEY_FILE: key, BANK_TLS_CA_FILE: ca } = config;
  if (cert === undefined || key === undefined) return {};
  return { tls: { cert, key, ...(ca === undefined ? {} : { ca }) } };
}
