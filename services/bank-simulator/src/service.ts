import { generateKeyPairSync } from 'node:crypto';
import { sha256Hex } from '@gx/core';
import type { Host } from '@gx/runtime';
import { openMongo } from '@gx/runtime/mongo';
import { ACQUIRER_ROUTES } from './acquirer-routes.ts';
import { API_ROUTES } from './api-routes.ts';
import type { SimulatedBank } from './bank.ts';
import { BOOKS_ROUTES } from './books-routes.ts';
import { inTurn } from './commands/in-turn.ts';
import type { BankSimulatorConfig } from './config.ts';
import { startHttpServer } from './http-server.ts';
import { INFRACTION_CONTROL_ROUTES } from './infraction-routes.ts';
import { callbackPost } from './jobs/post-callback.ts';
import { startCallbackSender } from './jobs/send-callbacks.ts';
import { startSettle } from './jobs/settle-due.ts';
import { LOCATION_ROUTES } from './location-routes.ts';
import { TOKEN_ROUTE } from './oauth-route.ts';
import { ORDER_CONTROL_ROUTES } from './order-control-routes.ts';
import { PAYER_PAGE_ROUTES } from './payer-page-routes.ts';
import { payloadSigner } from './queries/show-location.ts';
import { requestLog } from './request-log.ts';
import { SIM_ROUTES } from './sim-routes.ts';
import { openStores } from './store/open-stores.ts';
import { signingKey } from './store/signing-key.ts';

const ROUTES = [
  ...API_ROUTES,
  ...ACQUIRER_ROUTES,
  TOKEN_ROUTE,
  ...LOCATION_ROUTES,
  ...PAYER_PAGE_ROUTES,
  ...SIM_ROUTES,
  ...ORDER_CONTROL_ROUTES,
  ...BOOKS_ROUTES,
  ...INFRACTION_CONTROL_ROUTES,
];
/** What writing a result down may take beyond the attempt itself; after that another process may try. */
const RECORDING_MS = 5_000;

export type BankSimulator = { readonly url: string; readonly port: number };

/** Opens the bank: its database, its clients, the queue of callbacks, and last its door. */
export async function startBankSimulator(host: Host, config: BankSimulatorConfig): Promise<BankSimulator> {
  const { log, life } = host;
  const connection = await openMongo(host, config);
  const limits = { timeoutMs: config.SIM_CALLBACK_TIMEOUT_MS, retryScale: config.SIM_CALLBACK_RETRY_SCALE };
  const stores = await openStores(connection, {
    leaseMs: limits.timeoutMs + RECORDING_MS,
    stored: (due) => sender.stored(due),
  });
  for (const { clientSecret, ...client } of config.SIM_CLIENTS) {
    const added = await stores.clients.put({ ...client, secretHash: sha256Hex(clientSecret) });
    if (!added) throw new Error(`SIM_CLIENTS: the key of ${client.clientId} belongs to another client`);
  }
  const post = callbackPost({
    cert: config.SIM_CALLBACK_CERTIFICATE,
    key: config.SIM_CALLBACK_PRIVATE_KEY,
    ca: config.SIM_CALLBACK_AUTHORITY,
  });
  const sender = startCallbackSender({ ...stores, log, life, now: host.now, post, ...limits });
  const settle = startSettle({ ...stores, log, life, now: host.now });
  const bank: SimulatedBank = {
    ...stores,
    now: host.now,
    signer: payloadSigner(
      await signingKey(connection, newKey),
      `http://${config.SIM_LOCATION_HOST}/.well-known/jwks.json`,
    ),
    seen: requestLog(),
    locationHost: config.SIM_LOCATION_HOST,
    tokenSeconds: config.SIM_TOKEN_SECONDS,
    inTurn: inTurn(),
    triggerSettle: settle.trigger,
  };
  const server = await startHttpServer({ host: config.HOST, port: config.PORT }, ROUTES, { bank, log });
  life.onStop('http', server.stop);
  log.info({ port: server.port }, 'the simulated bank is open');
  return { url: `http://${config.HOST}:${server.port}`, port: server.port };
}

const newKey = (): string =>
  generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
