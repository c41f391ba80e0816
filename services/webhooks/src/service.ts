import { chargeEventCodec, SERVICES, topicName } from '@gx/contracts';
import {
  connectKafka,
  connectMongo,
  grpcService,
  type Host,
  secretBox,
  startConsumer,
  startGrpcServer,
  startProducer,
} from '@gx/runtime';
import { finishDeletions } from './commands/delete-endpoint.ts';
import type { Config } from './config.ts';
import { HANDOVER_MS, PER_HOST_MAX, startDispatcher } from './dispatch/dispatcher.ts';
import { eventBody } from './dispatch/event-body.ts';
import { DELIVERED_AS } from './domain/event-catalog.ts';
import { onChargeEvents } from './events/on-charge-event.ts';
import { webhooksHandlers } from './rpc.ts';
import { addressGuard } from './send/address-guard.ts';
import { endpointUrl } from './send/endpoint-url.ts';
import { nameServers, type Resolve } from './send/guarded-connector.ts';
import { webhookSender } from './send/sender.ts';
import { deliveryStore } from './store/deliveries.ts';
import { endpointStore } from './store/endpoints.ts';

/** What the world outside decides; tests that play name server or dice pass their own. */
export type World = { readonly resolve?: Resolve; readonly random?: () => number };

/** Wires stores, sender, dispatcher, consumer and RPCs; answers the port that the RPCs are served on. */
export async function startWebhooks(host: Host, config: Config, world: World = {}): Promise<{ port: number }> {
  const { log, life } = host;
  const timeoutMs = config.WEBHOOK_TIMEOUT_MS;
  const connection = await connectMongo({
    url: config.MONGO_URL,
    db: config.MONGO_DB,
    log,
    name: host.name,
    seam: host.seam,
  });
  life.onStop('mongodb', () => connection.close());
  host.health.check('mongodb', async () => {
    await connection.db?.command({ ping: 1 });
  });
  const deliveries = await deliveryStore(connection);
  const endpoints = await endpointStore(connection);
  const secrets = secretBox(config.SECRETS_KEY);
  const guard = addressGuard(config.WEBHOOK_ALLOWED_PRIVATE_TARGETS);
  if (!guard.strict && config.ENVIRONMENT === 'production') {
    log.warn({ ranges: config.WEBHOOK_ALLOWED_PRIVATE_TARGETS }, 'webhooks may reach private addresses');
  }
  const sender = webhookSender({
    guard,
    resolve: world.resolve ?? nameServers(),
    timeoutMs,
    connectionsPerHost: PER_HOST_MAX,
    seam: host.seam,
  });
  const dispatcher = startDispatcher(host, {
    deliveries,
    endpoints,
    sender,
    secrets,
    // A lease outlasts the longest attempt with time to record it.
    leaseMs: Math.ceil(timeoutMs * 1.5) + 1_000,
    retryTimeScale: config.WEBHOOK_RETRY_TIME_SCALE,
    random: world.random ?? Math.random,
    finishDeletions: finishDeletions({ endpoints, deliveries }),
  });
  await consumeCharges(
    host,
    config,
    onChargeEvents({
      deliveries,
      endpoints,
      bodyOf: eventBody,
      offer: dispatcher.offer,
      now: host.now,
      handoverMs: HANDOVER_MS,
    }),
  );
  const checkUrl = (url: string): void => void endpointUrl(url, guard);
  const handlers = webhooksHandlers({ endpoints, deliveries, secrets, checkUrl });
  return startGrpcServer(host, config.GRPC_PORT, [grpcService(SERVICES.webhooks, handlers)]);
}

async function consumeCharges(host: Host, config: Config, apply: ReturnType<typeof onChargeEvents>): Promise<void> {
  const prefix = config.TOPIC_PREFIX ?? '';
  const kafka = connectKafka({ brokers: config.KAFKA_BROKERS, clientId: host.name, log: host.log, seam: host.seam });
  startConsumer(host, {
    kafka,
    producer: await startProducer(kafka, host.life, host.log),
    group: `${prefix}webhooks`,
    topic: topicName(prefix, 'charge'),
    codec: chargeEventCodec,
    types: Object.keys(DELIVERED_AS),
    apply,
  });
}
