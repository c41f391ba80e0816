import { addMillis, cents, type EndToEndId, parseTaxId, type TaxDocument, type Txid } from '@gx/core';
import { until } from '@gx/testkit';
import test, { type ExecutionContext } from 'ava';
import { type ChargeTerms, type Outcome, type ProviderCharge, SettlementsUnread } from '../src/index.ts';
import type { Case, ContractBank, Misbehaviour, ProviderWish } from './contract-bank.ts';

const TERMS: ChargeTerms = {
  amount: cents(3700),
  expiresInSeconds: 3600,
  description: 'Pedido 37',
  debtor: { document: parseTaxId('52998224725') as TaxDocument, name: 'Maria da Silva' },
};
const done = <T>(t: ExecutionContext, outcome: Outcome<T>): T => {
  t.is(outcome.kind, 'done', JSON.stringify(outcome));
  if (outcome.kind !== 'done') throw new Error('not done');
  return outcome.value;
};
const reasonOf = (outcome: Outcome<unknown>): string =>
  outcome.kind === 'not_sent' || outcome.kind === 'unknown' ? outcome.cause.reason : outcome.kind;

/** The rules every adapter keeps (README, the outcome table), tried against a bank that it reaches as in production. */
export function adapterContract(bank: ContractBank): void {
  const contract = (
    rule: string,
    wish: ProviderWish,
    run: (t: ExecutionContext, it: Case & { readonly txid: Txid; readonly body: string }) => Promise<void>,
  ): void =>
    test.serial(rule, async (t) => {
      const it = await bank.start(wish);
      t.teardown(() => it.provider.close());
      await run(t, { ...it, txid: bank.newTxid(), body: it.provider.chargeRequest(TERMS) });
    });

  creating(contract);
  losing(contract);
  reading(contract);
  listing(contract);
  noticing(contract);
  guarding(contract);
}

type Contract = (
  rule: string,
  wish: ProviderWish,
  run: (t: ExecutionContext, it: Case & { readonly txid: Txid; readonly body: string }) => Promise<void>,
) => void;

function creating(contract: Contract): void {
  contract('create: done, with BR Code, location, amount and an expiry by the bank’s clock', {}, async (t, it) => {
    const charge = done(t, await it.provider.createCharge(it));
    t.like(charge, { txid: it.txid, status: 'active', amount: cents(3700), payments: [] });
    t.regex(charge.brCode ?? '', /^000201.*6304[0-9A-F]{4}$/);
    t.regex(charge.location ?? '', /^[^/:]+(:\d+)?\/\S+$/);
    t.deepEqual(charge.expiresAt, addMillis(charge.createdAt, 3_600_000));
    it.assertClean();
  });

  contract('create: the same request again is the same charge', {}, async (t, it) => {
    const first = done(t, await it.provider.createCharge(it));
    const again = done(t, await it.provider.createCharge(it));
    t.deepEqual(again, first);
    it.assertClean();
  });

  contract('create: a bank that sends no BR Code still shows the location', {}, async (t, it) => {
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
    contract(`create: ${how} is declined with the bank’s code, and the charge is not there`, {}, async (t, it) => {
      await it.misbehave(how, 'create', 1);
      const outcome = await it.provider.createCharge(it);
      t.like(outcome, { kind: 'declined', status });
      t.regex(outcome.kind === 'declined' ? outcome.code : '', /^[A-Z][A-Za-z]+$/);
      t.is(done(t, await it.provider.getCharge(it.txid)), null);
      it.assertClean();
    });
  }

  contract('create: nobody listens: not sent', { unreachable: true }, async (t, it) => {
    t.like(await it.provider.createCharge(it), { kind: 'not_sent', cause: { reason: 'unreachable' } });
  });
}

function losing(contract: Contract): void {
  const cases: readonly (readonly [Misbehaviour, string, boolean])[] = [
    ['breaks_after_accepting', 'connection_lost', true],
    ['breaks_before_accepting', 'connection_lost', false],
    ['is_unavailable', 'server_error', false],
    ['times_out', 'server_error', false],
    ['hangs', 'deadline', false],
  ];
  for (const [how, reason, isThere] of cases) {
    contract(`create: the bank ${how}: unknown, and asking tells`, { deadlineMs: 400 }, async (t, it) => {
      // A token first: the deadline is for the request alone.
      done(t, await it.provider.getCharge(it.txid));
      await it.misbehave(how, 'create', 1);
      const outcome = await it.provider.createCharge(it);
      t.like(outcome, { kind: 'unknown', cause: { reason } });
      const found = done(t, await it.provider.getCharge(it.txid));
      t.is(found?.txid, isThere ? it.txid : undefined);
      const again = done(t, await it.provider.createCharge(it));
      t.is(again.status, 'active');
      if (found !== null) t.deepEqual(again.createdAt, found.createdAt);
      it.assertClean();
    });
  }

  contract('create: an answer that is no JSON leaves it unknown, and asking finds it', {}, async (t, it) => {
    await it.misbehave('answers_html', 'create', 1);
    t.like(await it.provider.createCharge(it), { kind: 'unknown', cause: { reason: 'unreadable_answer' } });
    t.is(done(t, await it.provider.getCharge(it.txid))?.status, 'active');
    it.assertClean({ byBank: true });
  });
}

function reading(contract: Contract): void {
  const paid = async (t: ExecutionContext, it: Case & { readonly txid: Txid; readonly body: string }) => {
    const { brCode } = done(t, await it.provider.createCharge(it));
    const endToEndId = await it.pay(brCode ?? '', { notify: 'never' });
    const charge = done(t, await it.provider.getCharge(it.txid)) as ProviderCharge;
    return { endToEndId, charge };
  };

  contract('a paid charge shows its Pix, and the Pix shows itself', {}, async (t, it) => {
    const { endToEndId, charge } = await paid(t, it);
    t.is(charge.status, 'concluded');
    const [element] = charge.payments;
    t.is(element?.kind, 'payment');
    if (element?.kind !== 'payment') return;
    t.like(element.payment, { endToEndId, txid: it.txid, amount: cents(3700), devolutions: [] });
    t.true(Math.abs(element.payment.settledAt.getTime() - Date.now()) < 60_000);
    t.deepEqual(done(t, await it.provider.getPayment(endToEndId)), element.payment);
    it.assertClean();
  });

  contract('cancel: an active charge is removed, a paid one is declined and stays', {}, async (t, it) => {
    done(t, await it.provider.createCharge(it));
    t.is(done(t, await it.provider.cancelCharge(it.txid)).status, 'removed_by_receiver');
    t.is(done(t, await it.provider.getCharge(it.txid))?.status, 'removed_by_receiver');
    t.is((await it.provider.cancelCharge(it.txid)).kind, 'declined');
    it.assertClean();
  });

  contract('cancel: a paid charge is declined and stays paid', {}, async (t, it) => {
    await paid(t, it);
    t.is((await it.provider.cancelCharge(it.txid)).kind, 'declined');
    t.is(done(t, await it.provider.getCharge(it.txid))?.status, 'concluded');
    it.assertClean();
  });

  contract('what the bank does not have is null, not an error', {}, async (t, it) => {
    t.is(done(t, await it.provider.getCharge(it.txid)), null);
    t.is(done(t, await it.provider.getPayment(`E00000000202611211000${'a'.repeat(11)}` as EndToEndId)), null);
    it.assertClean();
  });

  contract('a bank in maintenance has not said that a charge is absent', {}, async (t, it) => {
    await it.misbehave('is_unavailable', 'get', 1);
    t.like(await it.provider.getCharge(it.txid), { kind: 'unknown' });
    it.assertClean();
  });
}

function listing(contract: Contract): void {
  contract('settlements: every page is read, each Pix once', { pageSize: 2 }, async (t, it) => {
    const { brCode } = done(t, await it.provider.createCharge(it));
    const from = addMillis(new Date(), -60_000);
    const paid: string[] = [];
    for (let i = 0; i < 5; i += 1) paid.push(await it.pay(brCode ?? '', { notify: 'never', force: true }));
    const seen: string[] = [];
    for await (const page of it.provider.listSettlements({ from, to: addMillis(new Date(), 60_000) })) {
      t.true(page.length <= 2);
      seen.push(...page.map((element) => (element.kind === 'payment' ? element.payment.endToEndId : 'unreadable')));
    }
    t.deepEqual(seen.toSorted(), paid.toSorted());
    t.is(it.requests('list_settlements').length, 3);
    it.assertClean();
  });

  contract('settlements: a page that cannot be had is an error, never a short list', { pageSize: 1 }, async (t, it) => {
    const { brCode } = done(t, await it.provider.createCharge(it));
    for (let i = 0; i < 2; i += 1) await it.pay(brCode ?? '', { notify: 'never', force: true });
    const window = { from: addMillis(new Date(), -60_000), to: addMillis(new Date(), 60_000) };
    const read = async (): Promise<void> => {
      for await (const _page of it.provider.listSettlements(window)) {
        await it.misbehave('is_unavailable', 'list_settlements', 1);
      }
    };
    const error = await t.throwsAsync(read(), { instanceOf: SettlementsUnread });
    t.is(error?.outcome.kind, 'unknown');
    it.assertClean();
  });

  contract('settlements: nothing in the window is one empty page', {}, async (t, it) => {
    const pages: number[] = [];
    const window = { from: new Date(0), to: new Date(1_000) };
    for await (const page of it.provider.listSettlements(window)) pages.push(page.length);
    t.deepEqual(pages, [0]);
    it.assertClean();
  });
}

function noticing(contract: Contract): void {
  contract('notices: the registered address gets the Pix, registering again writes nothing', {}, async (t, it) => {
    t.is(done(t, await it.provider.registerNotificationUrl(it.noticeUrl)).url, it.noticeUrl);
    t.is(done(t, await it.provider.registerNotificationUrl(it.noticeUrl)).url, it.noticeUrl);
    const { brCode } = done(t, await it.provider.createCharge(it));
    const endToEndId = await it.pay(brCode ?? '');
    const body = await until('a notice', () => it.notices[0]);
    const [element] = it.provider.parseNotification(body);
    t.is(element?.kind === 'payment' ? element.payment.endToEndId : '', endToEndId);
    it.assertClean();
  });

  contract('notices: a batch with a stranger and a malformed element comes out whole', {}, async (t, it) => {
    done(t, await it.provider.registerNotificationUrl(it.noticeUrl));
    const { brCode } = done(t, await it.provider.createCharge(it));
    await it.misbehave('batches_strangers', 'notice', 1);
    const endToEndId = await it.pay(brCode ?? '');
    const elements = it.provider.parseNotification(await until('a notice', () => it.notices[0]));
    t.deepEqual(elements.map(({ kind }) => kind).toSorted(), ['payment', 'payment', 'unreadable']);
    t.true(elements.some((element) => element.kind === 'payment' && element.payment.endToEndId === endToEndId));
    it.assertClean({ byNotice: true });
  });
}

function guarding(contract: Contract): void {
  contract('a token that was taken back is renewed once, and the call succeeds', {}, async (t, it) => {
    done(t, await it.provider.createCharge(it));
    await it.revokeTokens();
    t.is(done(t, await it.provider.getCharge(it.txid))?.status, 'active');
    t.deepEqual(it.requests('get'), [401, 200]);
    t.is(it.requests('token').length, 2);
    it.assertClean();
  });

  contract('a bank that takes no token at all is asked twice, and the call was not sent', {}, async (t, it) => {
    await it.misbehave('refuses_every_token', 'create');
    t.is(reasonOf(await it.provider.createCharge(it)), 'unauthorized');
    t.deepEqual(it.requests('create'), [401, 401]);
    it.assertClean();
  });

  contract('a bank that gives no token: not sent, and nothing else is asked', {}, async (t, it) => {
    await it.misbehave('is_unavailable', 'token', 1);
    t.like(await it.provider.createCharge(it), { kind: 'not_sent', cause: { reason: 'server_error' } });
    t.deepEqual(it.requests('create'), []);
    done(t, await it.provider.createCharge(it));
    it.assertClean();
  });

  contract('fifty calls at once share one token', {}, async (t, it) => {
    const outcomes = await Promise.all(Array.from({ length: 50 }, () => it.provider.getCharge(it.txid)));
    t.true(outcomes.every(({ kind }) => kind === 'done'));
    t.is(it.requests('token').length, 1);
    it.assertClean();
  });

  contract('a rate limit is respected: nothing is sent until the time is over', {}, async (t, it) => {
    await it.misbehave('rate_limits', 'get', 1);
    const first = await it.provider.getCharge(it.txid);
    t.is(reasonOf(first), 'rate_limited');
    t.true(first.kind === 'not_sent' && (first.cause.retryAfterSeconds ?? 0) >= 1);
    t.is(reasonOf(await it.provider.createCharge(it)), 'rate_limited');
    t.deepEqual([it.requests('get'), it.requests('create')], [[429], []]);
    await until('the bank may be asked again', async () => (await it.provider.getCharge(it.txid)).kind === 'done');
    it.assertClean();
  });

  contract(
    'breaker: failures in a row open it, then nothing is sent; one success closes it',
    { breaker: { failures: 3, halfOpenAfterMs: 300 } },
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

  contract(
    'breaker: refusals of the bank never open it',
    { breaker: { failures: 2, halfOpenAfterMs: 60_000 } },
    async (t, it) => {
      await it.misbehave('refuses_the_request', 'create', 4);
      for (let i = 0; i < 4; i += 1) t.is((await it.provider.createCharge(it)).kind, 'declined');
      t.is(done(t, await it.provider.createCharge(it)).status, 'active');
      it.assertClean();
    },
  );

  contract('the deadline holds: a hanging bank is left in time', { deadlineMs: 200 }, async (t, it) => {
    await it.misbehave('hangs', 'get');
    const startedAt = performance.now();
    t.like(await it.provider.getCharge(it.txid, { deadlineMs: 200 }), { cause: { reason: 'deadline' } });
    t.true(performance.now() - startedAt < 1_000);
    it.assertClean();
  });
}
