import { randomUUID } from 'node:crypto';
import { until } from '@gx/testkit';
import { PATIENTLY } from '../merchant.ts';
import { becomes, chargeOf, PAID, type Payment, read } from '../payment.ts';
import { netOf, openShop } from '../shop.ts';
import { test } from './one-product.ts';

test.serial(
  'several methods: the payer sees each within 3 s, pays by one, and who pays by another gets it back',
  async (t) => {
    const shop = await openShop(t.context.stack, t.context.sink);
    const paymentMethods = ['BOLETO', 'PIX', 'CREDIT_CARD'];
    const body = { amount: 10_000, paymentMethods, idempotencyKey: randomUUID() };
    const begun = performance.now();
    const created = await shop.send('POST', '/v1/payments', { body });
    t.like(created.body, { status: 'WAITING_PAYMENT', paymentMethods });
    const { id } = created.body as unknown as Payment;
    const open = await until(
      'each method is shown',
      async () => {
        const now = await read(shop, id);
        return now['boletoLine'] !== null && now['cardRedirectUrl'] !== null && now;
      },
      PATIENTLY,
    );
    t.log(`each shown after ${Math.round(performance.now() - begun)} ms`);
    t.true(performance.now() - begun < 3_000);
    t.regex(String(open['pixCopyPaste']), /^000201/);
    const page = await (await fetch(String((await shop.get(chargeOf(id))).body.checkout_url))).text();
    for (const [name, wanted] of [
      ['Pix', 'pixCopyPaste'],
      ['Boleto', 'boletoLine'],
      ['Cartão de crédito', 'cardRedirectUrl'],
    ] as const) {
      t.true(page.includes(`<summary>${name}</summary>`), name);
      t.true(page.includes(String(open[wanted]).replaceAll('&', '&amp;')), wanted);
    }
    const played = { outcome: 'approved', payment_method: 'BOLETO' };
    const path = `/v1/test_helpers/charges/${id}/simulate_outcome`;
    t.like((await shop.send('POST', path, { body: played })).body, { accepted: true });
    t.like(await becomes(shop, id, 'PAID'), { paidWith: 'BOLETO', paymentMethods });
    await shop.untilWebhooks(chargeOf(id), PAID);
    // Who pays once more, by another of them, gets it back the way it came.
    const again = { outcome: 'approved', payment_method: 'CREDIT_CARD', force: true };
    t.like((await shop.send('POST', path, { body: again })).body, { accepted: true });
    const books = await until(
      'the second payment is given back',
      async () => {
        const { body: now } = await shop.send('GET', `/v1/test_helpers/charges/${id}/bank`);
        return (now['refunds'] as { status: string }[] | undefined)?.[0]?.status === 'refunded' && now;
      },
      PATIENTLY,
    );
    t.like(books, { pix: { length: 2 }, refunds: { length: 1, 0: { amount: 10_000 } } } as object);
    t.like((await shop.send('GET', '/v1/wallets/balance?currency=BRL')).body, { available: netOf(10_000) });
  },
);
