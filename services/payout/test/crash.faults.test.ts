import { ALL_LEFT, AMOUNT, NOTHING_LEFT, sweep } from './crash-flows.ts';

await sweep([
  {
    title: 'a payout that arrives',
    end: 'PAID',
    events: ['payout.created', 'payout.paid'],
    left: NOTHING_LEFT,
    sent: AMOUNT,
    calls: 30,
  },
  {
    title: 'one that the bank does and never answers',
    scenario: { operation: 'pix_out_put', kind: 'reset_after_accept' },
    end: 'PAID',
    events: ['payout.created', 'payout.paid'],
    left: NOTHING_LEFT,
    sent: AMOUNT,
    calls: 30,
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
