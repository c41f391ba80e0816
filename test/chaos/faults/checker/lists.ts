import type { WalletTransaction } from '@gx/contracts/ledger';
import type { Story, StoryMerchant } from '../play/story.ts';
import { CALM } from '../world/fate.ts';
import type { Worker } from '../world/worker.ts';
import type { EntryRecord, RunEvidence } from './evidence.ts';
import { type Invariant, sum } from './invariant.ts';

/** What merchants read of their wallets, against the journal. */

/** The list of each account, oldest first. */
export type WalletLists = ReadonlyMap<string, readonly WalletTransaction[]>;
const PAGE = 100;

/** Reads every merchant's list once nothing moves any more: nothing goes wrong here. */
export async function readLists(worker: Worker, { merchants }: Story): Promise<WalletLists> {
  const { fate } = worker;
  worker.fate = CALM;
  await worker.revive();
  const lists = await Promise.all(
    merchants.map(async ({ tenant }) => [tenant.accountId, await listOf(worker, tenant)] as const),
  );
  worker.fate = fate;
  return new Map(lists);
}

export async function listOf({ gateway }: Worker, tenant: StoryMerchant['tenant']): Promise<WalletTransaction[]> {
  const lines: WalletTransaction[] = [];
  for (;;) {
    const after = lines.at(-1)?.id;
    const request = { tenant, limit: PAGE, ...(after === undefined ? {} : { startingAfter: after }) };
    const { transactions, hasMore } = await gateway.ledger.listTransactions({ requestId: 'checker' }, request);
    lines.push(...transactions);
    if (!hasMore) return lines.reverse();
  }
}

const BALANCES: ReadonlySet<string> = new Set(['merchant:available', 'merchant:pending', 'merchant:retained']);
/** What is in a wallet after each of its entries, available, pending and retained together: a credit adds. */
export function totalsOf(entries: readonly EntryRecord[]): number[] {
  let total = 0;
  return entries
    .toSorted((a, b) => a.seq - b.seq)
    .map(({ postings }) => {
      total -= sum(postings.filter(({ address }) => BALANCES.has(address)).map(({ amount }) => amount));
      return total;
    });
}

/** Moves inside the wallet show what was moved, and change nothing of the sum. */
const INSIDE: ReadonlySet<string> = new Set(['HOLD', 'RELEASE', 'SETTLEMENT', 'DISPUTE_OPENED', 'DISPUTE_WON']);
const totalAfter = ({ balanceAfter }: WalletTransaction): number =>
  (balanceAfter?.available ?? 0) + (balanceAfter?.pending ?? 0) + (balanceAfter?.retained ?? 0);

/** Between any two lines the nets sum to what changed: so they do over any period. */
export function wrongNets(lines: readonly WalletTransaction[]): string[] {
  let before = 0;
  return lines.flatMap((line) => {
    const { id, type, amount, fee, net } = line;
    const changed = totalAfter(line) - before;
    before += changed;
    return [
      ...(net === changed ? [] : [`${type} ${id} has a net of ${net} and changed ${changed}`]),
      ...(net === (INSIDE.has(type) ? 0 : amount - fee) ? [] : [`${type} ${id}: ${net} is not ${amount} less ${fee}`]),
    ];
  });
}

/**
 * Every state that an entry left is one that the list shows, in their order; the last of both is the same.
 */
function unlikeJournal(lines: readonly WalletTransaction[], totals: readonly number[]): string[] {
  let next = 0;
  let shown = 0;
  for (const { net } of lines) {
    shown += net;
    if (shown === totals[next]) next += 1;
  }
  if (shown !== (totals.at(-1) ?? 0)) return [`its list sums to ${shown}, its journal to ${totals.at(-1) ?? 0}`];
  return next >= totals.length ? [] : [`its list leaves out what entry ${next + 1} of its journal left`];
}

function wrongLists({ lists, entries }: RunEvidence): string[] {
  return [...(lists ?? [])].flatMap(([accountId, all]) => {
    const own = entries.filter((entry) => entry.accountId === accountId);
    const currencies = new Set([...own, ...all].map(({ currency }) => currency));
    return [...currencies].flatMap((currency) => {
      const lines = all.filter((line) => line.currency === currency);
      const totals = totalsOf(own.filter((entry) => entry.currency === currency));
      return [...wrongNets(lines), ...unlikeJournal(lines, totals)].map(
        (fault) => `${accountId}/${currency}: ${fault}`,
      );
    });
  });
}

export const LISTS: readonly Invariant[] = [
  {
    id: 'I21',
    says: 'the nets of a wallet’s list sum to what its journal changed, over any period',
    counts: 'lines',
    looked: ({ lists }) => sum([...(lists?.values() ?? [])].map(({ length }) => length)),
    broken: wrongLists,
  },
];
