import test from 'ava';
import { type DeadLetterRecord, readDeadLetter, waiting } from './dead-letters.ts';
import { deadLetterTable } from './list-dead-letters.ts';

const record = (position: string, change: Partial<DeadLetterRecord> = {}): DeadLetterRecord => ({
  position,
  topic: 'gx.charge.money.v1.dlq',
  id: 'ledger/0/7@1',
  replays: 0,
  isMark: false,
  group: 'ledger',
  reason: 'there is no tenant',
  eventType: 'charge.payment_accepted',
  eventId: 'evt_1',
  at: new Date('2026-11-21T12:00:00.000Z'),
  ...change,
});
const mark = (replays: number): DeadLetterRecord => record(`mark-${replays}`, { isMark: true, replays });
const positions = (...records: DeadLetterRecord[]): string[] => waiting(records).map(({ position }) => position);

test('a message that was dead-lettered twice, because its consumer died in between, waits once', (t) => {
  t.deepEqual(positions(record('a'), record('b')), ['b']);
});

test('a message waits until a mark says that it was put back, in whatever order the records are read', (t) => {
  t.deepEqual(positions(record('a'), mark(1)), []);
  t.deepEqual(positions(mark(1), record('a'), mark(1)), []);
});

test('poison that is dead-lettered again waits again, and says how often it was replayed', (t) => {
  const again = record('b', { replays: 1, reason: 'still no tenant' });
  t.like(waiting([record('a'), mark(1), again]), { length: 1, 0: { position: 'b', replays: 1 } });
  t.deepEqual(positions(record('a'), mark(1), again, mark(2)), []);
  t.like(waiting([again, mark(1), mark(2), record('c', { replays: 2 }), record('a')]), { 0: { position: 'c' } });
});

test('a replay that died before its mark leaves its copies waiting as one', (t) => {
  const twice = [record('b', { replays: 1 }), record('c', { replays: 1 })];
  t.deepEqual(positions(record('a'), ...twice), ['c']);
  t.deepEqual(positions(record('a'), ...twice, mark(1)), ['c']);
});

test('messages of other topics and groups are others, and the oldest comes first', (t) => {
  const late = record('late', { id: 'refund/0/7@1', at: new Date('2026-11-21T13:00:00.000Z') });
  const elsewhere = record('elsewhere', { topic: 'gx.refund.events.v1.dlq', at: new Date('2026-11-21T11:00:00Z') });
  t.deepEqual(positions(late, record('a'), elsewhere), ['elsewhere', 'a', 'late']);
});

test('headers of a dead letter are read, its reason is shown without what a terminal would obey', (t) => {
  const headers = {
    'dlq-from': Buffer.from('p.charge-refund/2/41'),
    'dlq-id': Buffer.from('p.charge-refund/2/40@7'),
    'dlq-reason': Buffer.from('bad\u001b[2Jthing'),
    'event-type': Buffer.from('refund.created'),
  };
  const message = { key: null, value: null, offset: '3', timestamp: '1763726400000', attributes: 0, headers };
  t.like(readDeadLetter({ topic: 'x.dlq', partition: 1, offset: '3', message }), {
    position: 'x.dlq/1/3',
    id: 'p.charge-refund/2/40@7',
    group: 'p.charge-refund',
    reason: 'bad [2Jthing',
    eventId: null,
    replays: 0,
    isMark: false,
  });
});

test('the table says how often a message was replayed and how many more there are', (t) => {
  const row = {
    message: 'm',
    group: 'g',
    eventType: null,
    eventId: null,
    deadLetterAt: 'then',
    replays: 0,
    reason: 'r',
  };
  const rows = [row, { ...row, replays: 1 }, { ...row, replays: 2 }];
  t.is(deadLetterTable([], 0), 'There are no dead letters.\n');
  t.deepEqual(deadLetterTable(rows, 4).split('\n'), [
    'MESSAGE  GROUP  EVENT  EVENT ID  SINCE  REPLAYED  REASON',
    'm        g      -      -         then   no        r',
    'm        g      -      -         then   once      r',
    'm        g      -      -         then   2 times   r',
    '4 are dead-lettered, the first 3 above.',
    '',
  ]);
});
