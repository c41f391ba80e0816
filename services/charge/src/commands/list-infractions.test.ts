import test from 'ava';
import type { Bank } from '../banks/bank-directory.ts';
import { infractionPages } from './list-infractions.ts';

type Window = { readonly from: Date; readonly to: Date };

test('a bank is queried for all days without a gap, and for what its clock says is a little later than now', async (t) => {
  const windows: Window[] = [];
  const provider = {
    async *listInfractions(window: Window) {
      windows.push(window);
      yield [];
    },
  };
  const now = new Date('2026-11-29T12:00:00Z');
  for await (const page of infractionPages({ provider } as unknown as Pick<Bank, 'provider'>, 91, now))
    t.deepEqual(page, []);
  const [latest] = windows;
  t.is(windows.length, 13);
  t.true((latest?.to.getTime() ?? 0) >= now.getTime() + 60_000);
  for (const [nth, { from }] of windows.entries()) t.deepEqual(from, windows[nth + 1]?.to ?? from);
  t.true((windows.at(-1)?.from.getTime() ?? 0) <= now.getTime() - 90 * 86_400_000);
});
