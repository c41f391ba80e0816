import type { Misbehaviour } from './bank.ts';
import { done, type Rule } from './rule.ts';

/** Whatever happens to the answer, asking tells. */
export function lostAnswerRules(rule: Rule): void {
  const cases: readonly (readonly [Misbehaviour, string, boolean])[] = [
    ['breaks_after_accepting', 'connection_lost', true],
    ['breaks_before_accepting', 'connection_lost', false],
    ['is_unavailable', 'server_error', false],
    ['times_out', 'server_error', false],
    ['hangs', 'deadline', false],
  ];
  for (const [how, reason, isThere] of cases) {
    rule(`create: the bank ${how}: unknown, and a query shows it`, {}, async (t, it) => {
      // Token and connection first: a short deadline is for the request alone.
      done(t, await it.provider.getCharge(it.txid));
      await it.misbehave(how, 'create', 1);
      const call = how === 'hangs' ? { deadlineMs: 400 } : {};
      t.like(await it.provider.createCharge(it, call), { kind: 'unknown', cause: { reason } });
      const found = done(t, await it.provider.getCharge(it.txid));
      t.is(found?.txid, isThere ? it.txid : undefined);
      const again = done(t, await it.provider.createCharge(it));
      t.is(again.status, 'active');
      if (found !== null) t.deepEqual(again.createdAt, found.createdAt);
      it.assertClean();
    });
  }

  rule('create: an answer that is no JSON leaves it unknown, and asking finds it', {}, async (t, it) => {
    await it.misbehave('answers_html', 'create', 1);
    t.like(await it.provider.createCharge(it), { kind: 'unknown', cause: { reason: 'unreadable_answer' } });
    t.is(done(t, await it.provider.getCharge(it.txid))?.status, 'active');
    it.assertClean({ byBank: true });
  });
}
