/**
 * One side of a ledger benchmark, in a process of its own so that its CPU can be told from the other's:
 * `ledger-worker.ts <gx|medici> <mongo url> <database>`. Takes orders by IPC, one at a time.
 */
import { randomUUID } from 'node:crypto';
import { type Id, newId } from '@gx/core';
import { postEntries } from '@gx/ledger/src/commands/post-entries.ts';
import { walletWriter } from '@gx/ledger/src/commands/wallet-writer.ts';
import { creditPayment } from '@gx/ledger/src/domain/payment.ts';
import { journalStore } from '@gx/ledger/src/store/journal.ts';
import { ledgerModels, prepareCollections } from '@gx/ledger/src/store/models.ts';
import { replicaRegistry } from '@gx/ledger/src/store/replica-registry.ts';
import { connectMongo, MONGO_GUARANTEES } from '@gx/runtime/mongo';
import { testHost } from '@gx/testkit';
import medici from 'medici';
import mongoose from 'mongoose';
import { percentile } from './load.ts';

/**
 * How to credit: `credits` in all, `perCall` in each call, `inFlight` calls at a time, over `wallets`
 * wallets.
 */
export type WorkerOrder = {
  readonly credits: number;
  readonly perCall: number;
  readonly inFlight: number;
  readonly wallets: number;
  /** Only the rival knows this: without a transaction, so neither atomic nor as durable. */
  readonly loose?: boolean;
};
/** Latencies are those of a caller who waits for its credit; nobody waits for one that comes by the topic. */
export type WorkerFigures = { readonly perSecond: number; readonly p50Ms?: number; readonly p99Ms?: number };
export type Answer = { readonly done: WorkerFigures } | { readonly credited: number } | { readonly failed: string };

/** The same credit on both sides: 10.00, of which the bank takes 0.10 and the platform 0.10. */
const CREDIT = { amount: 1_000, providerFee: 10, platformFee: 10, net: 980 } as const;
const POOL = 64;
const TRANSACTION = {
  readConcern: { level: 'snapshot' },
  writeConcern: { w: 'majority', journal: true },
  readPreference: 'primary',
} as const;

type Side = {
  /** Credits the wallets named by their numbers, durably; resolves when all of it stands. */
  readonly credit: (wallets: readonly number[], loose: boolean) => Promise<void>;
  /** How many credits the first `wallets` wallets hold by their balances. */
  readonly credited: () => Promise<number>;
};

const accounts: Id<'account'>[] = [];
const accountOf = (wallet: number): Id<'account'> => {
  accounts[wallet] ??= newId('account');
  return accounts[wallet];
};

async function startGx(url: string, db: string): Promise<Side> {
  const { log, now } = testHost('ledger-bench', { level: 'error' });
  const models = ledgerModels(await connectMongo({ url, db, log, name: 'ledger-bench', maxPoolSize: POOL }));
  await prepareCollections(models);
  const write = walletWriter({ journal: journalStore(models, replicaRegistry(models, randomUUID())), now });
  const draftFor = (wallet: number) => {
    const draft = creditPayment({
      ...CREDIT,
      accountId: accountOf(wallet),
      livemode: false,
      chargeId: newId('charge'),
      endToEndId: randomUUID(),
      currency: 'BRL',
      settlementDelaySeconds: 0,
      paidAt: new Date(),
      wasHeld: false,
    });
    if (typeof draft === 'string') throw new Error(draft);
    return { draft, traceparent: undefined };
  };
  return {
    credit: async (wallets) => {
      const outcomes = await postEntries(write, wallets.map(draftFor));
      if (!outcomes.every(({ kind }) => kind === 'posted')) throw new Error('a credit was not posted');
    },
    credited: async () => {
      const [sum] = await models.wallets.aggregate<{ all: number }>([
        { $group: { _id: null, all: { $sum: '$available' } } },
      ]);
      return (sum?.all ?? 0) / CREDIT.net;
    },
  };
}

/**
 * medici as its README shows it: one entry, its transaction, the session passed on. Nothing is locked:
 * credits need no lock.
 */
async function startMedici(url: string, db: string): Promise<Side> {
  await mongoose.connect(url, { ...MONGO_GUARANTEES, dbName: db, maxPoolSize: POOL, minPoolSize: 2 });
  await medici.initModels();
  const book = new medici.Book('gx', { precision: 0 });
  const entry = (wallet: number) =>
    book
      .entry(`paid:${newId('charge')}`)
      .debit('provider:clearing', CREDIT.amount)
      .credit(`merchant:${accountOf(wallet)}:available`, CREDIT.net, { endToEndId: randomUUID() })
      .credit('platform:fees', CREDIT.platformFee)
      .credit('provider:fees_payable', CREDIT.providerFee);
  return {
    credit: async (wallets, loose) => {
      if (loose) return void (await Promise.all(wallets.map((wallet) => entry(wallet).commit())));
      await medici.mongoTransaction(async (session) => {
        for (const wallet of wallets) await entry(wallet).commit({ session });
      }, TRANSACTION as never);
    },
    credited: async () => {
      const { balance } = await book.balance({ account: 'merchant' });
      return balance / CREDIT.net;
    },
  };
}

/** Closed loop: `inFlight` callers, each of which waits for its credits before it asks for the next. */
async function drive(
  side: Side,
  { credits, perCall, inFlight, wallets, loose = false }: WorkerOrder,
): Promise<WorkerFigures> {
  const latencies: number[] = [];
  let left = Math.ceil(credits / perCall);
  let serial = 0;
  const started = performance.now();
  const caller = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      const called = performance.now();
      const numbers = Array.from({ length: perCall }, () => {
        serial += 1;
        return serial % wallets;
      });
      await side.credit(numbers, loose);
      latencies.push(performance.now() - called);
    }
  };
  await Promise.all(Array.from({ length: inFlight }, caller));
  const seconds = (performance.now() - started) / 1_000;
  latencies.sort((a, b) => a - b);
  return {
    perSecond: serial / seconds,
    p50Ms: percentile(latencies, 0.5),
    p99Ms: percentile(latencies, 0.99),
  };
}

if (process.send !== undefined) {
  const [name, url = '', db = ''] = process.argv.slice(2);
  const side = await (name === 'medici' ? startMedici(url, db) : startGx(url, db));
  const answer = (message: Answer): void => void process.send?.(message);
  process.on('message', (order: WorkerOrder | 'count') => {
    const work: Promise<Answer> =
      order === 'count'
        ? side.credited().then((credited) => ({ credited }))
        : drive(side, order).then((done) => ({ done }));
    work.then(answer, (error: unknown) => answer({ failed: error instanceof Error ? (error.stack ?? '') : 'unknown' }));
  });
  answer({ credited: 0 });
}
