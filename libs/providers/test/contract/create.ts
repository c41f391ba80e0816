import { addMillis, cents } from '@gx/core';
import { done, type Rule } from './rule.ts';

/** A charge comes into being once. */
export function createRules(rule: Rule): void {
  rule('create: done, with BR Code, location, amount and an expiry by the bank’s clock', {}, async (t, it) => {
    const charge = done(t, await it.provider.createCharge(it));
    t.like(charge, { txid: it.txid, status: 'active', amount: cents(3700), payments: [] });
    t.regex(charge.brCode ?? '', /^000201.*6304[0-9A-F]{4}$/);
    t.regex(charge.location ?? '', /^[^/:]+(:\d+)?\/\S+$/);
    t.deepEqual(charge.expiresAt, addMillis(charge.createdAt, 3_600_000));
    it.assertClean();
  });

  rule('create: the same request again is the same charge', {}, async (t, it) => {
    const first = done(t, await it.provider.createCharge(it));
    const again = done(t, await it.provider.createCharge(it));
    t.deepEqual(again, first);
    it.assertClean();
  });

  rule('create: a bank that sends no BR Code still shows the location', {}, async (t, it) => {
    await it.misbehave('sends_no_br_code', 'create');
    const charge = done(t, await it.provider.createCharge(it));
    t.is(charge.brCode, null);
    t.truthy(charge.location);
    it.assertClean();
  });

  for (const [how, status] of [
    ['refuses_the_request', 400],
    ['refuses_the_right', 403],
    ['does_not_own_the_key', 404],
  ] as const) {
    rule(`create: ${how} is declined with the bank’s code, and the charge is not there`, {}, async (t, it) => {
      await it.misbehave(how, 'create', 1);
      const outcome = await it.provider.createCharge(it);
      t.like(outcome, { kind: 'declined', status });
      t.regex(outcome.kind === 'declined' ? outcome.code : '', /^[A-Z][A-Za-z]+$/);
      t.is(done(t, await it.provider.getCharge(it.txid)), null);
      it.assertClean();
    });
  }

  rule('create: nobody listens: not sent', { unreachable: true }, async (t, it) => {
    t.like(await it.provider.createCharge(it), { kind: 'not_sent', cause: { reason: 'unreachable' } });
  });
}
