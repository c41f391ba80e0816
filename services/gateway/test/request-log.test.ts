import { sha256Hex } from '@gx/core';
import { until } from '@gx/testkit';
import test from 'ava';
import { ask, startEdge } from './harness/gateway.ts';

test('the request log names the calling key by the head of its fingerprint, on successes and refusals, and an unknown key not at all', async (t) => {
  const { url, keys, host } = await startEdge(t);
  const key = keys.state.issue();
  const logged = (requestId: string) =>
    until('the request is logged', () =>
      host.lines
        .map((line) => JSON.parse(line) as Record<string, unknown>)
        .find(({ request_id, message }) => request_id === requestId && message === 'request'),
    );
  const send = async (id: string, path: string, apikey: string | undefined, method = 'GET') => {
    await ask(`${url}${path}`, { method, headers: { 'x-request-id': id }, ...(apikey ? { key: apikey } : {}) });
    return logged(id);
  };
  const fingerprint = sha256Hex(key).slice(0, 16);
  t.like(await send('good', '/v1/wallets', key), {
    method: 'GET',
    route: '/v1/wallets',
    status: 200,
    api_key_fingerprint: fingerprint,
  });
  t.like(await send('refused', '/v1/charges', key, 'POST'), { status: 400, api_key_fingerprint: fingerprint });
  const unknown = await send('unknown', '/v1/wallets', `gx_test_${'A'.repeat(32)}`);
  t.like(unknown, { status: 401 });
  t.false('api_key_fingerprint' in unknown);
});
