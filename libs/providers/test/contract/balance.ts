import { NOT_SUPPORTED } from '../../src/index.ts';
import type { Misbehaviour } from './bank.ts';
import { done, paidCharge, type Rule, reasonOf } from './rule.ts';

/** What the bank says that the account holds. */
export function balanceRules(rule: Rule): void {
  rule('balance: what came in is there', {}, async (t, it) => {
    t.true(it.provider.capabilities().balance);
    t.is(done(t, await it.provider.getBalance()), 0);
    await paidCharge(t, it);
    t.is(done(t, await it.provider.getBalance()), 3_700);
    it.assertClean();
  });

  rule('balance: a bank that shows none is not called', { plain: true }, async (t, it) => {
    t.false(it.provider.capabilities().balance);
    t.like(await it.provider.getBalance(), { kind: 'declined', code: NOT_SUPPORTED });
    t.deepEqual([it.requests('get_balance'), it.requests('token')], [[], []]);
    it.assertClean();
  });

  const silences: readonly (readonly [Misbehaviour, string])[] = [
    ['is_unavailable', 'server_error'],
    ['hangs', 'deadline'],
    ['answers_html', 'unreadable_answer'],
  ];
  for (const [how, reason] of silences) {
    rule(`balance: a bank that ${how} has not answered that there is none`, {}, async (t, it) => {
      done(t, await it.provider.getBalance());
      await it.misbehave(how, 'get_balance', 1);
      const call = how === 'hangs' ? { deadlineMs: 400 } : {};
      t.like(await it.provider.getBalance(call), { kind: 'unknown', cause: { reason } });
      t.is(done(t, await it.provider.getBalance()), 0);
      it.assertClean({ byBank: how === 'answers_html' });
    });
  }

  rule(
    'balance: a breaker of its own: a bank that cannot show it still takes charges',
    { breaker: { failures: 3, halfOpenAfterMs: 60_000 } },
    async (t, it) => {
      await it.misbehave('is_unavailable', 'get_balance');
      for (let i = 0; i < 3; i += 1) t.is(reasonOf(await it.provider.getBalance()), 'server_error');
      t.is(reasonOf(await it.provider.getBalance()), 'breaker_open');
      t.is(done(t, await it.provider.createCharge(it)).status, 'active');
      t.like(await it.provider.health(), { up: true, breaker: 'closed' });
      t.false(it.provider.isSilent());
      it.assertClean();
    },
  );
}
