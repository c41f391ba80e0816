import { cents } from '@gx/core';
import test from 'ava';
import { AMOUNT, begin, PIX } from '../../test/contested-charge.ts';
import { bankReturnsOf } from '../domain/bank-return.ts';
import type { Decision } from '../domain/charge.ts';
import { recordBankReturns, type ShownDevolution } from './record-bank-returns.ts';

const OURS = ['ours1', 'ours2'];
const shown = (id: string, more: Partial<ShownDevolution> = {}): ShownDevolution => ({
  ...{ endToEndId: PIX, id, amount: cents(AMOUNT / 2), status: 'REFUNDED', reason: 'BANK_RETURN', ...more },
});

/** What is recorded of what a bank shows of a credited payment, along which we have ordered these back. */
async function recorded(own: readonly string[], devolutions: readonly ShownDevolution[]) {
  const { charge } = begin();
  const alarms: unknown[] = [];
  const { charge: after, outcome } = await recordBankReturns(
    {
      charges: {
        update: async (_tenant, _charge, decide: (current: typeof charge) => Decision) => {
          const decision = decide(charge);
          return decision.kind === 'keep' ? charge : decision.charge;
        },
      },
      refunds: { ownIds: async () => new Set(own) },
      log: { error: ({ alarm }: { alarm: unknown }) => alarms.push(alarm), info: () => undefined } as never,
      now: () => new Date(),
    },
    charge,
    devolutions,
  );
  return { ids: bankReturnsOf(after).map(({ devolutionId }) => devolutionId), outcome, alarms };
}

test('a devolution that the bank names by its return alone, while one of ours is not shown: it may be ours, so it is recorded by nobody, and people are called', async (t) => {
  const byReturn = shown('D1', { isNamedByReturn: true });
  const { alarms, ...rest } = await recorded(OURS, [shown('ours1'), byReturn]);
  t.deepEqual(rest, { ids: [], outcome: 'open' });
  t.deepEqual(alarms, ['bank_return_unreadable']);
});

test('the same where all of ours are shown, or there is none: it is the bank’s', async (t) => {
  const byReturn = shown('D1', { isNamedByReturn: true });
  for (const own of [OURS, []])
    t.like(await recorded(own, [...own.map((id) => shown(id, { amount: cents(1) })), byReturn]), {
      ids: ['D1'],
      outcome: 'complete',
    });
});

test('a devolution with an id that is none of ours: it is the bank’s, whatever is not shown', async (t) => {
  t.like(await recorded(OURS, [shown('theirs')]), { ids: ['theirs'], outcome: 'complete' });
});
