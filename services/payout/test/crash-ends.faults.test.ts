import { ALL_LEFT, AMOUNT, BACK_WITHOUT_FEE, sweep } from './crash-flows.ts';
import { CALL } from './rig.ts';

const HOUR = 3_600_000;

await sweep([
  {
    title: 'one that is rejected',
    approvalRequired: true,
    play: ({ rpc, payoutId, user: { accessToken } }) => rpc.rejectPayout(CALL, { accessToken, payoutId }),
    end: 'FAILED',
    code: 'rejected',
    events: ['payout.created', 'payout.failed'],
    left: ALL_LEFT,
    sent: 0,
    calls: 15,
  },
  {
    title: 'one that is cancelled',
    change: (now) => ({ scheduledForMs: now + HOUR }),
    play: ({ rpc, tenant, payoutId }) => rpc.cancelPayout(CALL, { tenant, payoutId }),
    end: 'CANCELLED',
    events: ['payout.created', 'payout.failed'],
    left: ALL_LEFT,
    sent: 0,
    calls: 15,
  },
  {
    title: 'one that comes back whole',
    scenario: { operation: 'pix_out_put', kind: 'sent_back', ms: 0 },
    end: 'FAILED',
    code: 'returned',
    events: ['payout.created', 'payout.paid', 'payout.failed'],
    left: BACK_WITHOUT_FEE,
    sent: AMOUNT,
    calls: 18,
  },
]);
