import test from 'ava';
import { parkedTable } from './list-parked.ts';
import { type ParkedRecord, readParked, waiting } from './parked-messages.ts';

const record = (place: string, change: Partial<ParkedRecord> = {}): ParkedRecord => ({
  place,
  topic: 'gx.charge.money.v1.parked',
  id: 'ledger/0/7@1',
  replays: 0,
  isMark: false,
  group: 'ledger',
  reason: 'there is no tenant',
  eventType: 'charge.receipt_accepted',
  eventId: 'evt_1',
  at: new Date('2026-11-21T12:00:00.000Z'),
  ...change,
});
const mark = (replays: number): ParkedRecord => record(`mark-${replays}`, { isMark: true, replays });
const places = (...records: ParkedRecord[]): string[] => waiting(records).map(({ place }) => place);

test('a message that was parked twice, because its consumer died in between, waits once', (t) => {
  t.deepEqual(places(record('a'), record('b')), ['b']);
});

test('a message waits until a mark says that it was put back, in whatever order the records are read', (t) => {
  t.deepEqual(places(record('a'), mark(1)), []);
  t.deepEqual(places(mark(1), record('a'), mark(1)), []);
});

test('poison that is parked again waits again, and says how often it was replayed', (t) => {
  const again = record('b', { replays: 1, reason: 'still no tenant' });
  t.like(waiting([record('a'), mark(1), again]), { length: 1, 0: { place: 'b', replays: 1 } });
  t.deepEqual(places(record('a'), mark(1), again, mark(2)), []);
  t.like(waiting([again, mark(1), mark(2), record('c', { replays: 2 }), record('a')]), { 0: { place: 'c' } });
});

test('a replay that died before its mark leaves its copies waiting as one', (t) => {
  const twice = [record('b', { replays: 1 }), record('c', { replays: 1 })];
  t.deepEqual(places(record('a'), ...twice), ['c']);
  t.deepEqual(places(record('a'), ...twice, mark(1)), ['c']);
});

test('messages of other topics and groups are others, and the oldest comes first', (t) => {
  const late = record('late', { id: 'refund/0/7@1', at: new Date('2026-11-21T13:00:00.000Z') });
  const elsewhere = record('elsewhere', { topic: 'gx.refund.events.v1.parked', at: new Date('2026-11-21T11:00:00Z') });
  t.deepEqual(places(late, record('a'), elsewhere), ['elsewhere', 'a', 'late']);
});

test('headers are shown without what a terminal would obey, and what an earlier version parked is known by where it came from', (t) => {
  const headers = {
    'parked-from': Buffer.from('p.charge-refund/2/41'),
    'parked-reason': Buffer.from('bad\u001b[2Jthing'),
    'event-type': Buffer.from('refund.created'),
  };
  const message = { key: null, value: null, offset: '3', timestamp: '1763726400000', attributes: 0, headers };
  t.like(readParked({ topic: 'x.parked', partition: 1, offset: '3', message }), {
    place: 'x.parked/1/3',
    id: 'p.charge-refund/2/41',
    group: 'p.charge-refund',
    reason: 'bad [2Jthing',
    eventId: null,
    replays: 0,
    isMark: false,
  });
});

test('the table says how often a message was replayed and how many more there are', (t) => {
  const row = { message: 'm', group: 'g', eventType: null, eventId: null, parkedAt: 'then', replays: 0, reason: 'r' };
  const rows = [row, { ...row, replays: 1 }, { ...row, replays: 2 }];
  t.is(parkedTable([], 0), 'Nothing is parked.\n');
  t.deepEqual(parkedTable(rows, 4).split('\n'), [
    'MESSAGE  GROUP  EVENT  EVENT ID  PARKED  REPLAYED  REASON',
    'm        g      -      -         then    no        r',
    'm        g      -      -         then    once      r',
    'm        g      -      -         then    2 times   r',
    '4 are parked, the first 3 above.',
    '',
  ]);
});
