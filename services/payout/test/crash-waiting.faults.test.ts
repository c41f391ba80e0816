import { AMOUNT, NOTHING_LEFT, sweep } from './crash-flows.ts';
import { CALL } from './rig.ts';

await sweep([
  {
    title: 'a scheduled payout',
    change: (now) => ({ scheduledForMs: now + 400 }),
    end: 'PAID',
    events: ['payout.created', 'payout.paid'],
    left: NOTHING_LEFT,
    sent: AMOUNT,
    calls: 15,
  },
  {
    title: 'one that is approved',
    approvalRequired: true,
    play: ({ rpc, payoutId, user: { accessToken } }) => rpc.approvePayout(CALL, { accessToken, payoutId }),
    end: 'PAID',
    events: ['payout.created', 'payout.paid'],
    left: NOTHING_LEFT,
    sent: AMOUNT,
    calls: 18,
  },
]);
