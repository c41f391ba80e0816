import { ACCOUNT_STATES, type AccountState, newId } from '@gx/core';
import { ask, type Edge, type GatewayResponse, refusedWith, testOnOneEdge } from './harness/gateway.ts';

const test = testOnOneEdge();
const REASONS = { NO_PAYOUTS: 'payouts_blocked', FROZEN: 'account_frozen', CLOSED: 'account_closed' } as const;
type Bound = Exclude<AccountState, 'ACTIVE'>;

let made = 0;
const idempotency = (): Record<string, string> => {
  made += 1;
  return { 'idempotency-key': `account-state-${made}` };
};
const CHARGE = { amount: 1_000, payment_method: 'pix' };
const PAYOUT = { amount: 1_000, destination: { pix_key: 'supplier@example.com' } };
const refundOf = (more: object = {}): object => ({ idempotencyKey: `refund-state-${newId('charge')}`, ...more });

/** A key and a user of an account in a state. */
function accountIn({ keys }: Edge, state: string) {
  const accountId = newId('account');
  const key = keys.state.issue('test', accountId);
  const token = `a.b.${accountId}`;
  keys.state.owners.set(token, accountId);
  keys.state.accountStates.set(accountId, state);
  return { accountId, key, token };
}
type Account = ReturnType<typeof accountIn>;

/** Acts by the state up to which they are let in. */
const acts = (
  url: string,
  { key, token }: Account,
): Readonly<Record<string, readonly [AccountState, () => Promise<GatewayResponse>]>> => {
  const byKey =
    (path: string, json: object = {}, headers = {}) =>
    () =>
      ask(`${url}${path}`, { key, json, headers });
  const byUser = (method: string, path: string) => () =>
    ask(`${url}${path}`, { method, headers: { authorization: `Bearer ${token}` } });
  return {
    'a charge': ['NO_PAYOUTS', byKey('/v1/charges', CHARGE, idempotency())],
    'a Pix charge': ['NO_PAYOUTS', byKey('/v1/pix/charges', { amount: 1_000 }, idempotency())],
    'a payment': [
      'NO_PAYOUTS',
      byKey('/v1/payments', { amount: 1_000, paymentMethods: ['PIX'], customerName: 'Ana', ...refundOf() }),
    ],
    'a refund': ['NO_PAYOUTS', byKey(`/v1/payments/${newId('charge')}/refund`, refundOf())],
    'a refund to a key': [
      'ACTIVE',
      byKey(`/v1/payments/${newId('charge')}/refund`, refundOf({ destinationKey: 'ana@example.com' })),
    ],
    'a payout': ['ACTIVE', byKey('/v1/payouts', PAYOUT, idempotency())],
    'an approval': ['ACTIVE', byUser('POST', `/v1/payouts/${newId('payout')}/approve`)],
    'a rejection': ['FROZEN', byUser('POST', `/v1/payouts/${newId('payout')}/reject`)],
    'a cancel of a payout': ['CLOSED', byKey(`/v1/payouts/${newId('payout')}/cancel`)],
    'a cancel of a charge': ['FROZEN', byKey(`/v1/payments/${newId('charge')}/cancel`)],
    'an endpoint': [
      'FROZEN',
      byKey('/v1/webhooks/endpoints', { url: 'https://shop.example/hook', events: ['charge.paid'] }),
    ],
    'a new key': ['NO_PAYOUTS', byUser('POST', '/v1/api-keys')],
    'a rotation': ['NO_PAYOUTS', byUser('POST', `/v1/api-keys/${newId('apiKey')}/rotate`)],
    'a revocation': ['FROZEN', byUser('DELETE', `/v1/api-keys/${newId('apiKey')}`)],
    'an invitation': [
      'FROZEN',
      () =>
        ask(`${url}/v1/users`, {
          json: { email: `${newId('user')}@example.com`, role: 'viewer' },
          headers: { authorization: `Bearer ${token}` },
        }),
    ],
    'an end of a user': ['FROZEN', byUser('DELETE', `/v1/users/${newId('user')}`)],
    'a read by key': ['CLOSED', () => ask(`${url}/v1/charges`, { key })],
    'a read of the wallet': ['CLOSED', () => ask(`${url}/v1/wallets/balance`, { key })],
    'a read by user': ['CLOSED', byUser('GET', '/v1/api-keys')],
    'a logout': ['CLOSED', byUser('POST', '/v1/auth/logout')],
    'a logout of everything': ['CLOSED', byUser('POST', '/v1/auth/logout-all')],
  };
};

const isBeyond = (state: AccountState, last: AccountState): boolean =>
  ACCOUNT_STATES.indexOf(state) > ACCOUNT_STATES.indexOf(last);

for (const state of ACCOUNT_STATES) {
  test(`${state}: each act is let in or refused with the reason, by key and by user`, async (t) => {
    const account = accountIn(t.context, state);
    for (const [act, [last, send]] of Object.entries(acts(t.context.url, account))) {
      const answer = await send();
      if (isBeyond(state, last)) t.is(refusedWith(t, answer, 403, 'forbidden')['reason'], REASONS[state as Bound], act);
      else t.true(answer.status < 500 && ![400, 401, 403].includes(answer.status), `${act}: ${answer.status}`);
    }
  });
}

test('an account of which keys say nothing is ACTIVE; one in a state that is not known here can be read alone', async (t) => {
  const { url, keys } = t.context;
  const before = keys.state.issue();
  t.is((await ask(`${url}/v1/charges`, { key: before, json: CHARGE, headers: idempotency() })).status, 201);
  const { key } = accountIn(t.context, 'SUSPENDED');
  const refused = await ask(`${url}/v1/charges`, { key, json: CHARGE, headers: idempotency() });
  t.is(refusedWith(t, refused, 403, 'forbidden')['reason'], 'account_closed');
  t.is((await ask(`${url}/v1/charges`, { key })).status, 200);
});

test('a refused create reaches no service and frees its key: after the unfreeze it is made, and then answered again', async (t) => {
  const { url, keys, charge } = t.context;
  const { key, accountId } = accountIn(t.context, 'FROZEN');
  const headers = idempotency();
  const create = () => ask(`${url}/v1/charges`, { key, json: CHARGE, headers });
  const after = async (state: string): Promise<GatewayResponse> => {
    await keys.state.put(accountId, state);
    return create();
  };
  const reached = () => charge.state.requests.filter(({ tenant }) => tenant?.accountId === accountId).length;
  refusedWith(t, await create(), 403, 'forbidden');
  t.is(reached(), 0);
  const first = await after('ACTIVE');
  t.deepEqual([first.status, first.headers.get('idempotent-replayed')], [201, null]);
  const frozen = await after('FROZEN');
  t.is(refusedWith(t, frozen, 403, 'forbidden')['reason'], 'account_frozen', 'a replay is an act too');
  const again = await after('ACTIVE');
  t.deepEqual([again.status, again.headers.get('idempotent-replayed')], [201, 'true']);
  t.deepEqual(again.body, first.body);
});

test.serial(
  'the state comes from the record in Redis as from keys, and comes before what is wrong with a body',
  async (t) => {
    const { url, keys } = t.context;
    const { key } = accountIn(t.context, 'FROZEN');
    const before = keys.state.lookups;
    for (let request = 0; request < 4; request += 1)
      refusedWith(t, await ask(`${url}/v1/charges`, { key, json: CHARGE, headers: idempotency() }), 403, 'forbidden');
    t.true(keys.state.lookups - before < 4, 'the record answered');
    refusedWith(t, await ask(`${url}/v1/charges`, { key, json: { amount: 0 } }), 403, 'forbidden');
    const refund = await ask(`${url}/v1/payments/${newId('charge')}/refund`, { key, raw: '{' });
    refusedWith(t, refund, 403, 'forbidden');
  },
);

test('payers of an account that is closed can be played in test mode', async (t) => {
  const { url, charge } = t.context;
  const { key } = accountIn(t.context, 'CLOSED');
  await ask(`${url}/v1/test_helpers/charges/${newId('charge')}/simulate_payment`, { key, json: {} });
  t.true(charge.state.payments.length > 0);
});
