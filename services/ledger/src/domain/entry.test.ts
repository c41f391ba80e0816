import { createHash } from 'node:crypto';
import type { EndToEndId, Id } from '@gx/core';
import test from 'ava';
import { type EntryDraft, entryEventId, hashOf, isAnnounced, type JournalEntry, saysTheSame } from './entry.ts';

const entry: Omit<JournalEntry, 'hash'> = {
  accountId: '019ae000-0000-7000-8000-000000000001' as Id<'account'>,
  livemode: true,
  currency: 'BRL',
  reference: 'paid:019ae000-0000-7000-8000-000000000002',
  chargeId: '019ae000-0000-7000-8000-000000000002' as Id<'charge'>,
  endToEndId: 'E1' as EndToEndId,
  postings: [
    { address: 'provider:clearing', amount: 100 },
    { address: 'merchant:available', amount: -100 },
  ],
  releaseAt: null,
  seq: 7,
  at: new Date('2026-11-21T12:00:00.000Z'),
};

test('the hash is SHA-256 over the previous hash, a line feed and the canonical JSON of every other field', (t) => {
  const json =
    '{"accountId":"019ae000-0000-7000-8000-000000000001","at":"2026-11-21T12:00:00.000Z",' +
    '"chargeId":"019ae000-0000-7000-8000-000000000002","currency":"BRL","endToEndId":"E1","livemode":true,' +
    '"postings":[{"address":"provider:clearing","amount":100},{"address":"merchant:available","amount":-100}],' +
    '"reference":"paid:019ae000-0000-7000-8000-000000000002","releaseAt":null,"seq":7}';
  t.is(hashOf('before', entry), createHash('sha256').update(`before\n${json}`).digest('hex'));
});

test('no field can change without the hash changing', (t) => {
  const changes: readonly Partial<JournalEntry>[] = [
    { accountId: 'b' as Id<'account'> },
    { livemode: false },
    { currency: 'USD' },
    { reference: 'paid:x' },
    { chargeId: 'x' as Id<'charge'> },
    { endToEndId: null },
    { postings: [...entry.postings].reverse() },
    { releaseAt: new Date(0) },
    { seq: 8 },
    { at: new Date(1) },
  ];
  t.deepEqual(
    changes.map((change) => Object.keys(change)[0]).sort(),
    Object.keys(entry).sort(),
    'a new field needs a row here',
  );
  const hashes = changes.map((change) => hashOf('before', { ...entry, ...change }));
  t.is(new Set([...hashes, hashOf('before', entry), hashOf('other', entry)]).size, changes.length + 2);
});

test('the same reference says the same only with the same money in the same wallet', (t) => {
  const draft: EntryDraft = entry;
  t.true(saysTheSame(draft, { ...entry, seq: 9, at: new Date(0) } as EntryDraft));
  t.false(saysTheSame(draft, { ...entry, livemode: false }));
  t.false(saysTheSame(draft, { ...entry, postings: [] }));
  t.false(saysTheSame(draft, { ...entry, endToEndId: 'E2' as EndToEndId }));
});

test('an event id is derived from the reference; only credits are announced', (t) => {
  t.regex(entryEventId('paid:x'), /^evt_[0-9a-f]{32}$/);
  t.is(entryEventId('paid:x'), entryEventId('paid:x'));
  t.not(entryEventId('paid:x'), entryEventId('release:x'));
  t.true(isAnnounced(entry));
  t.false(isAnnounced({ ...entry, reference: 'release:x' }));
});

test('money of no charge is hashed with a charge of null: the field is there, so no older entry changes', (t) => {
  const json =
    '{"accountId":"019ae000-0000-7000-8000-000000000001","at":"2026-11-21T12:00:00.000Z","chargeId":null,' +
    '"currency":"BRL","endToEndId":"E1","livemode":true,' +
    '"postings":[{"address":"provider:clearing","amount":100},{"address":"merchant:available","amount":-100}],' +
    '"reference":"paid:019ae000-0000-7000-8000-000000000002","releaseAt":null,"seq":7}';
  t.is(hashOf('before', { ...entry, chargeId: null }), createHash('sha256').update(`before\n${json}`).digest('hex'));
});
