import { parseTaxId, type TaxDocument } from '@gx/core';
import test from 'ava';
import { budgetedKeyOwner } from './key-lookups.ts';
import type { Outcome } from './outcome.ts';
import type { PixKeyOwner } from './pix-out.ts';

const OWNER: PixKeyOwner = { document: parseTaxId('52998224725') as TaxDocument, name: 'Maria' };
const LOST: Outcome<never> = { kind: 'unknown', cause: { reason: 'deadline', detail: 'late' } };

/** A directory that answers so, behind a budget of so many look-ups that never come back. */
function directory(tokens: number, outcome: Outcome<PixKeyOwner | null>) {
  const state = { left: tokens, calls: 0 };
  const budget = {
    claim: async () => {
      if (state.left < 1) return { claimed: false, waitMs: 2_500 } as const;
      state.left -= 1;
      return { claimed: true } as const;
    },
    spend: async (spent: number) => {
      state.left -= spent;
    },
  };
  const getKeyOwner = async () => {
    state.calls += 1;
    return outcome;
  };
  return { state, ask: () => budgetedKeyOwner({ getKeyOwner }, budget)('maria@example.com') };
}

test('within the budget the owner is named, for one look-up', async (t) => {
  const { state, ask } = directory(2, { kind: 'done', value: OWNER });
  t.deepEqual(await ask(), { kind: 'done', value: OWNER });
  t.deepEqual(state, { left: 1, calls: 1 });
});

test('over the budget nothing is sent, and the caller knows when to come again', async (t) => {
  const { state, ask } = directory(0, { kind: 'done', value: OWNER });
  t.like(await ask(), { kind: 'not_sent', cause: { reason: 'rate_limited', retryAfterSeconds: 3 } });
  t.is(state.calls, 0);
});

test('a key that nobody has costs twenty', async (t) => {
  const { state, ask } = directory(5, { kind: 'done', value: null });
  t.deepEqual(await ask(), { kind: 'done', value: null });
  t.is(state.left, -15);
  t.is((await ask()).kind, 'not_sent');
});

test('an answer that was lost costs the look-up that it may have been', async (t) => {
  const { state, ask } = directory(5, LOST);
  t.deepEqual(await ask(), LOST);
  t.is(state.left, 4);
});
