import { done, type Rule, reasonOf } from './rule.ts';

/** Tokens are had once and renewed once. */
export function tokenRules(rule: Rule): void {
  rule('a token that was taken back is renewed once, and the call succeeds', {}, async (t, it) => {
    done(t, await it.provider.createCharge(it));
    await it.revokeTokens();
    t.is(done(t, await it.provider.getCharge(it.txid))?.status, 'active');
    t.deepEqual(it.requests('get'), [401, 200]);
    t.is(it.requests('token').length, 2);
    it.assertClean();
  });

  rule('a bank that takes no token at all is called twice, and the call was not sent', {}, async (t, it) => {
    await it.misbehave('refuses_every_token', 'create');
    t.is(reasonOf(await it.provider.createCharge(it)), 'unauthorized');
    t.deepEqual(it.requests('create'), [401, 401]);
    it.assertClean();
  });

  rule('a bank that gives no token: not sent, and nothing else is requested', {}, async (t, it) => {
    await it.misbehave('is_unavailable', 'token', 1);
    t.like(await it.provider.createCharge(it), { kind: 'not_sent', cause: { reason: 'server_error' } });
    t.deepEqual(it.requests('create'), []);
    done(t, await it.provider.createCharge(it));
    it.assertClean();
  });

  rule('fifty calls at once share one token', {}, async (t, it) => {
    const outcomes = await Promise.all(Array.from({ length: 50 }, () => it.provider.getCharge(it.txid)));
    t.true(outcomes.every(({ kind }) => kind === 'done'));
    t.is(it.requests('token').length, 1);
    it.assertClean();
  });
}
