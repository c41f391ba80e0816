import type { MessageInit } from '@gx/contracts';
import type { ListTransactionsRequest, WalletTransaction } from '@gx/contracts/ledger';
import { addMillis, type Tenant } from '@gx/core';
import { startJob } from '@gx/runtime';
import { testTopics } from '@gx/testkit';
import type { Random } from '@gx/testkit/faults';
import type { ExecutionContext } from 'ava';
import type { JournalEntry } from '../src/domain/entry.ts';
import type { WalletKey } from '../src/domain/wallet.ts';
import { type WalletTransaction as Line, transactionsOf } from '../src/domain/wallet-transaction.ts';
import { toEntry } from '../src/store/documents.ts';
import { listingStore } from '../src/store/listings.ts';
import type { EntryDocument } from '../src/store/models.ts';
import { actOf, type Chance } from './busy-wallet.ts';
import { ledgerStores, startReplica } from './rig.ts';

export const call = { requestId: 'test' };
export const LONG_AGO = new Date('2026-05-04T12:00:00.000Z');
const STEP_MS = 37 * 60_000;
/** What is begun in a stretch of life may end in it. */
const STEPS_OF_WAVE = 300;
const WAVES = 1_000;
const BEAT_MS = 1_000;

type ListFilter = Omit<MessageInit<ListTransactionsRequest>, 'tenant' | 'limit'>;

/** A replica, and stores beside it that write to its wallets at whatever time a test says. */
export async function listRig(t: ExecutionContext) {
  const stores = await ledgerStores(t);
  const { url, db } = stores.database;
  // No event comes, so nobody is asked about one.
  const address = { url, db, topicPrefix: await testTopics(), chargeAddress: '127.0.0.1:1' };
  const { rpc } = await startReplica(t, address);
  // Its neighbour would take it for dead while a slow machine lets it write nothing, and end its sessions.
  startJob(stores.host, { name: 'keep registry', everyMs: BEAT_MS, run: stores.registry.heartbeat });

  let lives = 0;
  /** Lives through so many random steps, some in one batch, a while apart; when it was over. */
  async function live(key: WalletKey, steps: number, random: Random, from = LONG_AGO): Promise<Date> {
    let at = from;
    const wave = WAVES * lives++;
    for (let done = 0; done < steps; ) {
      const batch = 1 + random.below(4);
      const acts = Array.from({ length: batch }, (_, nth) =>
        actOf(key, chance(random), wave + Math.floor((done + nth) / STEPS_OF_WAVE)),
      );
      const writes = acts.map((act) => (act.kind === 'post' ? { ...act, traceparent: undefined } : act));
      await stores.journal.write([{ key, writes }], at);
      done += batch;
      at = addMillis(at, random.below(2 * STEP_MS));
    }
    return at;
  }

  /** The chain as it is stored, oldest first. */
  const chain = async (key: WalletKey): Promise<readonly JournalEntry[]> =>
    (
      await stores.models.entries
        .find({ ...key })
        .sort({ seq: 1 })
        .lean<EntryDocument[]>()
    ).map(toEntry);

  const page = (tenant: Tenant, limit: number, filter: ListFilter = {}) =>
    rpc.listTransactions(call, { tenant, limit, ...filter });

  /** All pages of a list, each by the last id of the one before. */
  async function list(tenant: Tenant, filter: ListFilter = {}, limit = 100): Promise<readonly WalletTransaction[]> {
    const all: WalletTransaction[] = [];
    for (;;) {
      const last = all.at(-1);
      const { transactions, hasMore } = await page(tenant, limit, {
        ...filter,
        ...(last === undefined ? {} : { startingAfter: last.id }),
      });
      all.push(...transactions);
      if (!hasMore) return all;
    }
  }

  /** All pages of a statement. */
  async function statement(key: WalletKey, from: Date, to: Date) {
    const { currency, ...tenant } = key;
    const lines: WalletTransaction[] = [];
    let after: string | undefined;
    for (;;) {
      const question = { tenant, currency, fromMs: from.getTime(), toMs: to.getTime(), ...(after && { after }) };
      const { transactions, openingBalance, closingBalance, next } = await rpc.readStatement(call, question);
      lines.push(...transactions);
      if (next === undefined) return { openingBalance, closingBalance, lines };
      after = next;
    }
  }

  return { ...stores, rpc, listings: listingStore(stores.models), live, chain, page, list, statement };
}

const chance = (random: Random): Chance => ({
  what: random.below(16),
  nth: random.below(12),
  amount: random.below(2_000),
});

/** What is in a wallet, entry by entry, from nothing but the postings: `total` is all three together. */
export function replay(journal: readonly JournalEntry[]) {
  const balance = { 'merchant:available': 0, 'merchant:pending': 0, 'merchant:retained': 0 };
  let at = 0;
  return journal.map(({ seq, postings, at: posted }) => {
    for (const { address, amount } of postings)
      if (address in balance) balance[address as keyof typeof balance] -= amount;
    at = Math.max(at, posted.getTime());
    const [available, pending, retained] = Object.values(balance) as [number, number, number];
    return { seq, at, available, pending, retained, total: available + pending + retained };
  });
}

/** What the list should hold of a chain, newest first, as the RPC says it. */
export const expectedOf = (journal: readonly JournalEntry[]): readonly Line[] =>
  journal.flatMap(transactionsOf).toReversed();
