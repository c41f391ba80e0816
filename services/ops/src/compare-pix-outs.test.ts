import type { OwnPixOut } from '@gx/contracts/refund';
import test from 'ava';
import {
  differencesOfPixOut,
  type PixOut,
  pixOutOfPayout,
  pixOutOfRefund,
  pixOutTotalsOf,
} from './compare-pix-outs.ts';

type PostedHold = NonNullable<PixOut['posted']>;
const hold = (state: PostedHold['state'], amount = 0): PostedHold => ({ reference: 'refund:r', state, amount });
const COMMITTED = hold('COMMITTED', 700);
const VOIDED = hold('VOIDED');
type Change = { readonly status?: OwnPixOut['status']; readonly atBank?: OwnPixOut['atBank'] | null };
const pixOut = (change: Change, posted: PixOut['posted'] = COMMITTED): PixOut => {
  const { status = 'REFUNDED', atBank = { status: 'sent', amount: 700 } } = change;
  const own = pixOutOfRefund({ refundId: 'r', bankId: 'o', amount: 700, status, ...(atBank && { atBank }) });
  return { own, posted };
};
const kinds = (...of: Parameters<typeof pixOut>): string[] =>
  differencesOfPixOut(pixOut(...of)).map(({ kind, bank, ours }) => `${kind} ${bank} ${ours}`);

test('a Pix that both sides call final is compared with its bank', (t) => {
  t.deepEqual(kinds({}), []);
  t.deepEqual(kinds({ atBank: null }), ['out_not_at_bank null 700']);
  t.deepEqual(kinds({ atBank: { status: 'sent', amount: 701 } }), ['out_amount_differs 701 700']);
  t.deepEqual(kinds({ atBank: { status: 'sent' } }), [], 'a bank that names no amount');
  t.deepEqual(kinds({ atBank: { status: 'failed', amount: 700 } }), ['out_status_differs 700 700']);
  t.deepEqual(kinds({ status: 'FAILED' }, VOIDED), ['out_status_differs 700 700']);
  t.deepEqual(kinds({ status: 'FAILED', atBank: null }, VOIDED), []);
  t.deepEqual(kinds({ status: 'FAILED', atBank: { status: 'failed' } }, VOIDED), []);
});

test('a Pix that one side has under way has no difference', (t) => {
  for (const status of ['in_progress', 'unrecognised']) t.deepEqual(kinds({ atBank: { status } }), []);
  for (const status of ['PENDING', 'IN_PROGRESS'] as const)
    for (const posted of [COMMITTED, hold('HELD'), null]) t.deepEqual(kinds({ status }, posted), []);
});

test('a refund that was sent has left the wallet whole', (t) => {
  t.deepEqual(kinds({}, null), ['out_entry_differs 700 null']);
  t.deepEqual(kinds({}, hold('HELD')), ['out_entry_differs 700 0']);
  t.deepEqual(kinds({}, VOIDED), ['out_entry_differs 700 0']);
  t.deepEqual(kinds({}, hold('COMMITTED', 699)), ['out_entry_differs 700 699']);
});

test('of a refund that failed nothing has left the wallet, and nothing is set aside', (t) => {
  const failed = { status: 'FAILED', atBank: null } as const;
  t.deepEqual(kinds(failed, null), [], 'given back before it was placed');
  t.deepEqual(kinds(failed, hold('HELD')), ['out_entry_differs null 0']);
  t.deepEqual(kinds(failed, COMMITTED), ['out_entry_differs null 700']);
});

test('a payout that came back whole had been sent: its hold is spent and its bank shows it as sent', (t) => {
  const ofPayout = { payoutId: 'p', bankId: 'o', amount: 700, bankStatus: 'sent', bankAmount: 700 } as const;
  const found = (status: 'PAID' | 'FAILED', returned: boolean) =>
    differencesOfPixOut({ own: pixOutOfPayout({ ...ofPayout, status, returned }), posted: COMMITTED });
  t.deepEqual(found('PAID', false), []);
  t.deepEqual(found('FAILED', true), []);
  t.is(found('FAILED', false).length, 2);
});

test('totals count what was sent, each side for itself', (t) => {
  const all = [
    pixOut({}),
    pixOut({ status: 'PENDING', atBank: { status: 'in_progress' } }, hold('HELD')),
    pixOut({ status: 'FAILED', atBank: null }, VOIDED),
  ];
  t.deepEqual(pixOutTotalsOf(all), {
    sent: { bank: { count: 1, amount: 700 }, ours: { count: 1, amount: 700 } },
    sentPosted: { bank: null, ours: { count: 1, amount: 700 } },
  });
});
