import { addMillis } from '@gx/core';
import test from 'ava';
import type { SweepDocument } from '../store/sweeps.ts';
import { sweepMemory, sweepWindows, unreadTurn } from './sweep-list.ts';

const HOUR_MS = 3_600_000;
const NOW = new Date('2026-11-23T12:00:00.000Z');

const hoursAgo = (at: Date): number => (NOW.getTime() - at.getTime()) / HOUR_MS;

type Window = { readonly from: Date; readonly to: Date };

/**
 * A bank's list that cannot be read where it `refuses` to, as seen by a process; `last` is what one before it
 * left.
 */
function sweeping({ last = null as SweepDocument | null, atStart = true } = {}) {
  const requested: string[] = [];
  const kept: number[] = [];
  let refuses = (_: Window): boolean => false;
  let mark = last;
  let goesOn = true;
  let keeps = (_: number): boolean => true;
  let steps = 0;
  const sweeps = {
    now: async () => NOW,
    of: async () => mark,
    done: async (_id: string, readUntil: Date, lookedBack: boolean) => {
      kept.push(hoursAgo(readUntil));
      mark = { _id: 'bank', readUntil, lookedBackAt: lookedBack ? readUntil : (mark?.lookedBackAt ?? new Date(0)) };
    },
  };
  const memory = sweepMemory();
  if (!atStart) memory.lookedBack.add('bank');
  async function* pages(window: Window) {
    requested.push(`${hoursAgo(window.from)} to ${hoursAgo(window.to)}`);
    if (refuses(window)) throw new Error('too many pages');
    yield 1;
  }
  const keep = async (): Promise<boolean> => {
    steps += 1;
    return keeps(steps);
  };
  const pace = { sweeps, sweepEveryMs: 45_000, trigger: () => undefined };
  return {
    requested,
    kept,
    stop: () => {
      goesOn = false;
    },
    memory,
    mark: () => mark,
    refuse: (which: (window: Window) => boolean) => {
      refuses = which;
    },
    keepWhile: (which: (step: number) => boolean) => {
      keeps = which;
    },
    turn: () =>
      sweepWindows(pace, { id: 'bank', memory, pages, take: async (page) => page, goesOn: () => goesOn }, keep),
  };
}
const long =
  (hours: number) =>
  ({ from, to }: Window): boolean =>
    hoursAgo(from) - hoursAgo(to) > hours;
const ended =
  (hours: number) =>
  ({ to }: Window): boolean =>
    hoursAgo(to) >= hours;
const HOUR_AGO = addMillis(NOW, -HOUR_MS);
const READ = { _id: 'bank', readUntil: HOUR_AGO, lookedBackAt: HOUR_AGO };
const RECENT = `${1 + 5 / 60} to 0`;
const DAYS_AGO = addMillis(NOW, -72 * HOUR_MS);
const OUT_FOR_DAYS = { _id: 'bank', readUntil: DAYS_AGO, lookedBackAt: DAYS_AGO };
/** Such a gap begins five minutes before what was kept, and each slice of it is six hours. */
const BEGIN = addMillis(DAYS_AGO, -5 * 60_000);
const ENDS = [...Array.from({ length: 12 }, (_, slice) => hoursAgo(addMillis(BEGIN, 6 * (slice + 1) * HOUR_MS))), 0];

test('what is new is read first and kept, whatever becomes of the look back', async (t) => {
  const { turn, requested, mark, refuse } = sweeping({ last: READ });
  refuse(ended(10));
  await t.throwsAsync(turn(), { message: 'too many pages' });
  t.is(requested[0], RECENT);
  t.deepEqual(mark(), { _id: 'bank', readUntil: NOW, lookedBackAt: HOUR_AGO });
});

test('a look back goes two days back in slices, and on where it was refused', async (t) => {
  const { turn, requested, mark, refuse } = sweeping({ last: READ });
  refuse(ended(10));
  await t.throwsAsync(turn());
  refuse(() => false);
  const before = requested.length;
  t.is(await turn(), requested.length - before);
  const [recent, resumed] = requested.slice(before);
  t.deepEqual([recent, resumed], [`${5 / 60} to 0`, requested[before - 1]]);
  t.regex(requested.at(-1) ?? '', /^48 to /);
  t.deepEqual(mark(), { _id: 'bank', readUntil: NOW, lookedBackAt: NOW });
});

test('a sweep that is not due to look back reads what is new alone, and none that is younger than half its pace', async (t) => {
  const { turn, requested, kept } = sweeping({ last: READ, atStart: false });
  await turn();
  t.deepEqual(requested, [RECENT]);
  t.deepEqual(kept, [0]);
  t.is(await turn(), 0);
  t.deepEqual(requested, [RECENT]);
});

test('a gap of days is read in slices, the oldest first, and each is kept: a bank that bounds its lists declines none', async (t) => {
  const { turn, requested, kept, mark, refuse } = sweeping({ last: OUT_FOR_DAYS });
  refuse(long(24));
  t.is(await turn(), ENDS.length);
  const begins = [hoursAgo(BEGIN), ...ENDS.slice(0, -1)];
  t.deepEqual(
    requested,
    ENDS.map((end, slice) => `${begins[slice]} to ${end}`),
  );
  t.deepEqual(kept, [...ENDS, 0]);
  t.deepEqual(mark(), { _id: 'bank', readUntil: NOW, lookedBackAt: NOW });
});

test('a sweep that takes up a gap in which another stopped goes on from the last slice that was kept', async (t) => {
  const first = sweeping({ last: OUT_FOR_DAYS });
  first.refuse(({ to }) => hoursAgo(to) < 36);
  await t.throwsAsync(first.turn(), { message: 'too many pages' });
  t.is(first.kept.at(-1), ENDS[5]);
  const second = sweeping({ last: first.mark() });
  await second.turn();
  t.regex(second.requested[0] ?? '', /^36\.16/);
  t.deepEqual(second.mark(), { _id: 'bank', readUntil: NOW, lookedBackAt: NOW });
});

test('a process that stops, or whose turn is over, ends the slice that it reads and begins no other', async (t) => {
  const caughtUp = sweeping({ last: OUT_FOR_DAYS });
  caughtUp.stop();
  t.is(await caughtUp.turn(), 1);
  t.deepEqual(caughtUp.kept, ENDS.slice(0, 1));
  const lookedBack = sweeping({ last: READ });
  lookedBack.stop();
  t.is(await lookedBack.turn(), 1);
  t.deepEqual(lookedBack.mark(), { _id: 'bank', readUntil: NOW, lookedBackAt: HOUR_AGO });
});

test('a replica that lost the sweep to another ends after its page and saves nothing of that window', async (t) => {
  const newest = sweeping({ last: READ });
  newest.keepWhile(() => false);
  t.is(await newest.turn(), 1);
  t.deepEqual([newest.requested, newest.kept], [[RECENT], []]);
  const inGap = sweeping({ last: OUT_FOR_DAYS });
  inGap.keepWhile((step) => step < 3);
  t.is(await inGap.turn(), 3);
  t.deepEqual(inGap.kept, ENDS.slice(0, 2));
  const lookingBack = sweeping({ last: READ });
  lookingBack.keepWhile((step) => step < 4);
  t.is(await lookingBack.turn(), 4);
  t.deepEqual(lookingBack.mark(), { _id: 'bank', readUntil: NOW, lookedBackAt: HOUR_AGO });
  const left = lookingBack.requested.at(-1);
  lookingBack.keepWhile(() => true);
  await lookingBack.turn();
  t.is(lookingBack.requested[5], left, 'the page that it left is read again');
  t.deepEqual(lookingBack.mark(), { _id: 'bank', readUntil: NOW, lookedBackAt: NOW });
});

test('every tenth turn in a row that could not be read is an alarm; one that was read whole begins anew', async (t) => {
  const { turn, memory } = sweeping({ last: READ });
  const ten = () => Array.from({ length: 10 }, () => unreadTurn(memory, 'bank'));
  const expected = [...Array.from({ length: 9 }, () => ({})), { alarm: 'settlements_unread', turns: 10 }];
  t.deepEqual(ten(), expected);
  t.deepEqual(ten().at(-1), { alarm: 'settlements_unread', turns: 20 });
  t.deepEqual(unreadTurn(memory, 'orders:bank'), {});
  await turn();
  t.deepEqual(ten(), expected);
});
