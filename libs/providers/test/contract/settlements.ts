import { addMillis } from '@gx/core';
import { ListUnread } from '../../src/index.ts';
import { done, type Rule } from './rule.ts';

/** All of the money, or an error. */
export function settlementRules(rule: Rule): void {
  rule('settlements: every page is read, each Pix once', { pageSize: 2 }, async (t, it) => {
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

  rule('settlements: a page that cannot be had is an error, never a short list', { pageSize: 1 }, async (t, it) => {
    const { brCode } = done(t, await it.provider.createCharge(it));
    for (let i = 0; i < 2; i += 1) await it.pay(brCode ?? '', { notify: 'never', force: true });
    const window = { from: addMillis(new Date(), -60_000), to: addMillis(new Date(), 60_000) };
    const read = async (): Promise<void> => {
      for await (const _page of it.provider.listSettlements(window)) {
        await it.misbehave('is_unavailable', 'list_settlements', 1);
      }
    };
    const error = await t.throwsAsync(read(), { instanceOf: ListUnread });
    t.is(error?.outcome.kind, 'unknown');
    it.assertClean();
  });

  rule('settlements: nothing in the window is one empty page', {}, async (t, it) => {
    const pages: number[] = [];
    const window = { from: new Date(0), to: new Date(1_000) };
    for await (const page of it.provider.listSettlements(window)) pages.push(page.length);
    t.deepEqual(pages, [0]);
    it.assertClean();
  });
}
