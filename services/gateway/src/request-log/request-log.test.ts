import { unavailable } from '@gx/core';
import type { Logger } from '@gx/runtime';
import test from 'ava';
import { BATCH, requestLog } from './request-log.ts';

type RecordBatch = { readonly id: string }[];

/** A log whose keeper answers as told, and what it said. */
function logWith(answer: () => Promise<void>, waitingMax?: number) {
  const sent: RecordBatch[] = [];
  const assertions: unknown[] = [];
  const logged: Record<string, unknown>[] = [];
  const say = (fields: Record<string, unknown>): void => void logged.push(fields);
  let full = 0;
  const log = requestLog({
    keys: {
      recordRequests: async (_call: unknown, request: { requests?: readonly unknown[]; assertions?: unknown }) => {
        assertions.push(request.assertions);
        sent.push(request.requests as RecordBatch);
        await answer();
        return {};
      },
    } as never,
    log: { warn: say, error: say } as unknown as Logger,
    onFull: () => {
      full += 1;
    },
    ...(waitingMax === undefined ? {} : { waitingMax }),
  });
  const add = (count: number, from = 0): void => {
    for (let i = from; i < from + count; i += 1) log.add({ id: String(i) } as never);
  };
  return { log, add, sent, assertions, logged, full: () => full };
}

const alarms = (logged: readonly Record<string, unknown>[]) =>
  logged.filter(({ alarm }) => alarm !== undefined).map(({ dropped }) => dropped);

test('what waits is sent in its order, in bounded batches, and a full batch asks to be sent', async (t) => {
  const { log, add, sent, logged, full } = logWith(async () => {});
  add(2 * BATCH + 1);
  await log.send();
  t.deepEqual(
    sent.map((batch) => batch.length),
    [BATCH, BATCH, 1],
  );
  t.deepEqual(
    sent.flat().map(({ id }) => id),
    Array.from({ length: 2 * BATCH + 1 }, (_, i) => String(i)),
  );
  t.is(full(), 1);
  t.deepEqual(logged, []);
  await log.send();
  t.is(sent.length, 3, 'nothing is sent twice');
});

test('the assertions of a batch go with it, each once, and each record names its own', async (t) => {
  const { log, sent, assertions } = logWith(async () => {});
  for (const [id, assertion] of [
    ['0', 'of one'],
    ['1', 'of another'],
    ['2', undefined],
    ['3', 'of one'],
  ] as const)
    log.add({ id } as never, assertion);
  await log.send();
  t.deepEqual(assertions, [['of one', 'of another']]);
  t.deepEqual(sent, [
    [{ id: '0', assertionIndex: 0 }, { id: '1', assertionIndex: 1 }, { id: '2' }, { id: '3', assertionIndex: 0 }],
  ] as never);
});

test('a keeper that is away is called again with the same records; what is beyond the bound is counted in an alarm', async (t) => {
  let away = true;
  const { log, add, sent, logged } = logWith(async () => {
    if (away) throw unavailable('away');
  }, 10);
  add(14);
  await log.send();
  t.deepEqual(alarms(logged), [4]);
  add(3, 14);
  await log.send();
  t.deepEqual(alarms(logged), [4, 3], 'each loss is reported once');
  away = false;
  await log.send();
  t.deepEqual(
    sent.at(-1)?.map(({ id }) => id),
    Array.from({ length: 10 }, (_, i) => String(i)),
  );
});

test('a batch that the keeper will never take is dropped, with an alarm, and does not hold up the next one', async (t) => {
  let faults = 1;
  const { log, add, sent, logged } = logWith(async () => {
    faults -= 1;
    if (faults >= 0) throw new Error('cannot be stored');
  });
  add(BATCH + 2);
  await log.send();
  t.deepEqual(
    sent.map((batch) => batch.length),
    [BATCH, 2],
  );
  t.deepEqual(alarms(logged), [BATCH]);
});
