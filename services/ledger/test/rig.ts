import {
  chargeEventCodec,
  type EncodedEvent,
  encodedEvent,
  ledgerEventCodec,
  type MessageInit,
  payoutEventCodec,
  refundEventCodec,
  SERVICES,
  topicName,
} from '@gx/contracts';
import type { ChargeEvent } from '@gx/contracts/charge';
import type { VerifyLedgerRequest } from '@gx/contracts/ledger';
import type { PayoutEvent } from '@gx/contracts/payout';
import type { RefundEvent } from '@gx/contracts/refund';
import { cents, eventIdOf, type Id, newId, payoutEventIdOf, refundEventIdOf, type Tenant } from '@gx/core';
import { ASSERTIONS_SPEC, identitySpec, publisherSpec, readConfig } from '@gx/runtime';
import { toMessage } from '@gx/runtime/kafka';
import { connectMongo, replicaRegistry } from '@gx/runtime/mongo';
import {
  identitySettings,
  localClient,
  readTopic,
  servers,
  testDatabase,
  testEventSettings,
  testHost,
  testKafka,
  testTopics,
  uniqueName,
} from '@gx/testkit';
import { startMoneyRecords } from '@gx/testkit/stand-ins';
import type { ExecutionContext } from 'ava';
import { changeHold } from '../src/commands/change-hold.ts';
import { postEntries } from '../src/commands/post-entries.ts';
import { walletWriter } from '../src/commands/wallet-writer.ts';
import type { LedgerConfig } from '../src/config.ts';
import type { HoldReference } from '../src/domain/entry.ts';
import type { HoldAct, HoldTerms } from '../src/domain/hold.ts';
import { creditPayment, type PaymentDetails } from '../src/domain/payment.ts';
import type { WalletKey } from '../src/domain/wallet.ts';
import { verifyLedger } from '../src/queries/verify-ledger.ts';
import { startLedger } from '../src/service.ts';
import { auditStore } from '../src/store/audit.ts';
import { journalStore, type PostRequest } from '../src/store/journal.ts';
import { ledgerModels, prepareCollections } from '../src/store/models.ts';

export const newTenant = (livemode = false): Tenant => ({ accountId: newId('account'), livemode });
export const walletOf = (tenant: Tenant, currency = 'BRL'): WalletKey => ({ ...tenant, currency });

/** A payment of 10.00 with a net of 9.80, of a charge of its own. */
export function payment(tenant: Tenant, change: Partial<PaymentDetails> = {}): PaymentDetails {
  return {
    ...tenant,
    chargeId: newId('charge'),
    endToEndId: 'E0000000020261121120000000000001',
    amount: 1_000,
    currency: 'BRL',
    providerFee: 10,
    platformFee: 10,
    settlementDelaySeconds: 0,
    paidAt: new Date('2026-11-21T12:00:00.000Z'),
    wasHeld: false,
    ...change,
  };
}

/** The event by which charge announces an accepted payment. */
export function paymentEvent(details: PaymentDetails, change: MessageInit<ChargeEvent> = {}): EncodedEvent {
  const { accountId, livemode, chargeId, paidAt, ...paymentAccepted } = details;
  const tenant = { accountId: accountId as Id<'account'>, livemode };
  const eventId = eventIdOf(chargeId as Id<'charge'>, 2);
  const type = change.type ?? 'charge.payment_accepted';
  const value = chargeEventCodec.encode({
    eventId,
    type,
    sequence: 2,
    tenant,
    chargeId,
    occurredAtMs: paidAt.getTime(),
    paymentAccepted: { ...paymentAccepted, paidAtMs: paidAt.getTime() },
    ...change,
  });
  return encodedEvent({ eventId, type, sequence: 2, tenant, traceparent: undefined }, value);
}

/** An event by which charge tells of money that is held or must go back. */
export function chargeEvent(type: string, tenant: Tenant, body: MessageInit<ChargeEvent>): EncodedEvent {
  const chargeId = (body.chargeId ?? '') as Id<'charge'>;
  const eventId = eventIdOf(chargeId || newId('charge'), 2);
  const value = chargeEventCodec.encode({ eventId, type, sequence: 2, tenant, chargeId, occurredAtMs: 1, ...body });
  return encodedEvent({ eventId, type, sequence: 2, tenant, traceparent: undefined }, value);
}

/** An event of refund's topic. */
export function refundEvent(type: string, tenant: Tenant, body: MessageInit<RefundEvent>): EncodedEvent {
  const refundId = (body.refundId ?? newId('refund')) as Id<'refund'>;
  const eventId = refundEventIdOf(refundId, 2);
  const value = refundEventCodec.encode({ eventId, type, sequence: 2, tenant, refundId, occurredAtMs: 1, ...body });
  return encodedEvent({ eventId, type, sequence: 2, tenant, traceparent: undefined }, value);
}

/** An event of payout's topic. */
export function payoutEvent(type: string, tenant: Tenant, body: MessageInit<PayoutEvent>): EncodedEvent {
  const payoutId = (body.payoutId ?? newId('payout')) as Id<'payout'>;
  const eventId = payoutEventIdOf(payoutId, 3);
  const value = payoutEventCodec.encode({ eventId, type, sequence: 3, tenant, payoutId, occurredAtMs: 1, ...body });
  return encodedEvent({ eventId, type, sequence: 3, tenant, traceparent: undefined }, value);
}

export const newHold = (): HoldReference => `refund:${newId('refund')}`;

/** Terms of 5.00 without a fee. */
export const termsOf = (
  change: Partial<Record<'amount' | 'fee', number>> & Pick<Partial<HoldTerms>, 'feePayer'> = {},
) => ({
  amount: cents(change.amount ?? 500),
  fee: cents(change.fee ?? 0),
  feePayer: change.feePayer ?? 'MERCHANT',
  chargeId: null,
});

/** The same as a draft, for tests that start below the topic. */
export function wanted(details: PaymentDetails): PostRequest {
  const draft = creditPayment(details);
  if (typeof draft === 'string') throw new Error(draft);
  return { draft, traceparent: undefined };
}

/** So short that a test need not wait for a death to be noticed. */
const GONE_AFTER_MS = 300;

/**
 * A ledger without Kafka: its stores on a database of the test's own; `another` is one more replica with a
 * connection of its own, by another way to the same server if need be.
 */
export async function ledgerStores(t: ExecutionContext) {
  const database = await testDatabase('ledger');
  t.teardown(database.drop);
  const host = testHost('ledger');
  t.teardown(host.stop);
  const open = async (url = database.url) => {
    const connection = await connectMongo({ url, db: database.db, log: host.log, name: 'ledger-test' });
    host.life.onStop('mongodb', () => connection.close());
    const models = ledgerModels(connection);
    const registry = replicaRegistry(models.connection, uniqueName('replica'), GONE_AFTER_MS);
    const journal = journalStore(models, registry);
    const write = walletWriter({ journal, now: host.now });
    return {
      models,
      registry,
      journal,
      write,
      post: (wanted: readonly PostRequest[]) => postEntries(write, wanted),
      hold: (act: HoldAct) => changeHold({ write }, { log: host.log }, act),
    };
  };
  const first = await open();
  await prepareCollections(first.models);
  const verifying = { audit: auditStore(first.models), now: host.now };
  const verify = (request: VerifyLedgerRequest = {}) => verifyLedger(verifying, request, AbortSignal.timeout(90_000));
  return { ...first, host, database, another: open, verify };
}

/** Topics that the ledger reads. */
type ReadTopic = 'chargeMoney' | 'refund' | 'payout';

/** Whole replicas on a database and topics of the test's own. */
export async function ledgerService(t: ExecutionContext, replicas = 1) {
  const empty = await emptyLedger(t);
  const started = await Promise.all(Array.from({ length: replicas }, empty.another));
  const [first] = started;
  if (first === undefined) throw new Error('a ledger has at least one replica');
  return { ...empty, ...first, replicas: started };
}

/** Where replicas of a ledger can be started, and what goes on there. */
export async function emptyLedger(t: ExecutionContext) {
  const database = await testDatabase('ledger');
  t.teardown(database.drop);
  const topicPrefix = await testTopics();
  const { records, address: chargeAddress, stop } = await startMoneyRecords();
  t.teardown(stop);
  const producer = testKafka().producer();
  t.teardown(() => producer.disconnect());
  await producer.connect();
  const published = await readTopic(topicName(topicPrefix, 'ledger'));
  t.teardown(published.stop);
  const send = (events: readonly EncodedEvent[], topic: ReadTopic = 'chargeMoney') =>
    producer.send({ topic: topicName(topicPrefix, topic), messages: events.map(toMessage) });
  const write = (events: readonly EncodedEvent[]) => {
    for (const { value } of events) if (isReadable(value)) records.add(value);
  };
  const where = { url: database.url, db: database.db, topicPrefix, chargeAddress };
  return {
    database,
    topicPrefix,
    chargeAddress,
    producer,
    published,
    /** What charge has written down, and how it is asked for it. */
    records,
    /** Each event once: a consumer that is slow reads again, and what stands is announced again. */
    announced: () => [...new Map(published.messages.map((one) => [one.headers['event-id'], one])).values()],
    another: () => startReplica(t, where),
    /** Charge writes this down. */
    write,
    /** Its owner publishes this, and charge what it has written down. */
    send: (events: readonly EncodedEvent[], topic: ReadTopic = 'chargeMoney') => {
      if (topic === 'chargeMoney') write(events);
      return send(events, topic);
    },
    /** Somebody who holds charge's key publishes what charge has not written down. */
    sendUnwritten: (events: readonly EncodedEvent[]) => send(events),
    events: () => published.messages.map(({ value }) => ledgerEventCodec.decode(value)),
  };
}

function isReadable(value: Buffer): boolean {
  try {
    return chargeEventCodec.decode(value).eventId !== '';
  } catch {
    return false;
  }
}

type ReplicaAddress = {
  readonly url: string;
  readonly db: string;
  readonly topicPrefix: string;
  readonly chargeAddress: string;
};

export async function startReplica(t: ExecutionContext, where: ReplicaAddress) {
  const host = testHost('ledger');
  t.teardown(host.stop);
  const { port } = await startLedger(host, replicaConfig(where));
  const rpc = connectTo(port);
  t.teardown(rpc.close);
  return { host, port, rpc };
}

/** What a replica on this database and these topics is started with. */
export const replicaConfig = ({ url, db, topicPrefix, chargeAddress }: ReplicaAddress): LedgerConfig => ({
  ...CONFIG,
  MONGO_URL: url,
  MONGO_DB: db,
  ...readConfig(
    { KAFKA_BROKERS: servers().kafkaBrokers.join(','), ...testEventSettings('ledger') },
    publisherSpec('ledger'),
  ),
  ...readConfig(identitySettings('ledger'), { ...identitySpec('ledger'), ...ASSERTIONS_SPEC }),
  TOPIC_PREFIX: topicPrefix,
  CHARGE_ADDRESS: chargeAddress,
});

const CONFIG = {
  ENVIRONMENT: 'local',
  ALLOW_PLAINTEXT_MONGODB: undefined,
  LOG_LEVEL: 'debug',
  LOG_FORMAT: 'json',
  OTEL_EXPORTER_OTLP_ENDPOINT: undefined,
  HEALTH_PORT: 0,
  DRAIN_DELAY_MS: 0,
  GRPC_PORT: 0,
  GRPC_OPERATORS_PORT: undefined,
  REFUND_CREDIT_MAX: 10_000,
} as const;

const connectTo = (port: number) =>
  localClient(SERVICES.ledger, `127.0.0.1:${port}`, {
    idempotent: ['ListWallets', 'VerifyLedger', 'PlaceHold', 'CommitHold', 'VoidHold'],
    deadlineMs: 60_000,
  });
