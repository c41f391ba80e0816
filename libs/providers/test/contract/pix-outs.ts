import { until } from '@gx/testkit';
import { DUPLICATE_ID, NOT_SUPPORTED } from '../../src/index.ts';
import { done, LOST_ANSWERS, pending, type Rule } from './rule.ts';
import { AMOUNT, ended, reported, sentPix } from './sent-pix.ts';

/** A Pix goes out once per id, whatever happens to the answer. */
export function pixOutRules(rule: Rule): void {
  rule('send: pending with its id on the rail, then done, and the callback says the same', {}, async (t, it) => {
    t.true(it.provider.capabilities().pixOut?.destinations.includes('key'));
    done(t, await it.provider.registerCallbackUrl(it.callbackUrl));
    const request = sentPix(it);
    t.is(done(t, await request.get()), null);
    const taken = pending(t, await request.send());
    t.like(taken, { id: request.id, amount: AMOUNT, status: 'in_progress', reason: null });
    t.regex(taken.endToEndId ?? '', /^E\w{31}$/);
    const sent = await ended(request);
    t.deepEqual(sent, { ...taken, status: 'sent' });
    await until('the callback', () => it.callbacks.length === 1);
    t.deepEqual(reported(it), [sent]);
    it.assertClean();
  });

  rule('send: an id that was used is declined as such, and a query shows what it was used for', {}, async (t, it) => {
    const request = sentPix(it);
    await request.send();
    t.like(await request.send(), { kind: 'declined', code: DUPLICATE_ID, status: 409 });
    t.is((await ended(request)).status, 'sent');
    it.assertClean();
  });

  rule('send: a failure is an answer; its callback has the reason', {}, async (t, it) => {
    done(t, await it.provider.registerCallbackUrl(it.callbackUrl));
    await it.misbehave('fails_with_AC06', 'send', 1);
    const request = sentPix(it);
    pending(t, await request.send());
    t.like(await ended(request), { status: 'failed', amount: AMOUNT, returns: [] });
    await until('the callback', () => it.callbacks.length === 1);
    t.like(reported(it), [{ id: request.id, status: 'failed', reason: 'AC06' }] as never);
    t.like(await request.send(), { kind: 'declined', code: DUPLICATE_ID });
    it.assertClean();
  });

  rule('send: a failure may turn out to be none', {}, async (t, it) => {
    done(t, await it.provider.registerCallbackUrl(it.callbackUrl));
    await it.misbehave('fails_and_then_succeeds', 'send', 1);
    const request = sentPix(it);
    await request.send();
    await until('both callbacks', () => it.callbacks.length === 2);
    t.deepEqual(
      reported(it)
        .map(({ status, reason }) => [status, reason])
        .toSorted(),
      [
        ['failed', 'AB03'],
        ['sent', null],
      ],
    );
    t.is(done(t, await request.get())?.status, 'sent');
    it.assertClean();
  });

  rule('send: one that never ends stays pending', {}, async (t, it) => {
    await it.misbehave('never_ends', 'send', 1);
    const request = sentPix(it);
    pending(t, await request.send());
    t.is(pending(t, await request.get())?.status, 'in_progress');
    it.assertClean();
  });

  for (const how of ['finds_no_such_key', 'is_short_of_funds'] as const) {
    rule(`send: a bank that ${how} declines, and nothing is there`, {}, async (t, it) => {
      await it.misbehave(how, 'send', 1);
      const request = sentPix(it);
      const declined = await request.send();
      t.like(declined, { kind: 'declined', status: 400 });
      t.false(JSON.stringify(declined).includes('maria'));
      t.is(done(t, await request.get()), null);
      t.is((await request.send()).kind, 'pending');
      it.assertClean();
    });
  }

  for (const [how, reason, happened] of LOST_ANSWERS) {
    rule(`send: the bank ${how}: unknown, a query shows it, and one Pix goes out`, {}, async (t, it) => {
      const request = sentPix(it);
      done(t, await request.get());
      await it.misbehave(how, 'send', 1);
      const call = reason === 'deadline' ? { deadlineMs: 1_500 } : {};
      t.like(await it.provider.sendPix(request, call), { kind: 'unknown', cause: { reason } });
      const found = await request.get();
      t.is(
        found.kind === 'done' ? found.value?.id : found.kind === 'pending' ? found.value?.id : '',
        happened ? request.id : undefined,
      );
      t.is((await request.send()).kind, happened ? 'declined' : 'pending');
      t.is((await ended(request)).status, 'sent');
      it.assertClean({ byBank: how === 'answers_html' });
    });
  }

  rule('send: a bank that cannot is not called', { plain: true }, async (t, it) => {
    t.is(it.provider.capabilities().pixOut, null);
    const request = sentPix(it);
    t.like(await request.send(), { kind: 'declined', code: NOT_SUPPORTED });
    t.like(await request.get(), { kind: 'declined', code: NOT_SUPPORTED });
    t.deepEqual([it.requests('send'), it.requests('get_sent'), it.requests('token')], [[], [], []]);
    it.assertClean();
  });

  rule('send: a bank in maintenance has not answered that nothing was sent', {}, async (t, it) => {
    await it.misbehave('is_unavailable', 'get_sent', 1);
    t.is((await sentPix(it).get()).kind, 'unknown');
    it.assertClean();
  });
}
