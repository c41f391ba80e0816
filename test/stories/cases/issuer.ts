import { createOrder } from '../order.ts';
import { becomes, chargeOf, read } from '../payment.ts';
import { netOf, openShop } from '../shop.ts';
import { test } from './one-product.ts';

const RETURN_URL = 'https://shop.example/orders/7?from=issuer';
const EMPTY = { available: 0, pending: 0, retained: 0 };

// biome-ignore format: one row per decision of the issuer, read as a table
const DECISIONS = {
  approved: { status: 'APPROVED', shown: 'paid',   available: netOf(10_000), webhooks: ['charge.paid', 'payment.completed'] },
  refused:  { status: 'REFUSED',  shown: 'failed', available: 0,             webhooks: ['charge.failed', 'payment.failed'] },
} as const;

for (const [outcome, { status, shown, available, webhooks }] of Object.entries(DECISIONS)) {
  test.serial(
    `a card whose payer goes to the issuer is PROCESSING; ${outcome} there it is ${status}, and the payer is sent back to the shop`,
    async (t) => {
      const shop = await openShop(t.context.stack, t.context.sink);
      const metadata = { returnUrl: RETURN_URL, order: 7 };
      const { id } = await createOrder(t, shop, 'CREDIT_CARD', { currency: 'BRL', metadata });
      const open = await read(shop, id);
      t.like(open, { status: 'WAITING_PAYMENT', metadata: { order: 7 } });
      const issuer = String(open['cardRedirectUrl']);

      const page = await fetch(issuer);
      t.is(page.status, 200);
      t.true((await page.text()).includes(`value="${outcome}"`));
      await becomes(shop, id, 'PROCESSING');
      t.is((await shop.get(chargeOf(id))).body.status, 'processing');
      t.deepEqual(await shop.wallet(), EMPTY);

      const decided = await fetch(issuer, {
        method: 'POST',
        body: new URLSearchParams({ outcome }),
        redirect: 'manual',
      });
      t.deepEqual([decided.status, decided.headers.get('location')], [303, RETURN_URL]);
      await becomes(shop, id, status);
      t.is((await shop.get(chargeOf(id))).body.status, shown);
      await shop.untilWebhooks(chargeOf(id), ['charge.created', 'payment.created', ...webhooks]);
      t.deepEqual(await shop.wallet(), { ...EMPTY, available });
      // What was decided stays decided, and nobody is led there any more.
      t.false((await (await fetch(issuer)).text()).includes('<form'));
      t.like(await read(shop, id), { status, paidWith: status === 'APPROVED' ? 'CREDIT_CARD' : null });
    },
  );
}
