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
import { connectMongo, MONGO_GUARANTEES, replicaRegistry } from '@gx/runtime/mongo';
import { testHost } from '@gx/testkit';
import medici from 'medici';
import mongoose from 'mongoose';
import { closedLoop } from './load.ts';
import type { Figures } from './sides.ts';

/** How to credit: one credit a call, `inFlight` calls at a time, over `wallets` wallets. */
export type WorkerOrder = {
  readonly credits: number;
  readonly inFlight: number;
  readonly wallets: number;
};
export type Answer = { readonly done: Figures } | { readonly credited: number } | { readonly failed: string };

/** The same credit on both sides: 10.00, of which the bank takes 0.10 and the platform 0.10. */
const CREDIT = { amount: 1_000, providerFee: 10, platformFee: 10, net: 980 } as const;
const POOL = 64;
const TRANSACTION = {
  readConcern: { level: 'snapshot' },
  writeConcern: { w: 'majority', journal: true },
  readPreference: 'primary',
} as const;

type Side = {
  /** Credits the wallet of this number, durably; resolves when it stands. */
  readonly credit: (wallet: number) => Promise<void>;
  /** How many credits all wallets hold by their balances. */
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
  const write = walletWriter({ journal: journalStore(models, replicaRegistry(models.connection, randomUUID())), now });
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
    credit: async (wallet) => {
      const [outcome] = await postEntries(write, [draftFor(wallet)]);
      if (outcome?.kind !== 'posted') throw new Error('a credit was not posted');
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
    credit: async (wallet) => {
      await medici.mongoTransaction(async (session) => {
        await entry(wallet).commit({ session });
      }, TRANSACTION as never);
    },
    credited: async () => {
      const { balance } = await book.balance({ account: 'merchant' });
      return balance / CREDIT.net;
    },
  };
}

function drive(side: Side, { credits, inFlight, wallets }: WorkerOrder): Promise<Figures> {
  let serial = 0;
  return closedLoop(credits, inFlight, () => {
    serial += 1;
    return side.credit(serial % wallets);
  });
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
