import { randomUUID } from 'node:crypto';
import { SERVICES, topicName } from '@gx/contracts';
import { cents } from '@gx/core';
import { type Host, startJob } from '@gx/runtime';
import { connectGrpc, grpcService, startGrpcServer } from '@gx/runtime/grpc';
import { connectEvents } from '@gx/runtime/kafka';
import { openMongo, startOutboxRelay, startReplicaRegistry, withLease } from '@gx/runtime/mongo';
import { walletWriter } from './commands/wallet-writer.ts';
import type { LedgerConfig } from './config.ts';
import { bookAndAnnounce } from './events/book-and-announce.ts';
import { consumeMoney } from './events/consume-money.ts';
import { completeListings } from './jobs/complete-listings.ts';
import { gaugeMoney } from './jobs/gauge-money.ts';
import { releaseTranches } from './jobs/release-tranches.ts';
import { watchLedger } from './jobs/watch-ledger.ts';
import { chargesPeer } from './peers/charges.ts';
import { ledgerRpc } from './rpc.ts';
import { addressCheckpoints } from './store/address-checkpoints.ts';
import { announcements } from './store/announcements.ts';
import { auditStore } from './store/audit.ts';
import { creditStore } from './store/credits.ts';
import { journalStore } from './store/journal.ts';
import { listingStore } from './store/listings.ts';
import { type LedgerModels, ledgerModels, prepareCollections } from './store/models.ts';
import { trancheStore } from './store/tranches.ts';
import { transactionStore } from './store/transactions.ts';
import { walletStore } from './store/wallets.ts';

const RELEASE_EVERY_MS = 2_000;
const LEASE_MS = 10_000;
/** One question about a batch; nobody waits for the answer but the batch. */
const CONFIRM_MS = 5_000;
/** A gauge is read each half minute or so. */
const GAUGE_EVERY_MS = 30_000;
/** A round of ten thousand wallets takes three quarters of an hour; nobody else reads that often. */
const WATCH_EVERY_MS = 5_000;
/**
 * It reads every wallet, and has something to do in a roll-out alone; a list that is read completes itself.
 */
const LISTINGS_EVERY_MS = 60_000;

/** Starts one replica of the ledger: its RPCs, its consumers, its jobs. */
export async function startLedger(host: Host, config: LedgerConfig): Promise<{ readonly port: number }> {
  const owner = `${host.name}:${randomUUID()}`;
  const models = await openDatabase(host, config);
  const events = await connectEvents(host, config);
  const grpc = connectGrpc(host, 'ledger', config);
  const topicPrefix = config.TOPIC_PREFIX ?? '';
  const tranches = trancheStore(models);
  const registry = startReplicaRegistry(host, models.connection, owner);
  const write = walletWriter({
    journal: journalStore(models, registry, cents(config.REFUND_CREDIT_MAX)),
    now: host.now,
  });
  const audit = auditStore(models);
  const listings = listingStore(models);
  const stores = { audit, listings, credits: creditStore(models), wallets: walletStore(models) };
  const server = await startGrpcServer(host, grpc.listeners(config), [
    grpcService(
      SERVICES.ledger,
      ledgerRpc({ write, ...stores, transactions: transactionStore(models), now: host.now }),
    ),
  ]);
  const relay = startOutboxRelay(host, {
    connection: models.connection,
    collection: models.entries.collection.name,
    producer: events.producer,
    topicOf: () => topicName(topicPrefix, 'ledger'),
    owner,
  });
  startJobs(host, models, owner, {
    'gauge money': { everyMs: GAUGE_EVERY_MS, run: gaugeMoney({ checkpoints: addressCheckpoints(models) }) },
    'complete listings': { everyMs: LISTINGS_EVERY_MS, run: completeListings({ listings, log: host.log }) },
    'watch ledger': { everyMs: WATCH_EVERY_MS, run: watchLedger({ audit, log: host.log, now: host.now }) },
    'release tranches': {
      everyMs: RELEASE_EVERY_MS,
      isDue: tranches.isAnyDue,
      run: releaseTranches({ tranches, write, log: host.log }),
    },
  });
  const book = bookAndAnnounce({ write, announcements: announcements(models, relay), log: host.log });
  const { confirmMoney } = chargesPeer(grpc, config.CHARGE_ADDRESS, CONFIRM_MS);
  consumeMoney(host, { events, topicPrefix, book, confirmMoney });
  return { port: server.port };
}

async function openDatabase(host: Host, config: LedgerConfig): Promise<LedgerModels> {
  const models = ledgerModels(await openMongo(host, config));
  await prepareCollections(models);
  return models;
}

type Job = {
  readonly everyMs: number;
  readonly run: () => Promise<void>;
  /** Where there is nothing to do as a rule: a look is cheaper than a lease. */
  readonly isDue?: () => Promise<boolean>;
};

/** Each job runs on one replica at a time: to spare work, not to be safe. */
function startJobs(host: Host, { connection }: LedgerModels, owner: string, jobs: Readonly<Record<string, Job>>): void {
  for (const [name, { everyMs, isDue, run: work }] of Object.entries(jobs)) {
    const lease = { connection, name, owner, ttlMs: LEASE_MS };
    const run = async (): Promise<unknown> =>
      isDue === undefined || (await isDue()) ? withLease(lease, work) : undefined;
    startJob(host, { name, everyMs, run });
  }
}
