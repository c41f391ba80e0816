import { PLATFORM_ACCOUNT } from '@gx/core';
import { hashOf, type JournalEntry } from './entry.ts';
import { type ListedBalance, latest, listingOf } from './listing.ts';
import { isBalanced, type Movement, movementOf } from './postings.ts';
import { genesisOf, type Wallet, type WalletKey, walletKeyOf } from './wallet.ts';

export type ProblemKind =
  | 'unbalanced'
  | 'broken_chain'
  | 'missing_entry'
  | 'wrong_balance'
  | 'negative_available'
  | 'hold_mismatch'
  | 'tranche_mismatch'
  | 'suspense_mismatch'
  | 'wrong_listing';

/** One thing that is not as it must be, at one place of one wallet's journal. */
export type Problem = WalletKey & { readonly seq: number; readonly kind: ProblemKind; readonly message: string };

/** How far a walk along one wallet's chain has come: constant in size, however long the chain is. */
export type ChainPosition = WalletKey &
  Movement & {
    readonly seq: number;
    readonly head: string;
    /** As the list has it; where it has nothing, as the entries have it. */
    readonly listed: ListedBalance;
  };
export type VerifiedStep = { readonly walk: ChainPosition; readonly problems: readonly Problem[] };

/** The place before the first entry. */
export const beginWalk = (key: WalletKey): ChainPosition => ({
  ...walletKeyOf(key),
  available: 0,
  pending: 0,
  retained: 0,
  receivable: 0,
  seq: 0,
  head: genesisOf(key),
  listed: { at: new Date(0), available: 0, pending: 0, retained: 0 },
});

/**
 * Takes the next entry in order of seq. One defect should be one finding, so after a broken link the walk
 * goes on from the hash that the entry carries, and after a gap it does not judge a link whose other end is
 * gone.
 */
export function step(walk: ChainPosition, entry: JournalEntry): VerifiedStep {
  const problems: Problem[] = [];
  const found = (kind: ProblemKind, message: string): void => {
    problems.push({ ...walletKeyOf(walk), seq: entry.seq, kind, message });
  };
  if (entry.seq <= walk.seq) {
    found('broken_chain', 'a second entry stands at the same place: the chain is forked');
    return { walk, problems };
  }
  if (!isWhole(entry)) {
    found('broken_chain', 'the entry has fields of another kind than any entry that was hashed');
    return {
      walk: { ...walk, seq: entry.seq, head: entry.hash, listed: wholeListing(entry) ?? walk.listed },
      problems,
    };
  }
  if (entry.seq > walk.seq + 1) found('missing_entry', `entries ${walk.seq + 1} to ${entry.seq - 1} are missing`);
  else if (entry.hash !== hashOf(walk.head, entry))
    found('broken_chain', 'the entry does not follow from the one before it');
  if (!isBalanced(entry.postings)) found('unbalanced', 'the postings are not whole or do not sum to zero');
  const moved = movementOf(entry.postings);
  if (walk.accountId === PLATFORM_ACCOUNT && Object.values(moved).some(Boolean))
    found('wrong_balance', "an entry of the platform's chain moves a merchant's balance");
  const sums = plus(walk, moved);
  if (sums.available < 0) found('negative_available', `available falls to ${sums.available}`);
  if (sums.receivable < 0) found('wrong_balance', `more was paid than owed: receivable falls to ${sums.receivable}`);
  // What is not the entry that was listed is found already.
  if (problems.length === 0) problems.push(...listingFaults(walk, entry));
  const listed = wholeListing(entry) ?? { ...sums, at: latest(walk.listed.at, entry.at) };
  return { walk: { ...walk, ...sums, seq: entry.seq, head: entry.hash, listed }, problems };
}

/** The list goes on from what it says of the entry before, so that one defect is one finding here too. */
function listingFaults({ listed }: ChainPosition, entry: JournalEntry): readonly Problem[] {
  const { listing, seq } = entry;
  if (listing === undefined) return [];
  const { at, types, ...balances } = listingOf(listed, entry);
  const names = Object.keys(balances) as (keyof typeof balances)[];
  const wrong = [
    ...names.filter((name) => listing[name] !== balances[name]),
    ...(Number(listing.at) === at.getTime() ? [] : ['time']),
    ...(String(listing.types) === String(types) ? [] : ['types']),
  ];
  if (wrong.length === 0) return [];
  const message = `the list differs from the entry in ${wrong.join(', ')}`;
  return [{ ...walletKeyOf(entry), seq, kind: 'wrong_listing', message }];
}

/** Of entries up to the place that the list of their wallet goes to: each has to be in it. */
export const unlistedFaults = (entries: readonly JournalEntry[], listedSeq: number): readonly Problem[] =>
  entries
    .filter(({ seq, listing }) => seq <= listedSeq && listing === undefined)
    .map((entry) => ({
      ...walletKeyOf(entry),
      seq: entry.seq,
      kind: 'wrong_listing',
      message: 'it is not in the list',
    }));

/** Holds the end of the walk against the wallet as it is stored; undefined when there is no such document. */
export function endWalk(walk: ChainPosition, wallet: Wallet | undefined): readonly Problem[] {
  const problems: Problem[] = [];
  const found = (kind: ProblemKind, message: string): void => {
    problems.push({ ...walletKeyOf(walk), seq: walk.seq, kind, message });
  };
  if (wallet === undefined) {
    if (walk.seq > 0) found('wrong_balance', 'the journal has entries of a wallet that does not exist');
    return problems;
  }
  if (wallet.seq > walk.seq) found('missing_entry', `entries ${walk.seq + 1} to ${wallet.seq} are missing at the end`);
  else if (wallet.head !== walk.head) found('broken_chain', "the wallet's head is not the hash of its last entry");
  for (const name of ['available', 'pending', 'retained', 'receivable'] as const) {
    if (wallet[name] !== walk[name])
      found('wrong_balance', `${name} is ${wallet[name]}, its entries sum to ${walk[name]}`);
  }
  const { listed } = wallet;
  if (listed !== undefined && listed.seq > wallet.seq)
    found('wrong_listing', `the list goes up to ${listed.seq}, the chain to ${wallet.seq}`);
  else if (listed?.seq === walk.seq && listed.at < walk.listed.at)
    found('wrong_listing', 'what comes could be listed before what is there');
  if (wallet.available < 0) found('negative_available', `available is ${wallet.available}`);
  return problems;
}

/** What a wallet says and what its tranches and open holds sum to, as of one moment. */
export type Backing = {
  readonly pending: number;
  readonly tranches: number;
  readonly retained: number;
  readonly holds: number;
};

/**
 * Pending money is in tranches and retained money in holds, to the last centavo: the rest would never come
 * out.
 */
export function backingFits(walk: ChainPosition, { pending, tranches, retained, holds }: Backing): readonly Problem[] {
  const rows = [
    { is: pending, sum: tranches, message: `pending is ${pending}, its tranches sum to ${tranches}` },
    { is: retained, sum: holds, message: `retained is ${retained}, its holds sum to ${holds}` },
  ];
  return rows
    .filter(({ is, sum }) => is !== sum)
    .map(({ message }) => ({ ...walletKeyOf(walk), seq: walk.seq, kind: 'wrong_balance', message }));
}

const plus = (walk: Movement, moved: Movement): Movement => ({
  available: walk.available + moved.available,
  pending: walk.pending + moved.pending,
  retained: walk.retained + moved.retained,
  receivable: walk.receivable + moved.receivable,
});

/** What the list has of an entry, unless a foreign hand has made it something that nothing goes on from. */
function wholeListing({ listing }: JournalEntry): ListedBalance | undefined {
  const isThere = listing?.at instanceof Date && Number.isFinite(listing.at.getTime());
  return isThere && [listing.available, listing.pending, listing.retained].every(Number.isSafeInteger)
    ? listing
    : undefined;
}

/** What a foreign hand may have stored has to be found, not to stop the walk. */
export const isWhole = ({ at, releaseAt, postings }: JournalEntry): boolean =>
  at instanceof Date &&
  (releaseAt === null || releaseAt instanceof Date) &&
  Array.isArray(postings) &&
  postings.every((posting) => typeof posting?.address === 'string');
