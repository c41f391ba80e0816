import { ACCOUNT_STATES, type AccountState, Refusal } from '@gx/core';
import test from 'ava';
import { ROUTES } from '../routes/table.ts';
import { ACTS, demandState, dependsOnState } from './account-acts.ts';

type Act = Parameters<typeof demandState>[0];
/** What a state lets in: nothing, or the reason of its refusal. */
function refusedIn(state: AccountState, act: Act, body: unknown = {}): string | undefined {
  try {
    demandState(act, state, body);
    return undefined;
  } catch (error) {
    if (error instanceof Refusal && error.code === 'forbidden') return error.more.reason;
    throw error;
  }
}
/** Operations that a state refuses, of all that write with a key or a login token. */
const writing = ROUTES.filter(({ method, auth }) => method !== 'GET' && auth !== 'none');
const refusedBy = (state: AccountState): readonly string[] =>
  writing.filter((act) => refusedIn(state, act) !== undefined).map(({ operation }) => operation);

test('every route that writes has a row, and every row is a route that writes', (t) => {
  t.deepEqual(Object.keys(ACTS).toSorted(), writing.map(({ operation }) => operation).toSorted());
});

test('a route that writes and has no row is let in only while its account is ACTIVE', (t) => {
  for (const operation of [undefined, 'openMoneyMarket', 'constructor', 'toString']) {
    const act: Act = { method: 'POST', ...(operation === undefined ? {} : { operation }) };
    t.deepEqual(
      ACCOUNT_STATES.map((state) => refusedIn(state, act)),
      [undefined, 'payouts_blocked', 'account_frozen', 'account_closed'],
    );
    t.true(dependsOnState(act));
  }
});

test('every read is let in in every state', (t) => {
  for (const act of ROUTES.filter(({ method }) => method === 'GET')) {
    for (const state of ACCOUNT_STATES) t.is(refusedIn(state, act), undefined, act.operation);
    t.false(dependsOnState(act));
  }
});

test('ACTIVE refuses nothing', (t) => {
  t.deepEqual(refusedBy('ACTIVE'), []);
});

test('NO_PAYOUTS refuses payouts, and refunds to a key alone', (t) => {
  t.deepEqual(refusedBy('NO_PAYOUTS').toSorted(), ['approvePayout', 'createPayout']);
  const refund = { method: 'POST', operation: 'refundPayment' } as const;
  t.is(refusedIn('NO_PAYOUTS', refund, { destinationKey: 'someone@example.com' }), 'payouts_blocked');
  t.is(refusedIn('NO_PAYOUTS', refund, { strategy: 'cashout' }), undefined);
  t.is(refusedIn('FROZEN', refund, undefined), 'account_frozen', 'before its body was read');
});

test('FROZEN refuses creates, refunds, payouts and key issue, and what is no other word for them', (t) => {
  t.deepEqual(refusedBy('FROZEN').toSorted(), [
    ...['acceptDispute', 'approvePayout', 'createCharge', 'createPayment', 'createPayout', 'createPixCharge'],
    ...['issueKey', 'refundPayment', 'rotateKey'],
  ]);
});

test('CLOSED refuses everything but reads, ending a session or a payout, and what payers and banks do', (t) => {
  const refused = refusedBy('CLOSED');
  t.deepEqual(
    writing
      .filter(({ operation }) => !refused.includes(operation))
      .map(({ operation }) => operation)
      .toSorted(),
    [
      'cancelPayout',
      'logout',
      'logoutAll',
      'simulateBankReturn',
      'simulateDispute',
      'simulateOutcome',
      'simulatePayment',
    ],
  );
});
