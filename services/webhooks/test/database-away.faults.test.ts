import { servers } from '@gx/testkit';
import { startWire, type WireCut } from '@gx/testkit/faults';
import test from 'ava';
import { KEEP_AFTER_MS } from '../src/dispatch/first-leases.ts';
import { attemptLogOf, outcomeOf } from './endpoint-outcome.ts';
import { startHarness } from './harness.ts';

// A database whose connections break: the service reaches it over this wire alone.
const { port } = new URL(servers().mongoUrl);
const wire = await startWire(() => Number(port));
const harness = await startHarness({ MONGO_URL: `mongodb://127.0.0.1:${wire.port}/?directConnection=true` });
test.after.always(async () => {
  await harness.stop();
  await wire.stop();
});

/** So long that its lease is extended while it lasts. */
const LONG = 2 * KEEP_AFTER_MS;
/** A word that the write in question says first. */
const WRITES = { insert: 'payload', extension: '$running.attemptId', record: 'signed' } as const;
// biome-ignore format: one row per moment, read as a table
const MOMENTS: readonly (readonly [title: string, path: string, answerAfterMs: number, word: NonNullable<WireCut['word']>])[] = [
  ['before it is stored',                         '/i', 0,    { text: WRITES.insert, when: 'before' }],
  ['with the answer of its insert',               '/j', 0,    { text: WRITES.insert, when: 'after' }],
  ['before the record of a short attempt',        '/a', 0,    { text: WRITES.record, when: 'before' }],
  ['with the record’s answer of a short attempt', '/b', 0,    { text: WRITES.record, when: 'after' }],
  ['before the extension of one that lasts',      '/c', LONG, { text: WRITES.extension, when: 'before' }],
  ['with the extension’s answer',                 '/d', LONG, { text: WRITES.extension, when: 'after' }],
  ['before the record of one that lasts',         '/e', LONG, { text: WRITES.record, when: 'before' }],
  ['with the record’s answer of one that lasts',  '/f', LONG, { text: WRITES.record, when: 'after' }],
];

for (const [title, path, delayMs, word] of MOMENTS)
  test.serial(`a connection to the database that breaks ${title}: one attempt, sent once and recorded`, async (t) => {
    const before = wire.cuts();
    wire.cut({ word, times: 1 });
    const { delivery, requests } = await outcomeOf(harness, path, [{ status: 200, delayMs }], 1);
    t.is(wire.cuts() - before, 1);
    t.is(requests.length, 1);
    t.like(delivery, { status: 'DELIVERED', attempts: 1 });
    const log = await attemptLogOf(harness, delivery);
    t.deepEqual(
      log.map(({ attempt, statusCode }) => [attempt, statusCode]),
      [[1, 200]],
    );
  });
