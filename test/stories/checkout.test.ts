import { until } from '@gx/testkit';
import { startBrowser } from '@gx/testkit/browser';
import anyTest, { type TestFn } from 'ava';
import { PATIENTLY } from './merchant.ts';
import { type Stack, startStack } from './stack.ts';

type Context = { readonly stack: Stack; readonly browser: Awaited<ReturnType<typeof startBrowser>> };
const test = anyTest as TestFn<Context>;

test.before(async (t) => {
  const [stack, browser] = await Promise.all([startStack(), startBrowser()]);
  t.context = { stack, browser };
});
test.after.always(async (t) => {
  await t.context.browser?.close();
  await t.context.stack?.stop();
});

test('a payer opens checkout_url, pays while it is open, sees it confirmed, and is led back to the shop', async (t) => {
  const { stack, browser } = t.context;
  const { merchant } = stack;
  const returnUrl = 'https://loja.example/pedidos/7';
  const { status, body: charge } = await merchant.create({ metadata: { returnUrl, order: 7 } });
  t.is(status, 201);
  t.deepEqual(charge.metadata, { order: 7 });
  t.is(charge.checkout_url, `${stack.checkout}/${charge.id.slice(3)}`);

  const page = await browser.newPage({ locale: 'pt-BR' });
  await page.goto(charge.checkout_url);
  t.regex((await page.locator('h1').textContent()) ?? '', /Loja Demo.*R\$\s10,50/);
  t.is(await page.locator('.to-copy input').inputValue(), charge.pix?.br_code ?? '');
  t.true(await page.locator('.test').isVisible(), 'a test charge says so');
  t.is(await page.getByRole('link', { name: 'Voltar para a loja' }).getAttribute('href'), returnUrl);

  t.is((await merchant.pay(charge.id)).status, 202);
  const title = () => page.locator('h2').textContent();
  await until('the page says that it is paid', async () => (await title()) === 'Pagamento confirmado', PATIENTLY);
  // What the page says, the merchant's own read says too: it is in the wallet.
  t.is((await merchant.get(charge.id)).body.status, 'paid');
  t.is(await page.locator('.to-copy input').count(), 0);
  t.is((await fetch(`${stack.checkout}/019a0000-0000-7000-8000-000000000000`)).status, 404);
});

test('a tester presses the button of a locked charge: it is paid by whom the lock names, and the merchant has the money', async (t) => {
  const { stack, browser } = t.context;
  const { merchant } = stack;
  const { status, body: charge } = await merchant.create({
    description: 'Pedido 8',
    customer: { name: 'Ana Souza' },
    expected_payer_tax_id: '52998224725',
  });
  t.is(status, 201);
  const page = await browser.newPage({ locale: 'pt-BR' });
  await page.goto(charge.checkout_url);
  t.is(await page.locator('.description').textContent(), 'Pedido 8');
  t.is(await page.locator('.lock strong').textContent(), 'CPF ***.982.247-**');
  await page.getByRole('button', { name: 'Pagar como teste' }).click();
  const title = () => page.locator('h2').textContent();
  await until('the page says that it is paid', async () => (await title()) === 'Pagamento confirmado', PATIENTLY);
  t.is((await merchant.get(charge.id)).body.status, 'paid');
});

test('a charge expires while its page is open: the code goes, and the page says so by itself', async (t) => {
  t.timeout(240_000);
  const { merchant } = t.context.stack;
  // The shortest there is.
  const { status, body: charge } = await merchant.create({ expires_in: 60 });
  t.is(status, 201);
  const page = await t.context.browser.newPage({ locale: 'pt-BR' });
  const opened: string[] = [];
  page.on('framenavigated', (frame) => opened.push(frame.url()));
  await page.goto(charge.checkout_url);
  t.is(await page.locator('.to-copy input').inputValue(), charge.pix?.br_code ?? '');
  const title = () => page.locator('h2').textContent();
  const untilShown = (words: string) =>
    until(`the page says: ${words}`, async () => (await title()) === words, { timeoutMs: 120_000, everyMs: 100 });
  await untilShown('Esta cobrança expirou');
  t.true(Date.now() >= Date.parse(charge.pix?.expires_at ?? ''), 'not before its time');
  t.false((await page.content()).includes(charge.pix?.br_code ?? ''));
  t.is(await page.locator('.qr').count(), 0);
  t.is((await merchant.get(charge.id)).body.status, 'expired');
  t.deepEqual(opened, [charge.checkout_url], 'nobody opened it again');
});
