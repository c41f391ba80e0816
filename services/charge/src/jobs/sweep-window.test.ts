import { addMillis } from '@gx/core';
import test from 'ava';
import type { SweepDocument } from '../store/sweeps.ts';
import { sweepMemory, sweepWindow, unreadTurn } from './sweep-window.ts';

const HOUR_MS = 3_600_000;
const NOW = new Date('2026-11-23T12:00:00.000Z');

/** A bank's list of which every window that ends at or before `refusedUntil` cannot be read. */
function sweeping({ last = null as SweepDocument | null, atStart = true } = {}) {
  const asked: string[] = [];
  let refusedUntil = new Date(0);
  let mark = last;
  const sweeps = {
    now: async () => NOW,
    of: async () => mark,
    done: async (_id: string, readUntil: Date, lookedBack: boolean) => {
      mark = { _id: 'bank', readUntil, lookedBackAt: lookedBack ? readUntil : (mark?.lookedBackAt ?? new Date(0)) };
    },
  };
  const memory = sweepMemory();
  if (!atStart) memory.lookedBack.add('bank');
  async function* pages({ from, to }: { readonly from: Date; readonly to: Date }) {
    asked.push(`${(NOW.getTime() - from.getTime()) / HOUR_MS} to ${(NOW.getTime() - to.getTime()) / HOUR_MS}`);
    if (to <= refusedUntil) throw new Error('too many pages');
    yield 1;
  }
  const pace = { sweeps, sweepEveryMs: 45_000, nudge: () => undefined };
  return {
    asked,
    memory,
    mark: () => mark,
    refuse: (until: Date) => {
      refusedUntil = until;
    },
    turn: () => sweepWindow(pace, { id: 'bank', memory, pages, take: async (page) => page }),
  };
}
const HOUR_AGO = addMillis(NOW, -HOUR_MS);
const READ = { _id: 'bank', readUntil: HOUR_AGO, lookedBackAt: HOUR_AGO };
const RECENT = `${1 + 5 / 60} to 0`;

test('what is new is read first and kept, whatever becomes of the look back', async (t) => {
  const { turn, asked, mark, refuse } = sweeping({ last: READ });
  refuse(addMillis(NOW, -10 * HOUR_MS));
  await t.throwsAsync(turn(), { message: 'too many pages' });
  t.is(asked[0], RECENT);
  t.deepEqual(mark(), { _id: 'bank', readUntil: NOW, lookedBackAt: HOUR_AGO });
});

test('a look back goes two days back in slices, and on where it was refused', async (t) => {
  const { turn, asked, mark, refuse } = sweeping({ last: READ });
  refuse(addMillis(NOW, -10 * HOUR_MS));
  await t.throwsAsync(turn());
  refuse(new Date(0));
  const before = asked.length;
  t.is(await turn(), asked.length - before);
  const [recent, resumed] = asked.slice(before);
  t.deepEqual([recent, resumed], [`${5 / 60} to 0`, asked[before - 1]]);
  t.regex(asked.at(-1) ?? '', /^48 to /);
  t.deepEqual(mark(), { _id: 'bank', readUntil: NOW, lookedBackAt: NOW });
});

test('a sweep that is not due to look back reads what is new alone, and none that is younger than half its pace', async (t) => {
  const { turn, asked } = sweeping({ last: READ, atStart: false });
  await turn();
  t.deepEqual(asked, [RECENT]);
  t.is(await turn(), 0);
  t.deepEqual(asked, [RECENT]);
});

test('every tenth turn in a row that could not be read is an alarm; one that was read whole begins anew', async (t) => {
  const { turn, memory } = sweeping({ last: READ });
  const ten = () => Array.from({ length: 10 }, () => unreadTurn(memory, 'bank'));
  const told = [...Array.from({ length: 9 }, () => ({})), { alarm: 'settlements_unread', turns: 10 }];
  t.deepEqual(ten(), told);
  t.deepEqual(ten().at(-1), { alarm: 'settlements_unread', turns: 20 });
  t.deepEqual(unreadTurn(memory, 'orders:bank'), {});
  await turn();
  t.deepEqual(ten(), told);
});
