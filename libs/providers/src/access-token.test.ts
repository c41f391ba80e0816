import test from 'ava';
import { readToken, type TokenResult, tokenCache } from './access-token.ts';
import type { Exchange } from './http-exchange.ts';

const token = (value: string, expiresAt: number, refreshAt = expiresAt): TokenResult => ({
  token: { value, expiresAt, refreshAt, scope: undefined },
});
const refused: TokenResult = { fault: { reason: 'server_error', detail: 'x' } };
const shown = (result: TokenResult): string => ('token' in result ? result.token.value : result.fault.reason);

/** A bank that gives the answers in turn, and a clock that only the test moves. */
function scripted(...answers: TokenResult[]) {
  const clock = { ms: 0 };
  const requests = { times: 0 };
  const cache = tokenCache(
    () => Promise.resolve(answers[requests.times++] ?? refused),
    () => clock.ms,
  );
  return { cache, clock, requests };
}

test('fifty callers share one request for a token', async (t) => {
  const { cache, requests } = scripted(token('a', 1_000));
  const results = await Promise.all(Array.from({ length: 50 }, () => cache.get(1_000)));
  t.true(results.every((result) => shown(result) === 'a'));
  t.is(requests.times, 1);
});

test('a token is renewed before it ends, and used to its end if it cannot be', async (t) => {
  const { cache, clock } = scripted(token('a', 1_000, 900), refused, token('b', 3_000), refused);
  t.is(shown(await cache.get(100)), 'a');
  clock.ms = 950;
  t.is(shown(await cache.get(100)), 'a');
  t.is(shown(await cache.get(100)), 'b');
  clock.ms = 3_000;
  t.is(shown(await cache.get(100)), 'server_error');
});

test('an invalidated token is replaced, but a newer one is not thrown away for it', async (t) => {
  const { cache, requests } = scripted(token('a', 1_000), token('b', 1_000));
  const first = await cache.get(100);
  t.true('token' in first);
  if (!('token' in first)) return;
  cache.invalidate(first.token);
  t.is(shown(await cache.get(100)), 'b');
  cache.invalidate(first.token);
  t.is(shown(await cache.get(100)), 'b');
  t.is(requests.times, 2);
});

test('a caller waits for a token no longer than its own deadline', async (t) => {
  const cache = tokenCache(
    () => new Promise<TokenResult>(() => undefined),
    () => 0,
  );
  t.is(shown(await cache.get(20)), 'deadline');
});

const answer = (status: number, body: unknown): Exchange => ({
  kind: 'answer',
  status,
  retryAfter: '3',
  body: JSON.stringify(body),
});
test('a lifetime is cut by a tenth, at most by a minute', (t) => {
  t.deepEqual(readToken(answer(200, { access_token: 'x', expires_in: 100 }), 0), token('x', 100_000, 90_000));
  t.deepEqual(readToken(answer(200, { access_token: 'x', expires_in: '3600' }), 0), token('x', 3_600_000, 3_540_000));
  t.deepEqual(readToken(answer(200, { access_token: 'x' }), 0), token('x', 300_000, 270_000));
  t.deepEqual(readToken(answer(201, { access_token: 'x', expires_in: 100 }), 0), token('x', 100_000, 90_000));
});
test('a refused client, a failing bank, a rate limit and an answer without a token are told apart', (t) => {
  t.is(shown(readToken(answer(401, {}), 0)), 'unauthorized');
  t.is(shown(readToken(answer(503, {}), 0)), 'server_error');
  t.is(shown(readToken(answer(429, {}), 0)), 'rate_limited');
  t.is(shown(readToken(answer(200, { token: 'x' }), 0)), 'unreadable_answer');
});

test('a token behind a byte order mark, then it is read as without', (t) => {
  const body = '\ufeff{"access_token":"a","expires_in":60}';
  const result = readToken({ kind: 'answer', status: 200, retryAfter: undefined, body }, 0);
  t.is(shown(result), 'a');
});
