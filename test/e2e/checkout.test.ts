import { findChromium } from '@gx/stack';
import { until } from '@gx/testkit';
import test from 'ava';
import { chromium } from 'playwright-core';
import { PATIENTLY } from './merchant.ts';
import { startStack } from './stack.ts';

test('a payer opens checkout_url, pays while it is open, sees it confirmed, and is led back to the shop', async (t) => {
  const source = await findChromium();
  if (!source.ok) return t.fail(`no browser; looked for ${source.lookedFor.join(', ')}`);
  const { executable, env } = await source.get();
  const stack = await startStack();
  t.teardown(stack.stop);
  const browser = await chromium.launch({
    executablePath: executable,
    env: { ...process.env, ...env } as Record<string, string>,
    args: ['--no-sandbox'],
  });
  t.teardown(() => browser.close());

  const { merchant } = stack;
  const returnUrl = 'https://loja.example/pedidos/7';
  const { status, body: charge } = await merchant.create({ metadata: { returnUrl, order: 7 } });
  t.is(status, 201);
  t.deepEqual(charge.metadata, { order: 7 });
  t.is(charge.checkout_url, `${stack.checkout}/${charge.id.slice(3)}`);

  const page = await browser.newPage({ locale: 'pt-BR' });
  await page.goto(charge.checkout_url);
  t.regex((await page.locator('h1').textContent()) ?? '', /Loja Demo.*R\$\s10,50/);
  t.is(await page.locator('.to-copy textarea').inputValue(), charge.pix?.br_code ?? '');
  t.true(await page.locator('.test').isVisible(), 'a test charge says so');
  t.is(await page.getByRole('link', { name: 'Voltar para a loja' }).getAttribute('href'), returnUrl);

  t.is((await merchant.pay(charge.id)).status, 202);
  const title = () => page.locator('h2').textContent();
  await until('the page says that it is paid', async () => (await title()) === 'Pagamento confirmado', PATIENTLY);
  // What the page says, the merchant's own read says too: it is in the wallet.
  t.is((await merchant.get(charge.id)).body.status, 'paid');
  t.is(await page.locator('.to-copy textarea').count(), 0);
  t.is((await fetch(`${stack.checkout}/019a0000-0000-7000-8000-000000000000`)).status, 404);
});
