import { until } from '@gx/testkit';
import { done, type Rule, reasonOf } from './rule.ts';

/** A bank in trouble is left alone, and nobody waits for it beyond the deadline. */
export function limitRules(rule: Rule): void {
  rule('a rate limit is respected: nothing is sent until the time is over', {}, async (t, it) => {
    await it.misbehave('rate_limits', 'get', 1);
    const first = await it.provider.getCharge(it.txid);
    t.is(reasonOf(first), 'rate_limited');
    t.true(first.kind === 'not_sent' && (first.cause.retryAfterSeconds ?? 0) >= 1);
    t.is(reasonOf(await it.provider.createCharge(it)), 'rate_limited');
    t.deepEqual([it.requests('get'), it.requests('create')], [[429], []]);
    await until('the bank may be called again', async () => (await it.provider.getCharge(it.txid)).kind === 'done');
    it.assertClean();
  });

  rule(
    'breaker: failures in a row open it, then nothing is sent; one success closes it',
    { breaker: { failures: 3, halfOpenAfterMs: 1_500 } },
    async (t, it) => {
      await it.misbehave('is_unavailable', 'get');
      for (let i = 0; i < 3; i += 1) t.is(reasonOf(await it.provider.getCharge(it.txid)), 'server_error');
      t.is(reasonOf(await it.provider.createCharge(it)), 'breaker_open');
      t.deepEqual([it.requests('get').length, it.requests('create').length], [3, 0]);
      t.like(await it.provider.health(), { up: false, breaker: 'open' });
      await it.behave();
      await until('the breaker closes', async () => (await it.provider.getCharge(it.txid)).kind === 'done');
      t.like(await it.provider.health(), { up: true, breaker: 'closed' });
      it.assertClean();
    },
  );

  rule(
    'breaker: refusals of the bank never open it',
    { breaker: { failures: 2, halfOpenAfterMs: 60_000 } },
    async (t, it) => {
      await it.misbehave('refuses_the_request', 'create', 4);
      for (let i = 0; i < 4; i += 1) t.is((await it.provider.createCharge(it)).kind, 'declined');
      t.is(done(t, await it.provider.createCharge(it)).status, 'active');
      it.assertClean();
    },
  );

  rule('the deadline holds: a hanging bank is left in time', {}, async (t, it) => {
    await it.misbehave('hangs', 'get');
    const startedAt = performance.now();
    t.like(await it.provider.getCharge(it.txid, { deadlineMs: 200 }), { cause: { reason: 'deadline' } });
    t.true(performance.now() - startedAt < 5_000);
    it.assertClean();
  });
}
