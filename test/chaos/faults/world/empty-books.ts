import type mongoose from 'mongoose';
import { SERVICES_OF_A_SANDBOX, type Service, WITH_TRANSACTIONS } from './services.ts';
import type { Worker } from './worker.ts';

/** What schedules leave; what is not listed is the worker's own: bank profile, leases, replicas. */
// biome-ignore format: one row per service, read as a table
const LEFT_BY_SCHEDULES: Readonly<Record<Service, readonly string[]>> = {
  charge:   ['charges', 'disputes', 'dispute_evidence', 'statistics_cells', 'provider_callbacks', 'unmatched_payments', 'quota_claims', 'stored_bytes', 'customer_keys'],
  ledger:   ['journal_entries', 'wallets', 'tranches', 'holds'],
  refund:   ['refunds', 'refundables', 'limit_claims', 'limit_totals', 'customer_keys'],
  payout:   ['payouts', 'limit_claims', 'limit_totals', 'customer_keys'],
  webhooks: ['deliveries', 'endpoints', 'events', 'legacy_events', 'replays'],
  keys:     ['api_keys', 'audit_chain', 'audit_events'],
};

/**
 * What the bank keeps of a client's business: money that is found there again would be money of no charge.
 */
const BANKS_BOOKS = ['cobs', 'pix', 'pix_out', 'orders', 'infractions', 'callbacks'] as const;

/** Empties all books of a worker, its bank's and its services'. */
export async function emptyBooks(worker: Worker): Promise<void> {
  const { clientId } = worker.bankClient;
  const books = worker.database('bank');
  await Promise.all([
    ...BANKS_BOOKS.map((name) => books.collection(name).deleteMany({ clientId })),
    ...SERVICES_OF_A_SANDBOX.flatMap((service) =>
      LEFT_BY_SCHEDULES[service].map((name) => worker.database(service).collection(name).deleteMany({})),
    ),
  ]);
}

/** Ends what any instance of the worker, dead or alive, has begun: its locks would be kept for a minute. */
export async function endTransactions(worker: Worker): Promise<void> {
  await Promise.all(WITH_TRANSACTIONS.map((service) => endTransactionsOf(worker, service)));
}

async function endTransactionsOf(worker: Worker, service: Service): Promise<void> {
  const replicas = worker
    .database(service)
    .collection<{ readonly sessions?: readonly mongoose.mongo.Binary[] }>('replicas');
  const sessions = (await replicas.find().toArray()).flatMap(({ sessions: own = [] }) => own);
  // To MongoDB an empty list would mean everybody's.
  if (sessions.length > 0) await worker.database(service).command({ killSessions: sessions.map((id) => ({ id })) });
}
