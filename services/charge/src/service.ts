import { randomUUID } from 'node:crypto';
import { chargeTopicOf, ledgerEventCodec, refundEventCodec, subscription, topicName } from '@gx/contracts';
import { chainEndsAt } from '@gx/providers';
import { type TestPayer, testPayer } from '@gx/providers/test-payer';
import { type Cipher, type Host, serviceCipher } from '@gx/runtime';
import { connectGrpc, type Grpc, startGrpcServer } from '@gx/runtime/grpc';
import { connectEvents, type Events, oneByOne, startConsumer } from '@gx/runtime/kafka';
import { type OutboxRelay, openMongo, operatorWords, startActFiling, withLease } from '@gx/runtime/mongo';
import { accountSettings } from './accounts/account-settings.ts';
import { chargeBanks } from './banks/bank-directory.ts';
import type { Budget } from './commands/budget.ts';
import { newFlights } from './commands/create-charge.ts';
import { recheckPayment, type SeenAgain } from './commands/recheck-payment.ts';
import { type ChargeConfig, txidSecretsOf } from './config.ts';
import type { VelocityLimits } from './domain/velocity.ts';
import { type EntryPostedDeps, onEntriesPosted } from './events/on-entry-posted.ts';
import { onRefundEvents, REFUND_EVENTS } from './events/on-refund-events.ts';
import { startJobs } from './jobs/start-jobs.ts';
import { postingsPeer } from './peers/postings.ts';
import { refundsOf } from './peers/refunds.ts';
import { bankQuotes } from './queries/bank-quotes.ts';
import { quoted } from './queries/get-provider-status.ts';
import { receiptOf } from './queries/get-receipt-file.ts';
import { listTotals } from './queries/list-totals.ts';
import { type ChargeRpcDeps, chargeRpc } from './rpc.ts';
import type { BankProfileStore } from './store/bank-profiles.ts';
import { encryptedSecrets } from './store/encrypted-secrets.ts';
import { startStores } from './store/start-stores.ts';

export type ChargeService = { readonly port: number; readonly relay: OutboxRelay };

/**
 * Asked for twice: with the bank's `CREATE_MS` behind it, that is within what the gateway waits for a create.
 */
const ACCOUNT_LOOKUP_MS = 2_000;
const PEER_CALL_MS = 2_000;
/**
 * Renewed after each page, which is one call to a bank: a process that stands still for longer has lost the
 * sweep to another replica.
 */
const SWEEP_LEASE_MS = 60_000;

/** Starts the service: stores, banks, jobs, the consumer of the ledger, and last the door. */
export async function startCharge(host: Host, config: ChargeConfig): Promise<ChargeService> {
  const { log, life, now } = host;
  const connection = await openMongo(host, config);
  const events = await connectEvents(host, config);
  const grpc = connectGrpc(host, 'charge', config);
  const owner = `${host.name}:${randomUUID()}`;
  const topicPrefix = config.TOPIC_PREFIX ?? '';
  const addresses = { publicBaseUrl: config.PUBLIC_BASE_URL, checkoutBaseUrl: config.CHECKOUT_BASE_URL };
  const times = { leaseMs: config.CREATE_LEASE_MS, giveUpMs: config.GIVE_UP_SECONDS * 1_000 };
  const limits = limitsOf(config);
  const cipher = serviceCipher(host.log, config);
  const stores = await startStores(host, {
    connection,
    producer: events.producer,
    topicPrefix,
    owner,
    addresses,
    times,
    limits,
    storedPerDay: { live: config.STORED_BYTES_LIVE_PER_DAY, test: config.STORED_BYTES_TEST_PER_DAY },
    personalData: { cipher, ...personalDataOf(config) },
  });
  const open = { cipher, banks: openBanks(host, config, { profiles: stores.profiles, cipher }) };
  const work = {
    ...stores,
    ...open,
    postings: postingsPeer(grpc, config.LEDGER_ADDRESS, PEER_CALL_MS),
    refunds: refundsOf(grpc, config.REFUND_ADDRESS, PEER_CALL_MS),
    reencryptSecrets: encryptedSecrets(connection, open.cipher),
    words: await operatorWords(connection, { cipher, areTwoNeeded: config.TWO_OPERATORS === 'required' }),
    log,
    now,
    life,
    producer: events.producer,
    topic: topicName(topicPrefix, chargeTopicOf('charge.provider_callback_received')),
    addresses,
    budget: budgetOf(config),
  };
  const newOwner = () => `${owner}:${randomUUID()}`;

  const jobs = startJobs(host, {
    ...work,
    newOwner,
    redeliverAfterMs: config.REDELIVER_AFTER_SECONDS * 1_000,
    reconcileMs: config.RECONCILE_EVERY_SECONDS * 1_000,
    bankReturnsEveryMs: config.BANK_RETURNS_EVERY_SECONDS * 1_000,
    infractionsEveryMs: config.INFRACTIONS_EVERY_SECONDS * 1_000,
    alone: (name, run) => withLease({ connection, name, owner, ttlMs: SWEEP_LEASE_MS }, run),
  });
  startConsumers(host, { ...work, events, topicPrefix });
  const sources = [stores.charges.acts, stores.profiles.acts];
  startActFiling(host, { grpc, address: config.KEYS_ADDRESS, sources });
  const handler = jobs.callbacks;
  const inbox = { ...work, newOwner, handler, trigger: handler.trigger };
  const { triggerAnswers } = jobs;
  const rpc = chargeRpc({ ...inbox, ...rpcDeps(host, grpc, config, inbox), triggerAnswers });
  const { port } = await startGrpcServer(host, grpc.listeners(config), [rpc]);
  return { port, relay: stores.relay };
}

type Consumers = EntryPostedDeps &
  Parameters<typeof onRefundEvents>[0] & {
    readonly events: Events;
    readonly topicPrefix: string;
  };

/** What others say about our charges. */
function startConsumers(host: Host, deps: Consumers): void {
  const { events, topicPrefix } = deps;
  startConsumer(host, {
    ...events,
    ...subscription(topicPrefix, 'charge'),
    codec: ledgerEventCodec,
    types: ['ledger.entry_posted'],
    apply: (batch) => onEntriesPosted(deps, batch),
  });
  startConsumer(host, {
    ...events,
    ...subscription(topicPrefix, 'charge-refund'),
    codec: refundEventCodec,
    types: REFUND_EVENTS,
    apply: oneByOne(onRefundEvents(deps)),
  });
}

type BankDeps = { readonly profiles: BankProfileStore; readonly cipher: Cipher };

const openBanks = (host: Host, config: ChargeConfig, deps: BankDeps) =>
  chargeBanks({
    host,
    ...deps,
    callbackSecrets: txidSecretsOf(config),
    callbackBaseUrl: config.PROVIDER_CALLBACK_BASE_URL,
    bankDeadlineMs: config.BANK_CALL_MS,
    pageSize: config.RECONCILE_PAGE_SIZE,
  });

type Work = Pick<ChargeRpcDeps, 'pages' | 'callbacks' | 'budget'> & { readonly trigger: () => void };

/** What the RPCs alone work with, and what they remember in this process. */
function rpcDeps(host: Host, grpc: Grpc, config: ChargeConfig, { pages, callbacks, budget, trigger }: Work) {
  return {
    flights: newFlights(),
    totalOf: listTotals({ pages, clockMs: () => performance.now() }),
    quotes: bankQuotes(quoted),
    receipts: bankQuotes(receiptOf),
    recheck: (seen: SeenAgain) => recheckPayment({ callbacks, trigger }, seen),
    settings: accountSettings(grpc, {
      keysAddress: config.KEYS_ADDRESS,
      deadlineMs: ACCOUNT_LOOKUP_MS,
      settlementDelaySeconds: config.SETTLEMENT_DELAY_SECONDS,
    }),
    payer: openPayer(host, config),
    times: { ...budget, waitMs: config.CREATE_WAIT_MS, inlineMs: config.CREATE_INLINE_MS },
    txidSecret: config.TXID_SECRET,
    customerSecrets: txidSecretsOf(config),
    chainEndsAt,
    isEncrypted: personalDataOf(config).isEncrypted,
    allowSimulatedLive: config.ALLOW_SIMULATED_LIVE,
  };
}

const personalDataOf = (config: ChargeConfig) => ({
  isEncrypted: config.PERSONAL_DATA === 'encrypted',
  rememberedMs: config.CUSTOMER_KEY_SECONDS * 1_000,
});

const limitsOf = (config: ChargeConfig): VelocityLimits => ({
  customer: { max: config.VELOCITY_CUSTOMER_MAX, windowMs: config.VELOCITY_CUSTOMER_WINDOW_SECONDS * 1_000 },
  account: { max: config.VELOCITY_ACCOUNT_MAX, windowMs: config.VELOCITY_ACCOUNT_WINDOW_SECONDS * 1_000 },
});
const budgetOf = ({ BANK_CALL_MS, CREATE_MS }: ChargeConfig): Budget => ({ callMs: BANK_CALL_MS, totalMs: CREATE_MS });

function openPayer({ life, now }: Host, { SIMULATOR_URL: url }: ChargeConfig): TestPayer | undefined {
  if (url === undefined) return undefined;
  const payer = testPayer({ url, now });
  life.onStop('test payer', () => payer.close());
  return payer;
}
