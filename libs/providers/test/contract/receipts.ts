import type { EndToEndId } from '@gx/core';
import { NOT_SUPPORTED } from '../../src/index.ts';
import type { Misbehaviour } from './bank.ts';
import { done, paidCharge, type Rule, reasonOf } from './rule.ts';

const NOBODYS = `E00000000202611211000${'a'.repeat(11)}` as EndToEndId;

/** What the bank itself gives out about a Pix. */
export function receiptRules(rule: Rule): void {
  rule('receipt: a Pix that arrived has a PDF of the bank’s, the same each time', {}, async (t, it) => {
    t.true(it.provider.capabilities().receipt);
    const endToEndId = await paidCharge(t, it);
    const receipt = done(t, await it.provider.getReceipt(endToEndId));
    t.is(receipt?.contentType, 'application/pdf');
    t.is(receipt?.content.toString('latin1', 0, 5), '%PDF-');
    t.deepEqual(done(t, await it.provider.getReceipt(endToEndId)), receipt);
    it.assertClean();
  });

  rule('receipt: a bank that has none of a Pix says so: null, not an error', {}, async (t, it) => {
    t.is(done(t, await it.provider.getReceipt(NOBODYS)), null);
    it.assertClean();
  });

  rule('receipt: a bank that makes none is not called', { plain: true }, async (t, it) => {
    t.false(it.provider.capabilities().receipt);
    t.like(await it.provider.getReceipt(NOBODYS), { kind: 'declined', code: NOT_SUPPORTED });
    t.deepEqual([it.requests('get_receipt'), it.requests('token')], [[], []]);
    it.assertClean();
  });

  rule('receipt: a bank that does not grant the right declines', {}, async (t, it) => {
    await it.misbehave('refuses_the_right', 'get_receipt', 1);
    t.like(await it.provider.getReceipt(NOBODYS), { kind: 'declined', status: 403 });
    it.assertClean();
  });

  const silences: readonly (readonly [Misbehaviour, string])[] = [
    ['breaks_before_accepting', 'connection_lost'],
    ['is_unavailable', 'server_error'],
    ['times_out', 'server_error'],
    ['hangs', 'deadline'],
    ['answers_html', 'unreadable_answer'],
  ];
  for (const [how, reason] of silences) {
    rule(`receipt: a bank that ${how} has not answered that there is none`, {}, async (t, it) => {
      const endToEndId = await paidCharge(t, it);
      done(t, await it.provider.getReceipt(endToEndId));
      await it.misbehave(how, 'get_receipt', 1);
      const call = how === 'hangs' ? { deadlineMs: 400 } : {};
      t.like(await it.provider.getReceipt(endToEndId, call), { kind: 'unknown', cause: { reason } });
      t.is(done(t, await it.provider.getReceipt(endToEndId))?.contentType, 'application/pdf');
      it.assertClean({ byBank: how === 'answers_html' });
    });
  }

  rule('receipt: nobody listens: not sent', { unreachable: true }, async (t, it) => {
    t.like(await it.provider.getReceipt(NOBODYS), { kind: 'not_sent', cause: { reason: 'unreachable' } });
  });

  rule(
    'receipt: a breaker of its own: a bank that cannot make receipts still takes charges',
    { breaker: { failures: 3, halfOpenAfterMs: 60_000 } },
    async (t, it) => {
      await it.misbehave('is_unavailable', 'get_receipt');
      for (let i = 0; i < 3; i += 1) t.is(reasonOf(await it.provider.getReceipt(NOBODYS)), 'server_error');
      t.is(reasonOf(await it.provider.getReceipt(NOBODYS)), 'breaker_open');
      t.is(it.requests('get_receipt').length, 3);
      t.is(done(t, await it.provider.createCharge(it)).status, 'active');
      t.like(await it.provider.health(), { up: true, breaker: 'closed' });
      it.assertClean();
    },
  );

  rule('receipt: a rate limit of receipts is respected, and is none of charges', {}, async (t, it) => {
    await it.misbehave('rate_limits', 'get_receipt', 1);
    for (const _ of [1, 2]) t.is(reasonOf(await it.provider.getReceipt(NOBODYS)), 'rate_limited');
    t.deepEqual(it.requests('get_receipt'), [429]);
    t.is(done(t, await it.provider.createCharge(it)).status, 'active');
    it.assertClean();
  });
}
