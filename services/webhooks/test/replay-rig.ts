import { randomBytes } from 'node:crypto';
import { SERVICES, TOPICS } from '@gx/contracts';
import type { ChargeEvent } from '@gx/contracts/charge';
import { type Id, newId, type Tenant } from '@gx/core';
import { newCipher } from '@gx/runtime';
import { MONGO_GUARANTEES } from '@gx/runtime/mongo';
import {
  identitySettings,
  localClient,
  servers,
  signedEvent,
  startWebhookSink,
  type TestDatabase,
  testDatabase,
  testEventSettings,
  until,
  type WebhookSink,
} from '@gx/testkit';
import {
  Bus,
  type FaultPlan,
  faultHookOf,
  type Instance,
  instance,
  instanceHost,
  NO_FAULTS,
  switchboard,
  type Tampering,
} from '@gx/testkit/faults';
import { loadConfig } from '../src/config.ts';
import { keptEvent } from '../src/events/kept-event.ts';
import { readChargeEvent } from '../src/events/read-charge-event.ts';
import { startWebhooks } from '../src/service.ts';
import { eventStore } from '../src/store/events.ts';
import { created, paid } from './charge-events.ts';
import { messageOf, type WebhooksClient } from './harness.ts';
import { plantEndpoint } from './plant-deliveries.ts';

const KEY = randomBytes(32);
const STEADY = { batchSize: (waiting: number) => waiting, again: () => false, delayMs: () => 0 };
const NAMES = ['charge.created' as const, 'charge.paid' as const, 'payment.completed' as const];
/** Of one charge: `charge.created`, `charge.paid` and `payment.completed`. */
export const SENT_OF_CHARGE = 3;
const CALL = { requestId: 'req_replay_rig' };

export type RunningWebhooks = { readonly self: Instance; readonly client: WebhooksClient };
/** An endpoint, and a charge's events for each of `charges` that nobody has delivered. */
export type ReplayScene = {
  readonly tenant: Tenant;
  readonly endpointId: Id<'endpoint'>;
  readonly charges: readonly Id<'charge'>[];
  readonly path: string;
};
/** Instances of the service in one process, each of which can die at any call it makes. */
export type ReplayRig = Awaited<ReturnType<typeof startReplayRig>>;

export async function startReplayRig() {
  const bus = new Bus({ random: () => STEADY, onTraffic: () => undefined });
  const board = switchboard(() => undefined);
  const started: { readonly self: Instance; readonly stop: () => Promise<unknown> }[] = [];
  const hosted = (service: string, plan: FaultPlan, tampering: Tampering) => {
    const options = { service, name: service, plan: () => plan, onTraffic: () => undefined, onDeath: () => undefined };
    const self = instance(options);
    const faultHook = faultHookOf(self, { bus, switchboard: board, tampering: () => tampering });
    const host = instanceHost(self, faultHook, () => new Date());
    started.push({ self, stop: host.stop });
    return { self, faultHook, host };
  };
  const [database, sink] = await Promise.all([testDatabase('webhooks_replay'), startWebhookSink()]);
  const config = loadConfig(envOf(database));
  const merchant = hosted('merchant', NO_FAULTS, {});
  return {
    database,
    sink,
    start: async (plan: FaultPlan = NO_FAULTS, tampering: Tampering = {}): Promise<RunningWebhooks> => {
      const { self, host } = hosted('webhooks', plan, tampering);
      const { port } = await startWebhooks(host, config);
      const options = { idempotent: [], deadlineMs: 12_000, faultHook: merchant.faultHook } as const;
      return { self, client: localClient(SERVICES.webhooks, `127.0.0.1:${port}`, options) };
    },
    publish: async (event: ChargeEvent): Promise<void> =>
      bus.append(TOPICS.charge.name, [await signedEvent(TOPICS.charge.name, messageOf(event))]),
    scene: (path: string, charges: number) => sceneOf(database, sink, path, charges),
    stop: async () => {
      await Promise.all(started.filter(({ self }) => self.alive()).map(({ stop }) => stop()));
      await Promise.all([sink.stop(), database.drop()]);
    },
  };
}

const envOf = (database: TestDatabase) => ({
  ENVIRONMENT: 'local',
  GRPC_PORT: '0',
  MONGO_URL: database.url,
  MONGO_DB: database.db,
  KAFKA_BROKERS: servers().kafkaBrokers.join(','),
  ...testEventSettings(),
  ...identitySettings('webhooks'),
  CHARGE_ADDRESS: '127.0.0.1:1',
  KEYS_ADDRESS: '127.0.0.1:1',
  PAYOUT_ADDRESS: '127.0.0.1:1',
  ENCRYPTION_KEY: KEY.toString('base64'),
  WEBHOOK_RETRY_TIME_SCALE: '0.000001',
  WEBHOOK_ALLOWED_PRIVATE_TARGETS: '127.0.0.1/32',
});

async function sceneOf(
  { connection }: TestDatabase,
  sink: WebhookSink,
  path: string,
  count: number,
): Promise<ReplayScene> {
  const tenant: Tenant = { accountId: newId('account'), livemode: false };
  const now = new Date();
  const endpointId = newId('endpoint');
  const endpoint = { id: endpointId, tenant, url: sink.url(path), events: NAMES, status: 'ACTIVE' as const };
  const times = { apiVersion: '2026-11-01', createdAt: now, updatedAt: now };
  const secret = newCipher(KEY).encrypt('0'.repeat(64));
  await plantEndpoint(connection, { ...endpoint, ...times }, secret);
  const charges = Array.from({ length: count }, () => newId('charge'));
  const kept = charges.flatMap((chargeId, nth) => {
    const occurredAtMs = now.getTime() - 3_600_000 + nth;
    return [created(tenant, { chargeId }), paid(tenant, { chargeId })].map((event) =>
      keptOf({ ...event, occurredAtMs }),
    );
  });
  await (await eventStore(connection)).insertNew(kept);
  return { tenant, endpointId, charges, path };
}

function keptOf(event: ChargeEvent) {
  const read = readChargeEvent({ event, traceparent: undefined });
  if (typeof read === 'string') throw new Error(read);
  return keptEvent(read);
}

/** Asks for all events of the scene that are not DELIVERED, or for all. */
export const askForReplay = async (
  { client }: RunningWebhooks,
  { tenant, endpointId }: ReplayScene,
  only: 'UNDELIVERED' | 'ALL' = 'UNDELIVERED',
): Promise<number> => {
  const request = { tenant, endpointId, replayId: newId('replay'), sinceMs: Date.now() - 86_400_000, events: [], only };
  return (await client.replayEvents(CALL, request)).replayed;
};

export const setStatus = ({ client }: RunningWebhooks, scene: ReplayScene, status: 'ACTIVE' | 'INACTIVE') =>
  client.updateEndpoint(CALL, { tenant: scene.tenant, id: scene.endpointId, status });

/** What a dead process held is free at once: the tests do not wait for its leases. */
export async function endLeases({ database: { connection } }: ReplayRig): Promise<void> {
  await connection.collection('leases').updateMany({}, { $set: { until: new Date(0) } });
  await connection.collection('deliveries').updateMany({ status: 'PROCESSING' }, { $set: { dueAt: new Date(0) } });
}

/** Kills these, and frees what they held. */
export async function kill(rig: ReplayRig, ...running: readonly RunningWebhooks[]): Promise<void> {
  for (const { self } of running) self.kill();
  await endLeases(rig);
}

type StoredDelivery = { status: string; payload: string; attemptLog: { statusCode?: number }[]; eventId: string };
/** As the service sees them, or it would be asked before it knows how they ended. */
const deliveriesOf = ({ database: { connection } }: ReplayRig, { endpointId }: ReplayScene) =>
  connection
    .collection<StoredDelivery>('deliveries')
    .find({ endpointId }, { readConcern: MONGO_GUARANTEES.readConcern })
    .toArray();
const isOver = async ({ database: { connection } }: ReplayRig, { endpointId }: ReplayScene): Promise<boolean> =>
  (await connection.collection('replays').countDocuments({ openFor: endpointId })) === 0;

/**
 * Lets an instance do what is due until the replay is over and nothing of it waits, or the instance is dead.
 */
export const finish = (rig: ReplayRig, { self }: RunningWebhooks, scene: ReplayScene): Promise<true> =>
  until(
    'the replay is over',
    async () => {
      if (!self.alive()) return true;
      for (const job of ['replay events', 'dispatch']) await self.jobs.run(job);
      const stored = await deliveriesOf(rig, scene);
      return (
        (await isOver(rig, scene)) && stored.every(({ status }) => status !== 'PENDING' && status !== 'PROCESSING')
      );
    },
    { timeoutMs: 60_000 },
  );

/**
 * What is wrong with a replay that is over: of what was asked for something is missing, doubled or out of
 * order.
 */
export async function problemsOf(rig: ReplayRig, scene: ReplayScene, times = 1): Promise<string[]> {
  const stored = await deliveriesOf(rig, scene);
  const requests = rig.sink.requests(scene.path);
  const bodies = new Set(requests.map(({ body }) => body));
  const expected = scene.charges.length * SENT_OF_CHARGE;
  const sequenceOf = (body: string): number => {
    const { sequence, data } = JSON.parse(body) as { sequence?: number; data: { sequence?: number } };
    return sequence ?? data.sequence ?? 0;
  };
  const byCharge = Map.groupBy([...bodies], (body) => /"(?:ch|tx)_([0-9a-f-]{36})"/.exec(body)?.[1]);
  const disordered = [...byCharge].filter(([, ofCharge]) =>
    ofCharge.some((body, nth) => sequenceOf(body) < sequenceOf(ofCharge[nth - 1] ?? body)),
  );
  const answered = ({ attemptLog }: StoredDelivery) => attemptLog.filter(({ statusCode }) => statusCode === 200).length;
  return [
    ...(stored.length === expected ? [] : [`${stored.length} deliveries for ${expected}`]),
    ...(bodies.size === expected ? [] : [`${bodies.size} of ${expected} events and names were sent`]),
    ...stored.filter((one) => answered(one) > times).map(() => 'a delivery was sent again after it was delivered'),
    ...stored.filter((one) => answered(one) < times).map(({ status }) => `a delivery was not sent: ${status}`),
    ...disordered.map(([charge]) => `${charge} is out of order`),
    ...((await isOver(rig, scene)) ? [] : ['the replay is not over']),
  ];
}
