import test from 'ava';
import { ACCOUNT_STATES, accountStateIn, stateRefusal } from './account-state.ts';

test('an act is refused in every state beyond the last that allows it, with the reason of the state it is in', (t) => {
  const reasons = ACCOUNT_STATES.map((last) =>
    ACCOUNT_STATES.map((state) => stateRefusal(state, last)?.more.reason ?? 'allowed'),
  );
  t.deepEqual(reasons, [
    ['allowed', 'payouts_blocked', 'account_frozen', 'account_closed'],
    ['allowed', 'allowed', 'account_frozen', 'account_closed'],
    ['allowed', 'allowed', 'allowed', 'account_closed'],
    ['allowed', 'allowed', 'allowed', 'allowed'],
  ]);
  t.is(stateRefusal('FROZEN', 'ACTIVE')?.code, 'forbidden');
});

test('an answer of before there were states is of an ACTIVE account; a state that nobody knows allows reads alone', (t) => {
  t.is(accountStateIn(''), 'ACTIVE');
  for (const state of ACCOUNT_STATES) t.is(accountStateIn(state), state);
  for (const unknown of ['SUSPENDED', 'active', ' ', 'constructor']) t.is(accountStateIn(unknown), 'CLOSED');
});
