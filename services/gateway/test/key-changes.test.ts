import { newId } from '@gx/core';
import test from 'ava';
import { ask, type GatewayResponse, refusedWith, startEdge } from './harness/gateway.ts';
import { redisProxy } from './harness/redis-proxy.ts';

type Change = (url: string, token: string) => Promise<GatewayResponse>;
const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });
const issue: Change = (url, token) => ask(`${url}/v1/api-keys`, { method: 'POST', ...bearer(token) });
const rotate: Change = (url, token) =>
  ask(`${url}/v1/api-keys/${newId('apiKey')}/rotate`, { method: 'POST', ...bearer(token) });
const revoke: Change = (url, token) =>
  ask(`${url}/v1/api-keys/${newId('apiKey')}`, { method: 'DELETE', ...bearer(token) });
const list: Change = (url, token) => ask(`${url}/v1/api-keys`, bearer(token));

test('an account makes so many keys in a minute, by whatever login and gateway, new or in place of old ones; lists and revocations are free', async (t) => {
  const { url, keys, gateway } = await startEdge(t, { KEY_CHANGES_PER_MINUTE: '4' });
  const other = await gateway();
  keys.state.owners.set('a.b.stranger', newId('account'));
  const first = await issue(url, 'a.b.one');
  t.is(first.status, 201);
  t.is(first.headers.get('x-ratelimit-remaining-minute'), '3');
  t.is((await rotate(other.url, 'a.b.two')).status, 201);
  t.is((await rotate(url, 'a.b.two')).status, 201);
  t.is((await ask(`${url}/v1/api-keys`, { json: { label: 1 }, ...bearer('a.b.one') })).status, 400, 'wrong ones count');
  for (const change of [issue, rotate]) {
    const refused = await change(other.url, 'a.b.one');
    refusedWith(t, refused, 429, 'rate_limited');
    t.is(refused.headers.get('x-ratelimit-limit-minute'), '4');
    t.is(refused.headers.get('x-ratelimit-remaining-minute'), '0');
    t.true(Number(refused.headers.get('retry-after')) >= 1);
  }
  t.is((await list(url, 'a.b.one')).status, 200);
  t.is((await revoke(url, 'a.b.one')).status, 200, 'what was stolen can be shut out at once');
  t.is((await issue(url, 'a.b.stranger')).status, 201, 'the neighbour is not');
});

test('a user who may not change keys is forbidden to, and takes no place of those who may', async (t) => {
  const { url, keys } = await startEdge(t, { KEY_CHANGES_PER_MINUTE: '1' });
  keys.state.withoutRights.add('a.b.viewer');
  for (const change of [issue, rotate, issue]) {
    const refused = refusedWith(t, await change(url, 'a.b.viewer'), 403, 'forbidden');
    t.is(refused['reason'], 'role_not_allowed');
  }
  t.is((await issue(url, 'a.b.owner')).status, 201);
});

test('a token that is not good takes no place of anybody: 401', async (t) => {
  const { url, keys } = await startEdge(t, { KEY_CHANGES_PER_MINUTE: '1' });
  keys.state.tokensAreGood = false;
  for (let i = 0; i < 3; i += 1) refusedWith(t, await issue(url, 'a.b.forged'), 401, 'unauthorized');
  keys.state.tokensAreGood = true;
  t.is((await issue(url, 'a.b.good')).status, 201);
});

test('a logout whose answer was lost is 503 and is made once: by then the token is denied, and a second one would be 401', async (t) => {
  const edge = await startEdge(t);
  const { state } = edge.keys;
  const wire = await redisProxy(`tcp://${edge.addresses.keys}`);
  t.teardown(wire.stop);
  const { url } = await edge.gateway({ KEYS_ADDRESS: wire.url.slice('redis://'.length) });
  const gone = Promise.withResolvers<void>();
  t.teardown(() => gone.resolve());
  state.beforeAnswer = () => {
    state.beforeAnswer = async () => undefined;
    wire.set('refuse');
    wire.set('pass');
    return gone.promise;
  };
  const answer = await ask(`${url}/v1/auth/logout`, { method: 'POST', ...bearer('a.b.one') });
  refusedWith(t, answer, 503, 'service_unavailable');
  t.deepEqual(state.logouts, ['a.b.one']);
});
