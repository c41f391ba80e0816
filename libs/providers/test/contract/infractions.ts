import { cents } from '@gx/core';
import type { ExecutionContext } from 'ava';
import { ListUnread, NOT_SUPPORTED, type PixProvider, type ProviderInfraction } from '../../src/index.ts';
import { done, LOST_ANSWERS, paidCharge, type Rule, reasonOf } from './rule.ts';

const ALWAYS = { from: new Date('2020-01-01T00:00:00Z'), to: new Date('2100-01-01T00:00:00Z') };

async function listed(provider: PixProvider, call = {}): Promise<ProviderInfraction[]> {
  const found: ProviderInfraction[] = [];
  for await (const page of provider.listInfractions(ALWAYS, call))
    for (const element of page) if (element.kind === 'infraction') found.push(element.infraction);
  return found;
}
const unread = async (t: ExecutionContext, list: Promise<unknown>) =>
  (await t.throwsAsync(list, { instanceOf: ListUnread }))?.outcome;

/** Infraction reports, where a bank tells of them. */
export function infractionRules(rule: Rule): void {
  rule('infractions: what a payer contests is listed, every page of it', { pageSize: 2 }, async (t, it) => {
    t.true(it.provider.capabilities().infractions);
    t.deepEqual(await listed(it.provider), []);
    const endToEndId = await paidCharge(t, it);
    const ids = [];
    for (const amount of [100, 200, 300]) ids.push(await it.contest(endToEndId, { amount: cents(amount) }));
    const all = await listed(it.provider);
    t.deepEqual(all.map(({ id }) => id).toSorted(), ids.toSorted());
    const [first] = all;
    t.like(first, { endToEndId, status: 'open', reason: 'fraud' });
    t.true((first?.evidenceDueBy?.getTime() ?? 0) > Date.now());
    t.truthy(first?.updatedAt);
    t.true(it.requests('list_infractions').length >= 3);
    it.assertClean();
  });

  rule('infractions: how the bank decides is listed', {}, async (t, it) => {
    const endToEndId = await paidCharge(t, it);
    await it.contest(endToEndId, { reason: 'operational' });
    await it.contest(endToEndId, { outcome: 'lost', amount: cents(100) });
    await it.contest(endToEndId, { outcome: 'won', amount: cents(100) });
    const states = (await listed(it.provider)).map(({ reason, status }) => [reason, status]);
    t.deepEqual(states.toSorted(), [
      ['fraud', 'rejected'],
      ['operational', 'accepted'],
    ]);
    it.assertClean();
  });

  rule('infractions: a defence is taken once, and the report shows it', {}, async (t, it) => {
    const id = await it.contest(await paidCharge(t, it));
    const body = it.provider.defenceRequest({ accepts: false, text: 'Entregue em 3 de novembro.' });
    t.like(done(t, await it.provider.submitDefence({ id, body })), { id, status: 'under_review' });
    t.like(await listed(it.provider), [{ id, status: 'under_review' }]);
    t.like(await it.provider.submitDefence({ id, body }), { kind: 'declined', code: 'infracao_nao_permite_defesa' });
    t.like(await it.provider.submitDefence({ id: 'nobody', body }), { kind: 'declined' });
    it.assertClean();
  });

  rule('infractions: a report that is accepted is decided', {}, async (t, it) => {
    const id = await it.contest(await paidCharge(t, it));
    const body = it.provider.defenceRequest({ accepts: true, text: '' });
    t.like(done(t, await it.provider.submitDefence({ id, body })), { id, status: 'accepted' });
    it.assertClean();
  });

  for (const [how, reason, happened] of LOST_ANSWERS) {
    rule(`infractions: a defence whose bank ${how} may have been taken; the report says`, {}, async (t, it) => {
      const id = await it.contest(await paidCharge(t, it));
      const body = it.provider.defenceRequest({ accepts: false, text: 'Entregue.' });
      await it.misbehave(how, 'submit_defence', 1);
      const outcome = await it.provider.submitDefence({ id, body }, { deadlineMs: 1_000 });
      t.deepEqual([outcome.kind, reasonOf(outcome)], ['unknown', reason]);
      t.like(await listed(it.provider), [{ id, status: happened ? 'under_review' : 'open' }]);
      it.assertClean({ byBank: how === 'answers_html' });
    });
  }

  rule('infractions: a list that cannot be read is no empty list', {}, async (t, it) => {
    await it.misbehave('is_unavailable', 'list_infractions', 1);
    t.like(await unread(t, listed(it.provider)), { kind: 'unknown' });
    await it.misbehave('answers_html', 'list_infractions', 1);
    t.like(await unread(t, listed(it.provider)), { kind: 'unknown', cause: { reason: 'unreadable_answer' } });
    t.deepEqual(await listed(it.provider), []);
    it.assertClean({ byBank: true });
  });

  rule('infractions: a bank that lists none is not called', { plain: true }, async (t, it) => {
    t.false(it.provider.capabilities().infractions);
    t.like(await unread(t, listed(it.provider)), { kind: 'declined', code: NOT_SUPPORTED });
    const body = it.provider.defenceRequest({ accepts: true, text: '' });
    t.like(await it.provider.submitDefence({ id: 'x', body }), { kind: 'declined', code: NOT_SUPPORTED });
    t.deepEqual([it.requests('list_infractions'), it.requests('token')], [[], []]);
    it.assertClean();
  });

  rule('infractions: a callback names the report, and nothing in it is believed', {}, async (t, it) => {
    done(t, await it.provider.registerCallbackUrl(it.callbackUrl));
    const id = await it.contest(await paidCharge(t, it), { notify: 'now' });
    for (let waits = 0; it.callbacks.length === 0 && waits < 200; waits += 1)
      await new Promise((resolve) => setTimeout(resolve, 25));
    const [element] = it.provider.parseCallback(it.callbacks[0] ?? '');
    t.like(element, { kind: 'infraction', infractionId: id });
    it.assertClean();
  });
}
