import { uniqueName } from '@gx/testkit';
import test from 'ava';
import { ask, refusedWith, startEdge, statuses } from './harness/gateway.ts';

const VALID = { amount: 1000, payment_method: 'pix' };
const create = (url: string, key: string, json: unknown, idempotencyKey: string = uniqueName('idem')) =>
  ask(`${url}/v1/charges`, { key, json, headers: { 'idempotency-key': idempotencyKey } });

test('the bank listener: stored is 200, unknown is 404, anything of ours is 503; the address appears in no log', async (t) => {
  const { bankUrl, charge, host } = await startEdge(t);
  const raw = '{"pix":[{"endToEndId":"E1"}]}';
  for (const path of ['/bank/p1/secret', '/bank/p1/secret/pix']) {
    t.is((await ask(`${bankUrl}${path}`, { raw, headers: { 'content-type': 'text/weird' } })).status, 200);
  }
  t.deepEqual(
    charge.state.callbacks.map(({ body }) => body),
    [raw, raw],
  );
  refusedWith(t, await ask(`${bankUrl}/bank/p1/guess/pix`, { raw }), 404, 'not_found');
  refusedWith(t, await ask(`${bankUrl}/bank/p1/broken/pix`, { raw }), 503, 'service_unavailable');
  refusedWith(t, await ask(`${bankUrl}/bank/p1/secret`, { raw: 'x'.repeat(1024 * 1024 + 1) }), 400, 'invalid_request');
  refusedWith(t, await ask(`${bankUrl}/v1/charges`), 404, 'not_found');
  t.false(host.lines.join('').includes('/secret'));
});

test('callback addresses that no bank was given are counted by client address, good ones are not, and a guesser keeps no bank out', async (t) => {
  const { bankUrl } = await startEdge(t);
  const raw = '{"pix":[{"endToEndId":"E1"}]}';
  const called = (token: string) => ask(`${bankUrl}/bank/p1/${token}/pix`, { raw });
  const good = await Promise.all(Array.from({ length: 650 }, () => called('secret')));
  t.deepEqual(statuses(good), { 200: 650 });
  const guessed = await Promise.all(Array.from({ length: 650 }, () => called('guess')));
  t.deepEqual(statuses(guessed), { 404: 600, 429: 50 });
  t.is((await called('secret')).status, 200, 'the bank behind the same address');
});

test('503 with Retry-After when the service behind is not there, and no personal data in the log', async (t) => {
  const { url, keys, charge, host } = await startEdge(t);
  const key = keys.state.issue();
  charge.state.beforeCreate = () => Promise.reject(new Error('boom for ana@example.com'));
  const failed = await create(url, key, { ...VALID, customer: { email: 'ana@example.com' } });
  refusedWith(t, failed, 500, 'internal_error');
  await charge.host.stop();
  const gone = await create(url, key, VALID);
  refusedWith(t, gone, 503, 'service_unavailable');
  t.is(gone.headers.get('retry-after'), '1');
  const log = host.lines.join('');
  t.false(log.includes('ana@example.com') || log.includes(key));
  t.true(log.includes('"status":503'));
});
