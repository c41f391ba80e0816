import { SERVICES } from '@gx/contracts';
import { newId } from '@gx/core';
import test, { type ExecutionContext } from 'ava';
import { ask, startEdge } from './harness/gateway.ts';
import { PAYOUT } from './harness/payout-requests.ts';

const NO_USER = '00000000-0000-7000-8000-000000000000';
const BEARER = { authorization: 'Bearer header.claims.signature' };

test('an act on a user or on settings names no key: its user, and what is another now; one with a key names it, and its object', async (t) => {
  const { url, keys } = await startEdge(t);
  const [userId, refundId] = [newId('user'), newId('refund')];
  const event = { actorId: newId('user'), actorProgram: 'ops', keyId: '', fingerprint: '', atMs: 1 };
  keys.state.audit.push(
    {
      ...event,
      ...{ id: newId('audit'), livemode: true, action: 'user.disabled', userId },
      changes: [{ field: 'status', before: 'active', after: 'disabled' }],
      clientAddress: '198.51.100.8',
    },
    {
      ...event,
      ...{ id: newId('audit'), livemode: false, action: 'account.settings_changed' },
      changes: [{ field: 'payout_fee', after: '5' }],
    },
    {
      ...{ id: newId('audit'), livemode: false, action: 'refund.created', objectId: refundId },
      ...{ actorId: NO_USER, keyId: '', fingerprint: 'f'.repeat(64), atMs: 1, changes: [] },
    },
  );
  const { body } = await ask(`${url}/v1/audit-events`, { headers: BEARER });
  const noKey = { keyId: null, apiKeyFingerprint: null, successor: null };
  t.like((body as { data: object[] }).data, {
    length: 3,
    0: {
      ...noKey,
      ip: '198.51.100.8',
      userId: `usr_${userId}`,
      changes: [{ field: 'status', before: 'active', after: 'disabled' }],
    },
    1: {
      ...noKey,
      ip: null,
      userId: null,
      livemode: false,
      changes: [{ field: 'payout_fee', before: null, after: '5' }],
      objectId: null,
    },
    2: { actorId: `usr_${NO_USER}`, keyId: null, apiKeyFingerprint: 'f'.repeat(64), objectId: `re_${refundId}` },
  });
});

test('each act of a user goes on with the address of the client, behind a proxy that is trusted', async (t) => {
  const { url, keys } = await startEdge(t, { TRUSTED_PROXIES: '127.0.0.1/32' });
  const [keyId, userId] = [`key_${newId('apiKey')}`, `usr_${keys.users.add()}`];
  const headers = { ...BEARER, 'x-forwarded-for': '203.0.113.9, 198.51.100.8' };
  const password = { password: 'a good password' };
  const acts: readonly [string, object?][] = [
    ['POST /v1/api-keys', { test: true }],
    [`POST /v1/api-keys/${keyId}/rotate`, {}],
    [`DELETE /v1/api-keys/${keyId}`],
    ['POST /v1/users', { email: 'rui@example.com', role: 'viewer' }],
    [`PATCH /v1/users/${userId}`, { role: 'finance' }],
    [`DELETE /v1/users/${userId}`],
    ['POST /v1/auth/password', { currentPassword: 'right', newPassword: 'another password' }],
    ['POST /v1/auth/logout-all'],
    ['POST /v1/auth/totp/confirm', { code: '123456' }],
    ['DELETE /v1/auth/totp'],
    ['POST /v1/auth/login', { email: 'ana@example.com', password: 'right' }],
    ['POST /v1/auth/invitations/accept', { token: 'good', name: 'Rui', ...password }],
    ['POST /v1/auth/password-reset/confirm', { token: 'good', newPassword: 'another password' }],
  ];
  for (const [act, json] of acts) {
    const [method = '', path = ''] = act.split(' ');
    const { status } = await ask(url + path, { method, headers, ...(json === undefined ? {} : { json }) });
    t.true(status < 300 || status === 404, `${act} ${status}`);
  }
  allFrom(t, SERVICES.keys, keys.addresses);
});

test('each act with an API key, and each decision about a payout, goes on with the address of the client', async (t) => {
  const { url, keys, ...services } = await startEdge(t, { TRUSTED_PROXIES: '127.0.0.1/32' });
  const headers = { 'x-forwarded-for': '203.0.113.9, 198.51.100.8' };
  const accountId = newId('account');
  const key = keys.state.issue('test', accountId);
  const act = async (method: string, path: string, json?: object) => {
    const idempotent = { ...headers, 'idempotency-key': `key-${newId('payout')}` };
    const answer = await ask(url + path, { method, key, headers: idempotent, ...(json === undefined ? {} : { json }) });
    t.true(answer.status < 300, `${method} ${path} ${answer.status}`);
    return answer.body;
  };
  await act('POST', `/v1/payments/ch_${newId('charge')}/refund`, { idempotencyKey: 'refund-1001' });
  const { id } = await act('POST', '/v1/payouts', PAYOUT);
  await act('POST', `/v1/payouts/${id}/cancel`);
  for (const verdict of ['approve', 'reject'])
    await ask(`${url}/v1/payouts/${id}/${verdict}`, { method: 'POST', headers: { ...headers, ...BEARER } });
  const hook = { url: 'https://example.com/webhooks/gx', events: ['charge.paid'] };
  const endpoint = `/v1/webhooks/endpoints/${(await act('POST', '/v1/webhooks/endpoints', hook))['id']}`;
  await act('PATCH', endpoint, { status: 'INACTIVE' });
  await act('POST', `${endpoint}/rotate-secret`, {});
  await act('DELETE', endpoint);
  const dispute = `/v1/disputes/dp_${services.charge.disputes.open(accountId)}`;
  await act('POST', `${dispute}/evidence`, { text: 'delivered' });
  await act('POST', `${dispute}/accept`);
  allFrom(t, SERVICES.charge, services.charge.addresses, ['GetDispute']);
  allFrom(t, SERVICES.webhooks, services.webhooks.addresses);
  allFrom(t, SERVICES.refund, services.refund.addresses);
  allFrom(t, SERVICES.payout, services.payout.addresses, ['GetPayout', 'GetSimulatedProviderState']);
});

type Rpcs = Readonly<Record<string, { readonly requestType?: { readonly type: unknown } }>>;
/** Every RPC whose request says from where, but for those that are no act. */
function allFrom(t: ExecutionContext, rpcs: object, addresses: ReadonlyMap<string, string>, not: string[] = []): void {
  const named = Object.entries(rpcs as Rpcs)
    .filter(([, { requestType }]) => JSON.stringify(requestType?.type).includes('"clientAddress"'))
    .map(([rpc]) => rpc)
    .filter((rpc) => !not.includes(rpc));
  t.true(named.length > 0);
  t.deepEqual(Object.fromEntries(addresses), Object.fromEntries(named.map((rpc) => [rpc, '198.51.100.8'])));
}
