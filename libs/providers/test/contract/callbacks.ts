import { until } from '@gx/testkit';
import { done, type Rule } from './rule.ts';

/** What the bank tells us by itself. */
export function callbackRules(rule: Rule): void {
  rule('callbacks: the registered address gets the Pix, registering again writes nothing', {}, async (t, it) => {
    t.is(done(t, await it.provider.registerCallbackUrl(it.callbackUrl)).url, it.callbackUrl);
    t.is(done(t, await it.provider.registerCallbackUrl(it.callbackUrl)).url, it.callbackUrl);
    const { brCode } = done(t, await it.provider.createCharge(it));
    const endToEndId = await it.pay(brCode ?? '');
    const body = await until('a callback', () => it.callbacks[0]);
    const [element] = it.provider.parseCallback(body);
    t.is(element?.kind === 'payment' ? element.payment.endToEndId : '', endToEndId);
    it.assertClean();
  });

  rule('callbacks: a batch with a stranger and a malformed element comes out whole', {}, async (t, it) => {
    done(t, await it.provider.registerCallbackUrl(it.callbackUrl));
    const { brCode } = done(t, await it.provider.createCharge(it));
    await it.misbehave('batches_strangers', 'callback', 1);
    const endToEndId = await it.pay(brCode ?? '');
    const elements = it.provider.parseCallback(await until('a callback', () => it.callbacks[0]));
    t.deepEqual(elements.map(({ kind }) => kind).toSorted(), ['payment', 'payment', 'unreadable']);
    t.true(elements.some((element) => element.kind === 'payment' && element.payment.endToEndId === endToEndId));
    it.assertClean({ byCallback: true });
  });
}
