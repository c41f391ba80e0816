import { cents, type EndToEndId, type Id } from '@gx/core';
import test from 'ava';
import { type EntryDraft, hashOf, type JournalEntry, paidReference } from './entry.ts';
import { fold } from './fold.ts';
import type { EntryListing } from './listing.ts';
import { paidPostings } from './postings.ts';
import { beginWalk, endWalk, type Problem, step, unlistedFaults } from './walk.ts';
import { platformKey, unopenedWallet, type Wallet, type WalletKey } from './wallet.ts';

const key: WalletKey = { accountId: 'a' as Id<'account'>, livemode: false, currency: 'BRL' };
const drafts = [...Array(9).keys()].map((nth): EntryDraft => {
  const chargeId = `c${nth}` as Id<'charge'>;
  const postings = paidPostings({ amount: cents(1_000), providerFee: cents(10), platformFee: cents(10) }, false);
  return {
    ...key,
    reference: paidReference(chargeId),
    chargeId,
    endToEndId: 'E' as EndToEndId,
    postings,
    releaseAt: null,
  };
});
const standing = {
  wallet: unopenedWallet(key),
  entries: new Map(),
  holds: new Map(),
  tranches: new Map(),
  lent: new Map(),
};
const acts = drafts.map((draft) => ({ kind: 'post', draft }) as const);
const { entries: journal, after: wallet } = fold(standing, acts, { at: new Date(0), creditMax: cents(0) });

function walkAlong(entries: readonly JournalEntry[], stored: Wallet | undefined): string[] {
  const problems: Problem[] = [];
  let walk = beginWalk(key);
  for (const entry of [...entries].sort((a, b) => a.seq - b.seq)) {
    const next = step(walk, entry);
    problems.push(...next.problems);
    walk = next.walk;
  }
  return [...problems, ...endWalk(walk, stored)].map(({ seq, kind }) => `${seq} ${kind}`);
}

const edited = (seq: number, change: (entry: JournalEntry) => JournalEntry): JournalEntry[] =>
  journal.map((entry) => (entry.seq === seq ? change(entry) : entry));
const more = (entry: JournalEntry): JournalEntry => ({
  ...entry,
  postings: entry.postings.map((posting) => ({ ...posting, amount: posting.amount * 2 })),
});

const finds = test.macro({
  exec(t, entries: readonly JournalEntry[], stored: Wallet | undefined, found: readonly string[]) {
    t.deepEqual(walkAlong(entries, stored), found);
  },
  title: (defect) => `the walk finds ${defect}`,
});

test('nothing in a whole chain', finds, journal, wallet, []);
test(
  'one centavo more for the merchant',
  finds,
  edited(4, (entry) => ({
    ...entry,
    postings: entry.postings.map((p) => (p.address === 'merchant:available' ? { ...p, amount: p.amount - 1 } : p)),
  })),
  wallet,
  ['4 broken_chain', '4 unbalanced', '9 wrong_balance'],
);
test('an edit that sums to zero', finds, edited(4, more), wallet, ['4 broken_chain', '9 wrong_balance']);
test(
  'an edit with a hash of its own',
  finds,
  edited(4, (entry) => ({ ...more(entry), hash: hashOf(journal[2]?.hash ?? '', more(entry)) })),
  wallet,
  ['4 wrong_listing', '5 broken_chain', '9 wrong_balance'],
);
test(
  'a deleted entry',
  finds,
  journal.filter(({ seq }) => seq !== 4),
  wallet,
  ['5 missing_entry', '9 wrong_balance'],
);
test(
  'a deleted last entry',
  finds,
  journal.filter(({ seq }) => seq !== 9),
  wallet,
  ['8 missing_entry', '8 wrong_balance'],
);
test(
  'a reordered pair',
  finds,
  journal.map((entry) => ({ ...entry, seq: entry.seq === 4 ? 5 : entry.seq === 5 ? 4 : entry.seq })),
  wallet,
  ['4 broken_chain', '5 broken_chain', '6 broken_chain'],
);
test('an edited balance', finds, journal, { ...wallet, available: cents(1) }, ['9 wrong_balance']);
test('an edited head', finds, journal, { ...wallet, head: 'x' }, ['9 broken_chain']);
test(
  'a fork at one place',
  finds,
  [...journal, { ...(journal[3] as JournalEntry), reference: 'paid:forged' as const }],
  wallet,
  ['4 broken_chain'],
);
test('entries without a wallet', finds, journal, undefined, ['9 wrong_balance']);
test('a wallet without entries', finds, [], wallet, ['0 missing_entry', '0 wrong_balance']);
test(
  'fields of another kind, and goes on',
  finds,
  edited(4, (entry) => ({ ...entry, postings: 'none' as unknown as [] })),
  wallet,
  ['4 broken_chain', '9 wrong_balance'],
);

const relisted = (seq: number, change: Partial<EntryListing>): JournalEntry[] =>
  edited(seq, (entry) => ({ ...entry, listing: { ...(entry.listing as EntryListing), ...change } }));
const { listed: _, ...unlisted } = wallet;
const without = ({ listing: _, ...entry }: JournalEntry): JournalEntry => entry;
test('a balance of the list', finds, relisted(4, { available: 1 }), wallet, ['4 wrong_listing', '5 wrong_listing']);
test('a time of the list', finds, relisted(9, { at: new Date(1) }), wallet, ['9 wrong_listing', '9 wrong_listing']);
test('a type of the list', finds, relisted(4, { types: ['refund'] }), wallet, ['4 wrong_listing']);
test('a list of another kind, and goes on', finds, relisted(4, { at: 'now' as unknown as Date }), wallet, [
  '4 wrong_listing',
]);
test('nothing in entries from before there were lists', finds, journal.map(without), unlisted, []);
test('nothing in a list that begins in the middle', finds, edited(4, without), wallet, []);
test('a list that is ahead of the chain', finds, journal, { ...wallet, listed: { seq: 10, at: new Date(0) } }, [
  '9 wrong_listing',
]);

test('entries up to where the wallet is listed have to be in the list', (t) => {
  t.deepEqual(
    unlistedFaults(edited(4, without), 9).map(({ seq, kind }) => `${seq} ${kind}`),
    ['4 wrong_listing'],
  );
  t.deepEqual(unlistedFaults(edited(4, without), 3), []);
});

test('available may never have been negative on the way, even if it ends well', (t) => {
  const entry = journal[0] as JournalEntry;
  const negative = { ...entry, postings: entry.postings.map((posting) => ({ ...posting, amount: -posting.amount })) };
  t.true(step(beginWalk(key), negative).problems.some(({ kind }) => kind === 'negative_available'));
});

test("an entry of the platform's chain that moves a merchant's balance is found", (t) => {
  const { problems } = step(beginWalk(platformKey(false, 'BRL')), journal[0] as JournalEntry);
  t.true(problems.some(({ kind }) => kind === 'wrong_balance'));
});

test('a wallet that nobody ever wrote to needs no document', (t) => {
  t.deepEqual(endWalk(beginWalk(key), undefined), []);
});
