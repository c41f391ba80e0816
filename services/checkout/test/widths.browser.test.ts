import { until } from '@gx/testkit';
import { startBrowser } from '@gx/testkit/browser';
import test from 'ava';
import type { BrowserContextOptions } from 'playwright-core';
import { DESKTOP, inPage, meetsWcag, opener, PHONE, textOf, untilTitle } from './browser.ts';
import { BR_CODE, type Change } from './charge-stand-in.ts';
import { startRig } from './rig.ts';

/** The page as payers' devices show it: five widths, a slow network, no script. */
const rig = await startRig();
const browser = await startBrowser();
test.after.always('everything stops', async () => {
  await browser.close();
  await rig.stop();
});
const open = opener(rig, browser);

const SCREENS: Readonly<Record<number, BrowserContextOptions>> = {
  320: { ...PHONE, viewport: { width: 320, height: 568 } },
  390: PHONE,
  768: { ...PHONE, viewport: { width: 768, height: 1024 } },
  1024: { ...DESKTOP, viewport: { width: 1024, height: 768 } },
  1440: { ...DESKTOP, viewport: { width: 1440, height: 900 } },
};
const TEST_CHARGE: Change = {
  livemode: false,
  simulated: true,
  description: `Pedido 7: ${'bolo de cenoura, '.repeat(20)}${'x'.repeat(120)}`,
  expectedPayer: 'CNPJ **.ABC.345/01DE-**',
  returnUrl: 'https://loja.example/',
};
const SHOWN: Readonly<Record<string, Change>> = {
  'to be paid': TEST_CHARGE,
  'with money that went back': { ...TEST_CHARGE, returnReason: 'AMOUNT_MISMATCH' },
  'refunded to a stranger': { ...TEST_CHARGE, status: 'REFUNDED', returnReason: 'PAYER_MISMATCH' },
  paid: { ...TEST_CHARGE, status: 'PAID' },
};
for (const [width, as] of Object.entries(SCREENS)) {
  for (const [state, change] of Object.entries(SHOWN)) {
    test.serial(`at ${width} pixels a charge ${state} meets WCAG 2.2 AA and fits, light and dark`, async (t) => {
      const { page, faults } = await open(t, { as, change });
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        await meetsWcag(t, page);
      }
      if (change.status === undefined) {
        const isWide = Number(width) >= 768;
        t.is(await page.locator('.qr').isVisible(), isWide, 'the QR stands behind a button where the code is copied');
        t.is(await page.locator('.scan summary').isVisible(), !isWide);
        const { height = 0 } = (await page.locator('.to-copy input').boundingBox()) ?? {};
        t.true(height > 0 && height < 56, `the code is one line: ${height} pixels`);
      }
      t.deepEqual(faults, []);
    });
  }
}

test.serial('on a slow network the page is whole with its first answer, and copies at once', async (t) => {
  const context = await browser.newContext({ ...PHONE, permissions: ['clipboard-read', 'clipboard-write'] });
  t.teardown(() => context.close());
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  // A mobile network at its edge.
  const bytesPerSecond = (50 * 1_024) / 8;
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 2_000,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  });
  const requests: string[] = [];
  page.on('request', (request) => requests.push(new URL(request.url()).pathname));
  const id = rig.charge.add({ ...TEST_CHARGE, simulated: false });
  await page.goto(`${rig.url}/${id}`, { waitUntil: 'commit' });
  await page.locator('.to-copy button').waitFor();
  await page.locator('.to-copy button').tap();
  await until('it is copied', async () => (await textOf(page, '.copied')) !== '');
  t.is(await inPage(page, 'navigator.clipboard.readText()'), BR_CODE);
  await page.locator('.scan summary').tap();
  t.true(await page.locator('.qr').isVisible());
  t.deepEqual(
    requests.filter((path) => !['/favicon.svg', `/${id}/events`, `/${id}/status`].includes(path)),
    [`/${id}`],
    'one answer is all that paying needs',
  );
});

for (const [name, javaScriptEnabled] of [
  ['with', true],
  ['without', false],
] as const) {
  test.serial(`${name} script the button pays a test charge, and the page says so`, async (t) => {
    const { page, id, faults } = await open(t, { as: { ...PHONE, javaScriptEnabled }, change: TEST_CHARGE });
    await page.getByRole('button', { name: 'Pagar como teste' }).tap();
    await untilTitle(page, 'Pagamento confirmado');
    t.is(new URL(page.url()).pathname, `/${id}`);
    t.is(await page.locator('form').count(), 0);
    t.true(await page.getByRole('link', { name: 'Voltar para a loja' }).isVisible());
    t.deepEqual(faults, []);
  });
}

test.serial('a form of another site that names the button of a charge pays nothing', async (t) => {
  const id = rig.charge.add(TEST_CHARGE);
  const page = await browser.newPage();
  t.teardown(() => page.close());
  // The same server by another name is another site.
  const elsewhere = rig.url.replace('127.0.0.1', 'localhost');
  await page.route(`${elsewhere}/`, (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<form method="post" action="${rig.url}/${id}/test_payment"><button>Win</button></form>`,
    }),
  );
  await page.goto(`${elsewhere}/`);
  await page.getByRole('button').click();
  await page.waitForURL(`${rig.url}/${id}/test_payment`);
  t.is(await textOf(page, 'h1'), 'Cobrança não encontrada');
  t.deepEqual(rig.charge.queries.testPayments.includes(id), false);
});

test.serial('money goes back while the page is open: the page says why, and the code stays', async (t) => {
  const { page, id, faults } = await open(t);
  t.false(await page.locator('#returned').isVisible());
  rig.charge.change(id, { returnReason: 'AMOUNT_MISMATCH' });
  await page.locator('#returned').waitFor();
  t.regex(await textOf(page, '#returned'), /^Chegou um pagamento com um valor diferente do cobrado\. /);
  t.is(await page.locator('.to-copy input').inputValue(), BR_CODE);
  t.deepEqual(faults, []);
});
