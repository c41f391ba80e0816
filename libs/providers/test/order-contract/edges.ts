import { addMillis } from '@gx/core';
import { until } from '@gx/testkit';
import { ListUnread } from '../../src/index.ts';
import { done, reasonOf } from '../contract/rule.ts';
import type { OrderRule, PreparedOrder } from './case.ts';

/** Callbacks, the list of changes, tokens and limits. */
export function orderEdgeRules(rule: OrderRule): void {
  const named = (it: PreparedOrder): readonly string[] =>
    it.callbacks
      .flatMap((body) => it.provider.parseCallback(body))
      .map((element) => (element.kind === 'order' ? element.reference : element.kind));

  rule(
    'callbacks: the registered address receives which order changed; registering again writes nothing',
    {},
    async (t, it) => {
      t.is(done(t, await it.provider.registerCallbackUrl(it.callbackUrl)).url, it.callbackUrl);
      t.is(done(t, await it.provider.registerCallbackUrl(it.callbackUrl)).url, it.callbackUrl);
      done(t, await it.provider.createOrder(it));
      await it.play(it.reference, 'approved');
      await until('a callback', () => it.callbacks.length > 0);
      t.deepEqual(named(it), [it.reference]);
    },
  );

  rule('callbacks: a batch with a stranger and a malformed element comes out whole', {}, async (t, it) => {
    done(t, await it.provider.registerCallbackUrl(it.callbackUrl));
    done(t, await it.provider.createOrder(it));
    await it.misbehave('batches_strangers', 'callback', 1);
    await it.play(it.reference, 'approved');
    await until('a callback', () => it.callbacks.length > 0);
    const all = named(it);
    t.is(all.length, 3);
    t.true(all.includes(it.reference) && all.includes('unreadable'));
  });

  rule('callbacks: what is no callback at all is one unreadable element, never an error', {}, async (t, it) => {
    for (const body of ['', 'x', 'null', '[]', '{"orders":1}', `${'{"orders":['.repeat(5)}`])
      t.like(it.provider.parseCallback(body), { length: 1, 0: { kind: 'unreadable', raw: body } });
    t.is(it.provider.verifyCallback({ token: undefined }), 'untrusted');
    t.is(it.provider.verifyCallback({ token: 'guess' }), 'untrusted');
  });

  const window = () => ({ from: addMillis(new Date(), -60_000), to: addMillis(new Date(), 60_000) });

  rule('changes: every page is read, each order once', { pageSize: 2 }, async (t, it) => {
    const references = [1, 2, 3, 4, 5].map((n) => `${it.reference}${n}`);
    for (const reference of references) done(t, await it.provider.createOrder({ ...it, reference }));
    const seen: string[] = [];
    for await (const page of it.provider.listChanges(window()))
      seen.push(...page.map((element) => (element.kind === 'order' ? element.reference : element.kind)));
    t.deepEqual(seen, references);
  });

  rule('changes: an order that changes while the pages are read hides no other', { pageSize: 2 }, async (t, it) => {
    const references = [1, 2, 3, 4, 5].map((n) => `${it.reference}${n}`);
    for (const reference of references) done(t, await it.provider.createOrder({ ...it, reference }));
    const seen = new Set<string>();
    for await (const page of it.provider.listChanges({ ...window(), to: new Date() })) {
      for (const element of page) seen.add(element.kind === 'order' ? element.reference : element.kind);
      const [first = ''] = references;
      if (seen.size === 2) await it.play(first, 'approved');
    }
    t.deepEqual([...seen].toSorted(), references);
  });

  rule('changes: a page that cannot be had is an error, never a short list', { pageSize: 1 }, async (t, it) => {
    for (const n of [1, 2]) done(t, await it.provider.createOrder({ ...it, reference: `${it.reference}${n}` }));
    const read = async (): Promise<void> => {
      for await (const _page of it.provider.listChanges(window())) await it.misbehave('is_unavailable', 'list', 1);
    };
    const error = await t.throwsAsync(read(), { instanceOf: ListUnread });
    t.is(error?.outcome.kind, 'unknown');
  });

  rule('a token that was taken back is renewed, and the call succeeds', {}, async (t, it) => {
    done(t, await it.provider.createOrder(it));
    await it.revokeTokens();
    t.is(done(t, await it.provider.getOrder(it.reference))?.status, 'awaiting_payer');
  });

  rule('an acquirer that gives no token: not sent, and nothing else is requested', {}, async (t, it) => {
    await it.misbehave('is_unavailable', 'token', 1);
    t.like(await it.provider.createOrder(it), { kind: 'not_sent', cause: { reason: 'server_error' } });
    t.is(await it.requests('create', it.reference), 0);
  });

  rule('a rate limit is respected: nothing is sent until the time is over', {}, async (t, it) => {
    await it.misbehave('rate_limits', 'get', 1);
    t.is(reasonOf(await it.provider.getOrder(it.reference)), 'rate_limited');
    t.is(reasonOf(await it.provider.createOrder(it)), 'rate_limited');
    t.is(await it.requests('create', it.reference), 0);
    await until('it may be called again', async () => (await it.provider.getOrder(it.reference)).kind === 'done');
  });

  rule(
    'breaker: failures in a row open it, refusals never do; one success closes it',
    { breaker: { failures: 3, halfOpenAfterMs: 1_500 } },
    async (t, it) => {
      await it.misbehave('refuses_the_request', 'create', 4);
      for (let i = 0; i < 4; i += 1) t.is((await it.provider.createOrder(it)).kind, 'declined');
      await it.misbehave('is_unavailable', 'get');
      for (let i = 0; i < 3; i += 1) t.is(reasonOf(await it.provider.getOrder(it.reference)), 'server_error');
      t.is(reasonOf(await it.provider.createOrder(it)), 'breaker_open');
      t.like(await it.provider.health(), { up: false, breaker: 'open' });
      await it.behave();
      await until('the breaker closes', async () => (await it.provider.getOrder(it.reference)).kind === 'done');
      t.like(await it.provider.health(), { up: true, breaker: 'closed' });
    },
  );

  rule('the deadline holds: a hanging acquirer is left in time', {}, async (t, it) => {
    await it.misbehave('hangs', 'get');
    const startedAt = performance.now();
    t.like(await it.provider.getOrder(it.reference, { deadlineMs: 200 }), { cause: { reason: 'deadline' } });
    t.true(performance.now() - startedAt < 5_000);
  });
}
