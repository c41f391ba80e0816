import { ALL_LEFT, sweep } from './crash-flows.ts';
import { newKey, toKey } from './rig.ts';

await sweep([
  {
    title: 'one that fails in so many words',
    change: () => toKey(newKey('fail-ac03')),
    end: 'FAILED',
    code: 'AC03',
    events: ['payout.created', 'payout.failed'],
    left: ALL_LEFT,
    sent: 0,
    calls: 30,
  },
  {
    title: 'one to a key of somebody else',
    change: () => ({ ...toKey('52998224725', 'cpf'), expectedRecipientTaxId: '11222333000181' }),
    end: 'FAILED',
    code: 'recipient_mismatch',
    events: ['payout.created', 'payout.failed'],
    left: ALL_LEFT,
    sent: 0,
    calls: 30,
  },
]);
