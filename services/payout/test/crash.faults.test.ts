import { ALL_LEFT, AMOUNT, NOTHING_LEFT, sweep } from './crash-flows.ts';
import { newKey, toKey } from './rig.ts';

await sweep([
  {
    title: 'a payout that arrives',
    end: 'PAID',
    events: ['payout.created', 'payout.paid'],
    left: NOTHING_LEFT,
    sent: AMOUNT,
    calls: 15,
  },
  {
    title: 'one that the bank does and never answers',
    scenario: { operation: 'pix_out_put', kind: 'reset_after_accept' },
    end: 'PAID',
    events: ['payout.created', 'payout.paid'],
    left: NOTHING_LEFT,
    sent: AMOUNT,
    calls: 15,
  },
  {
    title: 'one that fails in so many words',
    change: () => toKey(newKey('fail-ac03')),
    end: 'FAILED',
    code: 'AC03',
    events: ['payout.created', 'payout.failed'],
    left: ALL_LEFT,
    sent: 0,
    calls: 15,
  },
  {
    title: 'one to a key of somebody else',
    change: () => ({ ...toKey('52998224725', 'cpf'), expectedRecipientTaxId: '11222333000181' }),
    end: 'FAILED',
    code: 'recipient_mismatch',
    events: ['payout.created', 'payout.failed'],
    left: ALL_LEFT,
    sent: 0,
    calls: 15,
  },
  {
    title: 'one that the wallet is short for',
    available: 10,
    end: 'REFUSED',
    code: 'insufficient_balance',
    events: [],
    left: ALL_LEFT,
    sent: 0,
    calls: 8,
  },
]);
