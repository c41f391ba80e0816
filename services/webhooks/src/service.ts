import { randomUUID } from 'node:crypto';
import { chargeEventCodec, payoutEventCodec, SERVICES, subscription } from '@gx/contracts';
import { type Cipher, type Host, type Job, serviceCipher, startJob } from '@gx/runtime';
import { connectGrpc, grpcService, startGrpcServer } from '@gx/runtime/grpc';
import { connectEvents, startConsumer } from '@gx/runtime/kafka';
import {
  acquireLease,
  databaseClock,
  type Lease,
  openMongo,
  releaseLease,
  startActFiling,
  withLease,
} from '@gx/runtime/mongo';
import type { WebhooksConfig } from './config.ts';
import { startDispatcher } from './dispatch/dispatcher.ts';
import { hostTurns } from './dispatch/host-turns.ts';
import { readTarget } from './dispatch/target-of.ts';
import { CHARGE_DELIVERED_AS, PAYOUT_DELIVERED_AS } from './domain/event-catalog.ts';
import { onPublicEvents } from './events/on-public-events.ts';
import { readChargeEvent } from './events/read-charge-event.ts';
import { readPayoutEvent } from './events/read-payout-event.ts';
import { abandonDeliveries } from './jobs/abandon-deliveries.ts';
import { expireBodies } from './jobs/expire-bodies.ts';
import { type ReplayJobDeps, replayEvents } from './jobs/replay-events.ts';
import { OPENING_MS_MAX, personsPeer } from './peers/persons.ts';
import { listedBodies } from './queries/listed-body.ts';
import { webhooksHandlers } from './rpc.ts';
import { addressGuard } from './send/address-guard.ts';
import { endpointUrl } from './send/endpoint-url.ts';
import { nameServers, type Resolve } from './send/guarded-connector.ts';
import { newSecret } from './send/new-secret.ts';
import { webhookSender } from './send/sender.ts';
import { deliveryStore } from './store/deliveries.ts';
import { encryptedSecrets } from './store/encrypted-secrets.ts';
import { endpointStore } from './store/endpoints.ts';
import { eventStore } from './store/events.ts';
import { replayStore } from './store/replays.ts';
import { sendsByHand } from './store/sends-by-hand.ts';
import { signingSecretStore } from './store/signing-secrets.ts';

/** What the world outside decides; tests that play name server or dice pass their own. */
export type Surroundings = { readonly resolve?: Resolve; readonly random?: () => number };

const ABANDON_EVERY_MS = 5_000;
/** Much longer than a page takes. */
const PAGE_LEASE_MS = 10_000;
const EXPIRE_EVERY_MS = 60_000;
const DAY_MS = 86_400_000;
const REPLAY_EVERY_MS = 1_000;
/** Renewed by each turn and each page of a replay. */
const REPLAY_LEASE_MS = 10_000;

/** Wires stores, sender, dispatcher, consumer and RPCs; answers the port that the RPCs are served on. */
export async function startWebhooks(
  host: Host,
  config: WebhooksConfig,
  world: Surroundings = {},
): Promise<{ port: number }> {
  const secrets = serviceCipher(host.log, config);
  const stores = await openStores(host, config, secrets);
  const grpc = connectGrpc(host, 'webhooks', config);
  const persons = personsPeer(grpc, { charge: config.CHARGE_ADDRESS, payout: config.PAYOUT_ADDRESS });
  const guard = addressGuard({
    allowed: config.WEBHOOK_ALLOWED_PRIVATE_TARGETS,
    refused: config.WEBHOOK_REFUSED_TARGETS,
    ports: config.WEBHOOK_ALLOWED_PORTS,
  });
  const resolve = world.resolve ?? nameServers();
  // Given back once the queues have stopped: until then this replica sends what is replayed.
  const lease = replayLease(host, stores);
  let share = (): number => 1;
  const { hasRoom, offer, forget, replays } = startDispatcher(host, {
    ...stores,
    sender: webhookSender({ ...host, guard, resolve, timeoutMs: config.WEBHOOK_TIMEOUT_MS }),
    secrets,
    openBody: persons.bodyOpener(),
    leaseMs: leaseMsOf(config),
    retryTimeScale: config.WEBHOOK_RETRY_TIME_SCALE,
    random: world.random ?? Math.random,
    originsOf: stores.endpoints.origins,
    turns: hostTurns({ perSecond: config.WEBHOOK_HOST_PER_SECOND, share: () => share() }),
    onReplayRoom: () => replaying.trigger(),
  });
  const replaying = startReplays(host, { ...stores, ...replays, isOurs: () => acquireLease(lease) });
  const deletions = startDeletions(host, stores);
  startExpiry(host, stores, config.WEBHOOK_BODY_DAYS);
  const { endpoints, signingSecrets } = stores;
  startActFiling(host, { grpc, address: config.KEYS_ADDRESS, sources: [endpoints.acts, signingSecrets.acts] });
  const intake = { ...stores, offer, hasRoom };
  share = await startConsumers(host, config, intake);
  const checkUrl = (url: string): void => void endpointUrl(url, guard);
  // A read waits for no attempt, and no attempt for a read.
  const openBody = persons.bodyOpener();
  const handlers = webhooksHandlers({
    ...intake,
    openBody,
    openListed: listedBodies(openBody, host.log),
    secrets,
    checkUrl,
    endpointsMax: config.WEBHOOK_ENDPOINTS_MAX,
    sendsByHandMax: config.WEBHOOK_MANUAL_SENDS_PER_DAY,
    replayEventsMax: config.WEBHOOK_REPLAY_EVENTS_MAX,
    replaySoon: replaying.trigger,
    forget,
    abandonSoon: deletions.trigger,
    reencryptSecrets: stores.encrypted,
  });
  return startGrpcServer(host, grpc.listeners(config), [grpcService(SERVICES.webhooks, handlers)]);
}

/** A lease outlasts the longest attempt, from the opening of its body, with time to record it. */
const leaseMsOf = ({ WEBHOOK_TIMEOUT_MS: timeoutMs }: WebhooksConfig): number =>
  Math.ceil(timeoutMs + Math.max(timeoutMs / 2, OPENING_MS_MAX)) + 1_000;

type Stores = Awaited<ReturnType<typeof openStores>>;

/** Runs a page of something on one replica at a time. */
function pagesAlone({ connection }: Stores) {
  const owner = randomUUID();
  return <T>(name: string, run: () => Promise<T>) => withLease({ connection, name, owner, ttlMs: PAGE_LEASE_MS }, run);
}

/** A deletion triggers it for what it leaves; what dead processes left waits for its next turn. */
function startDeletions(host: Host, stores: Stores): Job {
  const { endpoints, deliveries } = stores;
  const alone = pagesAlone(stores);
  const run = () => abandonDeliveries({ endpoints, deliveries, life: host.life, alone });
  return startJob(host, { name: 'abandon deliveries', everyMs: ABANDON_EVERY_MS, run });
}

/** Ended deliveries lose their bodies and logs after so many days. */
function startExpiry(host: Host, stores: Stores, days: number): Job {
  const { deliveries } = stores;
  const alone = pagesAlone(stores);
  const run = () => expireBodies({ deliveries, keptMs: days * DAY_MS, life: host.life, alone });
  return startJob(host, { name: 'expire bodies', everyMs: EXPIRE_EVERY_MS, run });
}

/**
 * One replica stores and sends what is replayed, from its first to its last: it keeps the lease while there
 * is any.
 */
function replayLease(host: Host, { connection }: Stores): Lease {
  const lease = { connection, name: 'replay events', owner: randomUUID(), ttlMs: REPLAY_LEASE_MS };
  host.life.onStop('replay lease', () => releaseLease(lease));
  return lease;
}

const startReplays = (host: Host, deps: Omit<ReplayJobDeps, 'life'>): Job =>
  startJob(host, {
    name: 'replay events',
    everyMs: REPLAY_EVERY_MS,
    run: () => replayEvents({ ...deps, life: host.life }),
  });

async function openStores(host: Host, config: WebhooksConfig, secrets: Cipher) {
  const connection = await openMongo(host, config);
  const databaseNow = databaseClock(connection);
  const [deliveries, endpoints, events, replays, signingSecrets, byHand] = await Promise.all([
    deliveryStore(connection, databaseNow),
    endpointStore(connection),
    eventStore(connection, databaseNow),
    replayStore(connection),
    signingSecretStore(connection, () => secrets.encrypt(newSecret())),
    sendsByHand(connection),
  ]);
  const encrypted = encryptedSecrets(connection, secrets);
  return {
    connection,
    deliveries,
    endpoints,
    events,
    replays,
    databaseNow,
    signingSecrets,
    sendsByHand: byHand,
    encrypted,
    readTarget: readTarget({ endpoints, signingSecrets }),
  };
}

/** What merchants are told of; answers this replica's share of it, of which charges are nearly all. */
async function startConsumers(
  host: Host,
  config: WebhooksConfig,
  intake: Parameters<typeof onPublicEvents>[0],
): Promise<() => number> {
  const prefix = config.TOPIC_PREFIX ?? '';
  const events = await connectEvents(host, config);
  const { share } = startConsumer(host, {
    ...events,
    ...subscription(prefix, 'webhooks'),
    codec: chargeEventCodec,
    types: Object.keys(CHARGE_DELIVERED_AS),
    apply: onPublicEvents(intake, readChargeEvent),
  });
  startConsumer(host, {
    ...events,
    ...subscription(prefix, 'webhooks-payout'),
    codec: payoutEventCodec,
    types: Object.keys(PAYOUT_DELIVERED_AS),
    apply: onPublicEvents(intake, readPayoutEvent),
  });
  return share;
}
