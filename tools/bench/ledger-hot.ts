import { join } from 'node:path';
import { chargeEventCodec, encodedEvent, topicName, topicSpecs } from '@gx/contracts';
import { eventIdOf, type Id, newId } from '@gx/core';
import { toMessage } from '@gx/runtime/kafka';
import { Kafka, logLevel, type Message, type Producer } from '@gx/runtime/kafkajs';
import { createTopics, freePort, type RunningProcess, type Servers, startProcess, startServers } from '@gx/stack';
import { uniqueName } from '@gx/testkit';
import mongoose, { type Connection } from 'mongoose';
import { showSpread } from './compare.ts';
import {
  type Contestant,
  contest,
  printContest,
  ratioOf,
  serverPids,
  startWorker,
  type Worker,
} from './ledger-sides.ts';
import type { WorkerFigures } from './ledger-worker.ts';
import { optionsOf } from './options.ts';

const OPTIONS = optionsOf({ requests: 5_000, warmUp: 5_000 });
const FLOOR = 1;
const SPREAD = 1_000;
const CALLERS = [16, 64] as const;
const PER_SEND = 500;
const POLL_EVERY_MS = 25;

/**
 * Credits into one wallet against the same over 1,000 wallets: through the whole service (payments on the
 * topic, the ledger's own process, until every entry stands) and by callers who wait for each credit.
 */
export async function benchLedgerHot(): Promise<void> {
  const servers = await startServers({ ephemeral: true });
  const namespace = `${uniqueName('bench')}.`;
  const service = await startService(servers, namespace);
  const worker = await startWorker('gx', servers.mongoUrl, uniqueName('bench_gx'));
  try {
    const contestants = [...throughService(service, servers), ...byCallers(worker, servers)];
    for (const { run } of contestants) await run(OPTIONS.warmUp);
    const result = await contest(contestants, OPTIONS.rounds);
    console.log(`${OPTIONS.rounds} rounds, ${OPTIONS.requests} credits a row and round, interleaved`);
    printContest(result, contestants);
    const main = ratioOf(result, 'topic, one wallet', 'topic, spread');
    const held = main.median >= FLOOR ? 'held' : 'MISSED';
    console.log(
      `\none wallet / ${SPREAD} wallets, through the service   ${showSpread(main)}   bound ${FLOOR}: ${held}`,
    );
    for (const callers of CALLERS) {
      const ratio = ratioOf(result, `${callers} callers, one wallet`, `${callers} callers, spread`);
      console.log(`one wallet / ${SPREAD} wallets, ${callers} callers             ${showSpread(ratio)}`);
    }
    await checkStored(service, worker);
    if (main.median < FLOOR) process.exitCode = 1;
  } finally {
    worker.stop();
    await service.stop();
    await servers.stop();
  }
}

type Service = Awaited<ReturnType<typeof startService>>;

async function startService(servers: Servers, namespace: string) {
  await createTopics(servers.kafkaBrokers, topicSpecs(namespace));
  const db = uniqueName('bench_ledger');
  const ledger = await startLedger(servers, namespace, db);
  const kafka = new Kafka({ brokers: servers.kafkaBrokers.split(','), logLevel: logLevel.NOTHING });
  const producer = kafka.producer();
  await producer.connect();
  const connection = await mongoose.createConnection(servers.mongoUrl, { dbName: db }).asPromise();
  return {
    ledger,
    connection,
    credit: (messages: readonly Message[]) =>
      drain(producer, topicName(namespace, 'chargeMoney'), connection, messages),
    stop: async () => {
      await Promise.all([producer.disconnect(), connection.close(), ledger.stop()]);
    },
  };
}

async function startLedger(servers: Servers, namespace: string, db: string): Promise<RunningProcess> {
  const health = await freePort();
  return startProcess({
    name: 'ledger',
    command: process.execPath,
    args: ['--max-semi-space-size=64', join(import.meta.dirname, '../../services/ledger/src/main.ts')],
    env: {
      ...process.env,
      MONGO_URL: servers.mongoUrl,
      MONGO_DB: db,
      KAFKA_BROKERS: servers.kafkaBrokers,
      TOPIC_PREFIX: namespace,
      GRPC_PORT: '0',
      HEALTH_PORT: String(health),
      LOG_LEVEL: 'error',
      ENVIRONMENT: 'local',
    },
    ready: () =>
      fetch(`http://127.0.0.1:${health}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      ),
    log: (source, line) => console.error(`${source}: ${line}`),
  });
}

/** Puts all of it on the topic at once and waits until every entry stands. */
async function drain(
  producer: Producer,
  topic: string,
  connection: Connection,
  messages: readonly Message[],
): Promise<WorkerFigures> {
  const wanted = (await standing(connection)).entries + messages.length;
  const started = performance.now();
  for (let from = 0; from < messages.length; from += PER_SEND) {
    await producer.send({ topic, messages: messages.slice(from, from + PER_SEND) });
  }
  while ((await standing(connection)).entries < wanted) {
    await new Promise((resolve) => setTimeout(resolve, POLL_EVERY_MS));
  }
  const seconds = (performance.now() - started) / 1_000;
  return { perSecond: messages.length / seconds };
}

/**
 * What the wallets say: committed entries alone, unlike a count of documents, which knows nothing of
 * transactions.
 */
async function standing(connection: Connection): Promise<{ readonly entries: number; readonly available: number }> {
  const sum = { $group: { _id: null, entries: { $sum: '$seq' }, available: { $sum: '$available' } } };
  const [found] = await connection.collection('wallets').aggregate([sum]).toArray();
  return { entries: Number(found?.['entries'] ?? 0), available: Number(found?.['available'] ?? 0) };
}

function throughService(service: Service, servers: Servers): Contestant[] {
  const processes = { ledger: service.ledger.pid, ...serverPids(servers, ['mongo', 'kafka']) };
  const over = (wallets: number) => {
    const accounts = Array.from({ length: wallets }, () => newId('account'));
    return (credits: number) =>
      service.credit(Array.from({ length: credits }, (_, nth) => paymentOf(accounts[nth % wallets] as Id<'account'>)));
  };
  return [
    { name: 'topic, one wallet', credits: OPTIONS.requests, run: over(1), processes },
    { name: 'topic, spread', credits: OPTIONS.requests, run: over(SPREAD), processes },
  ];
}

function byCallers(worker: Worker, servers: Servers): Contestant[] {
  const processes = { ledger: worker.pid, ...serverPids(servers, ['mongo']) };
  return CALLERS.flatMap((inFlight) =>
    [1, SPREAD].map((wallets) => ({
      name: `${inFlight} callers, ${wallets === 1 ? 'one wallet' : 'spread'}`,
      credits: OPTIONS.requests,
      run: (credits: number) => worker.run({ credits, inFlight, wallets, perCall: 1 }),
      processes,
    })),
  );
}

/** A payment of 10.00 of a charge of its own, as charge would announce it. */
function paymentOf(accountId: Id<'account'>): Message {
  const chargeId = newId('charge');
  const eventId = eventIdOf(chargeId, 2);
  const tenant = { accountId, livemode: false };
  const type = 'charge.payment_accepted';
  const paymentAccepted = {
    endToEndId: `E${chargeId}`,
    amount: 1_000,
    currency: 'BRL',
    providerFee: 10,
    platformFee: 10,
    paidAtMs: Date.now(),
  };
  const value = chargeEventCodec.encode({
    eventId,
    type,
    sequence: 2,
    tenant,
    chargeId,
    occurredAtMs: Date.now(),
    paymentAccepted,
  });
  return toMessage(encodedEvent({ eventId, type, sequence: 2, tenant, traceparent: undefined }, value));
}

/** Every payment is in a balance, and nothing else is. */
async function checkStored({ connection }: Service, worker: Worker): Promise<void> {
  const each = OPTIONS.warmUp + OPTIONS.rounds * OPTIONS.requests;
  const stored = (await standing(connection)).available / 980;
  const answered = await worker.credited();
  console.log(
    `through the service ${2 * each} credits, in the balances ${stored}; by callers ${2 * CALLERS.length * each}, in the balances ${answered}`,
  );
  if (stored !== 2 * each || answered !== 2 * CALLERS.length * each) throw new Error('credits and balances differ');
}
