import { until } from '@gx/testkit';
import { done, type Rule } from './rule.ts';

/** What the bank tells us by itself. */
export function noticeRules(rule: Rule): void {
  rule('notices: the registered address gets the Pix, registering again writes nothing', {}, async (t, it) => {
    t.is(done(t, await it.provider.registerNotificationUrl(it.noticeUrl)).url, it.noticeUrl);
    t.is(done(t, await it.provider.registerNotificationUrl(it.noticeUrl)).url, it.noticeUrl);
    const { brCode } = done(t, await it.provider.createCharge(it));
    const endToEndId = await it.pay(brCode ?? '');
    const body = await until('a notice', () => it.notices[0]);
    const [element] = it.provider.parseNotification(body);
    t.is(element?.kind === 'payment' ? element.payment.endToEndId : '', endToEndId);
    it.assertClean();
  });

  rule('notices: a batch with a stranger and a malformed element comes out whole', {}, async (t, it) => {
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
