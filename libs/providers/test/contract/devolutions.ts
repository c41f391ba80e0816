import { cents, type EndToEndId } from '@gx/core';
import { until } from '@gx/testkit';
import type { ExecutionContext } from 'ava';
import type { ProviderDevolution } from '../../src/index.ts';
import { done, LOST_ANSWERS, newId, type PreparedCase, paidCharge, pending, type Rule } from './rule.ts';

const ALL = cents(3700);

/** Money goes back once per id, whatever happens to the answer. */
export function devolutionRules(rule: Rule): void {
  const askFor = (it: PreparedCase, endToEndId: EndToEndId, { id = newId(), amount = ALL } = {}) => {
    const body = it.provider.devolutionRequest({ amount, text: 'Reembolso' });
    return { id, body, endToEndId, send: () => it.provider.requestDevolution({ endToEndId, id, body }) };
  };
  const shown = async (t: ExecutionContext, it: PreparedCase, endToEndId: EndToEndId) => {
    const devolutions = done(t, await it.provider.getPayment(endToEndId))?.devolutions ?? [];
    return devolutions.map(({ id, amount, status }) => [id, amount, status] as const);
  };

  rule('return: done with its amount, found by its id, and shown by the Pix and its charge', {}, async (t, it) => {
    t.is(it.provider.capabilities().maxDevolutionDays, 90);
    const request = askFor(it, await paidCharge(t, it), { amount: cents(1234) });
    t.is(done(t, await it.provider.getDevolution(request.endToEndId, request.id)), null);
    const devolution = done(t, await request.send());
    // Not every bank says by what kind of devolution a receiver sends money back.
    const nature = devolution?.nature === 'original' ? 'original' : null;
    t.deepEqual(devolution, { id: request.id, amount: cents(1234), status: 'returned', nature, reason: null });
    t.deepEqual(done(t, await it.provider.getDevolution(request.endToEndId, request.id)), devolution);
    t.deepEqual(done(t, await it.provider.getPayment(request.endToEndId))?.devolutions, [devolution]);
    const [element] = done(t, await it.provider.getCharge(it.txid))?.payments ?? [];
    t.deepEqual(element?.kind === 'payment' ? element.payment.devolutions : [], [devolution]);
    it.assertClean();
  });

  rule('return: two ids are two returns, and never more than the Pix in all', {}, async (t, it) => {
    const endToEndId = await paidCharge(t, it);
    done(t, await askFor(it, endToEndId, { id: 'a', amount: cents(3000) }).send());
    t.is((await askFor(it, endToEndId, { id: 'b', amount: cents(701) }).send()).kind, 'declined');
    done(t, await askFor(it, endToEndId, { id: 'c', amount: cents(700) }).send());
    t.is((await askFor(it, endToEndId, { id: 'd', amount: cents(1) }).send()).kind, 'declined');
    t.deepEqual(await shown(t, it, endToEndId), [
      ['a', cents(3000), 'returned'],
      ['c', cents(700), 'returned'],
    ]);
    it.assertClean();
  });

  rule('return: under way is pending, then asking shows it done', {}, async (t, it) => {
    await it.misbehave('takes_a_while', 'return', 1);
    const request = askFor(it, await paidCharge(t, it));
    t.is(pending(t, await request.send()).status, 'in_progress');
    const get = () => it.provider.getDevolution(request.endToEndId, request.id);
    await until('it is done', async () => (await get()).kind === 'done');
    t.like(done(t, await get()), { status: 'returned', amount: ALL });
    it.assertClean();
  });

  rule('return: one that never ends stays pending, and is never taken for a failure', {}, async (t, it) => {
    await it.misbehave('never_ends', 'return', 1);
    const request = askFor(it, await paidCharge(t, it));
    pending(t, await request.send());
    t.is(pending(t, await it.provider.getDevolution(request.endToEndId, request.id))?.status, 'in_progress');
    it.assertClean();
  });

  rule('return: a failure is an answer, with its reason, and another id may be used', {}, async (t, it) => {
    await it.misbehave('fails_with_AC06', 'return', 1);
    const request = askFor(it, await paidCharge(t, it));
    const failed = done(t, await request.send());
    t.like(failed, { status: 'failed', amount: ALL });
    t.regex(failed.reason ?? '', /AC06/);
    t.deepEqual(done(t, await it.provider.getDevolution(request.endToEndId, request.id)), failed);
    t.is(done(t, await askFor(it, request.endToEndId).send()).status, 'returned');
    it.assertClean();
  });

  for (const [how, reason, happened] of LOST_ANSWERS) {
    rule(`return: the bank ${how}: unknown, a query shows it, and the money goes back once`, {}, async (t, it) => {
      const request = askFor(it, await paidCharge(t, it));
      await it.misbehave(how, 'return', 1);
      const call = reason === 'deadline' ? { deadlineMs: 1_500 } : {};
      t.like(await it.provider.requestDevolution(request, call), { kind: 'unknown', cause: { reason } });
      const found = done(t, await it.provider.getDevolution(request.endToEndId, request.id));
      t.is(found?.status, happened ? 'returned' : undefined);
      const again = await request.send();
      t.is(again.kind, happened ? 'declined' : 'done');
      t.deepEqual(await shown(t, it, request.endToEndId), [[request.id, ALL, 'returned']]);
      it.assertClean({ byBank: how === 'answers_html' });
    });
  }

  rule('return: the same PUT again may be declined although it worked: asking contradicts it', {}, async (t, it) => {
    const request = askFor(it, await paidCharge(t, it));
    done(t, await request.send());
    t.like(await request.send(), { kind: 'declined', code: 'PixDevolucaoInvalida', status: 400 });
    t.is(done(t, await it.provider.getDevolution(request.endToEndId, request.id))?.status, 'returned');
    it.assertClean();
  });

  rule('return: a refusal of what happened is contradicted by asking', {}, async (t, it) => {
    const request = askFor(it, await paidCharge(t, it));
    await it.misbehave('refuses_after_accepting', 'return', 1);
    t.is((await request.send()).kind, 'declined');
    t.is(done(t, await it.provider.getDevolution(request.endToEndId, request.id))?.status, 'returned');
    it.assertClean();
  });

  for (const how of ['says_too_late', 'is_short_of_funds', 'refuses_the_right'] as const) {
    rule(`return: a bank that ${how} declines, and nothing is there`, {}, async (t, it) => {
      const request = askFor(it, await paidCharge(t, it));
      await it.misbehave(how, 'return', 1);
      t.is((await request.send()).kind, 'declined');
      t.is(done(t, await it.provider.getDevolution(request.endToEndId, request.id)), null);
      it.assertClean();
    });
  }

  rule('return: a Pix that is not ours is declined; a bank in maintenance says nothing', {}, async (t, it) => {
    const stranger = `E00000000202611211000${'a'.repeat(11)}` as EndToEndId;
    t.like(await askFor(it, stranger).send(), { kind: 'declined', status: 404 });
    await it.misbehave('is_unavailable', 'get_return', 1);
    t.is((await it.provider.getDevolution(stranger, 'a')).kind, 'unknown');
    it.assertClean();
  });

  rule('return: the callback of its end carries it', {}, async (t, it) => {
    done(t, await it.provider.registerCallbackUrl(it.callbackUrl));
    await it.misbehave('takes_a_while', 'return', 1);
    const request = askFor(it, await paidCharge(t, it));
    await request.send();
    const [element] = it.provider.parseCallback(await until('the callback', () => it.callbacks[0]));
    const devolutions: readonly ProviderDevolution[] = element?.kind === 'payment' ? element.payment.devolutions : [];
    t.like(devolutions[0], { id: request.id, amount: ALL, status: 'returned' });
    it.assertClean();
  });

  rule('return: nobody listens: not sent', { unreachable: true }, async (t, it) => {
    const request = askFor(it, `E00000000202611211000${'a'.repeat(11)}` as EndToEndId);
    t.like(await request.send(), { kind: 'not_sent', cause: { reason: 'unreachable' } });
  });
}
