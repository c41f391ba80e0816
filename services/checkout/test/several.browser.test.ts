import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { until } from '@gx/testkit';
import { startBrowser } from '@gx/testkit/browser';
import test from 'ava';
import type { Browser, Page } from 'playwright-core';
import { DESKTOP, inPage, meetsWcag, NARROW, opener, PHONE, textOf, untilTitle } from './browser.ts';
import { BR_CODE, type Change } from './charge-stand-in.ts';
import { get, startRig } from './rig.ts';

/** Charges of several methods: the page lets their payer choose. */
const rig = await startRig();
const browser: Browser = await startBrowser();
test.after.always('everything stops', async () => {
  await browser.close();
  await rig.stop();
});
const open = opener(rig, browser);

const LINE = '34191790010104351004791020150008100010000199000';
const CARD = { paymentMethod: 'CREDIT_CARD', order: { expiresAtMs: 0, redirectUrl: 'https://issuer.example/3ds' } };
const BOLETO = { paymentMethod: 'BOLETO', order: { expiresAtMs: 0, line: LINE } };
const THREE: Change = { methods: ['PIX', 'CREDIT_CARD', 'BOLETO'], otherOrders: [CARD, BOLETO] };
const CARD_FAILED: Change = { methods: ['PIX', 'BOLETO'], otherOrders: [BOLETO], failedMethods: ['CREDIT_CARD'] };

/** Of a method; the QR of Pix stands behind one of its own. */
const NAMES = 'details[name] > summary';
const shown = (page: Page): Promise<string[]> => page.locator(NAMES).allTextContents();
const openWays = (page: Page) => page.locator('details[name][open] > summary').allTextContents();

test('every method is there behind its name, the first one open, under one deadline, in both languages', async (t) => {
  const id = rig.charge.add(THREE);
  for (const [lang, choose, names] of [
    ['pt-BR', 'Escolha uma das formas abaixo e pague uma só vez.', ['Pix', 'Cartão de crédito', 'Boleto']],
    ['en', 'Choose one of the ways below and pay only once.', ['Pix', 'Credit card', 'Boleto']],
  ] as const) {
    const { text } = await get(`${rig.url}/${id}?lang=${lang}`);
    t.true(text.includes(`<p id="text">${choose}</p>`), lang);
    t.deepEqual(
      [...text.matchAll(/<details name="way"( open)?><summary>([^<]+)</g)].map(([, isOpen, name]) => [name, isOpen]),
      names.map((name, nth) => [name, nth === 0 ? ' open' : undefined]),
    );
    t.regex(text, lang === 'en' ? /two working days to be confirmed/ : /levar até dois dias úteis/);
    for (const wanted of [`value="${BR_CODE}"`, `>${LINE}</textarea>`, 'href="https://issuer.example/3ds"'])
      t.true(text.includes(wanted), wanted);
    t.is(text.split('<time').length, 2, 'the end is shown once');
    for (const [, name] of text.matchAll(/\sid="([^"]+)"/g)) t.is(text.split(` id="${name}"`).length, 2, name);
  }
});

test('a charge of which one method is paid in Portugal shows its deadline in Lisbon’s time', async (t) => {
  const { text } = await get(
    `${rig.url}/${rig.charge.add({
      ...CARD,
      currency: 'EUR',
      methods: ['CREDIT_CARD', 'MBWAY'],
      otherOrders: [{ paymentMethod: 'MBWAY', order: { expiresAtMs: 0 } }],
    })}`,
  );
  t.true(text.includes('horário de Lisboa'));
  t.regex(text, /<summary>Cartão de crédito<.*<summary>MB WAY</s);
});

test('a method that this page does not know is left out, and one that is left is shown as the only one', async (t) => {
  const later = { paymentMethod: 'OF_A_LATER_VERSION', order: { expiresAtMs: 0, line: LINE } };
  const { text } = await get(
    `${rig.url}/${rig.charge.add({ methods: ['PIX', 'OF_A_LATER_VERSION'], otherOrders: [later] })}`,
  );
  t.true(text.includes(BR_CODE));
  t.true(text.includes('Pague com Pix no app do seu banco.'));
  t.notRegex(text, /<details name|<[^>]*>[^<]*LATER/);
  t.false(text.includes(LINE));
});

test('once it cannot be paid no way is left, and none is shown as failed', async (t) => {
  for (const end of [{ status: 'PAID' }, { status: 'EXPIRED' }, { confirming: true }] as const) {
    const { text } = await get(`${rig.url}/${rig.charge.add({ ...CARD_FAILED, ...end, methods: [] })}`);
    t.false(text.includes('<details') || text.includes(LINE) || text.includes(BR_CODE), JSON.stringify(end));
    t.false(text.includes('não foi aceito.'), JSON.stringify(end));
  }
});

test('the page and its script receive the same methods, and of a charge of one method none', async (t) => {
  const id = rig.charge.add(THREE);
  const body = JSON.parse((await get(`${rig.url}/${id}/status`)).text) as { methods?: string };
  t.is(body.methods, 'PIX CREDIT_CARD BOLETO');
  t.true((await get(`${rig.url}/${id}`)).text.includes(' data-methods="PIX CREDIT_CARD BOLETO"'));
  const single = rig.charge.add();
  t.false('methods' in JSON.parse((await get(`${rig.url}/${single}/status`)).text));
  t.false((await get(`${rig.url}/${single}`)).text.includes('data-methods'));
});

test.serial('ways that are opened while the page is open appear without a hand', async (t) => {
  const { page, id, faults } = await open(t, { change: { methods: ['PIX'] } });
  t.deepEqual(await shown(page), []);
  rig.charge.change(id, THREE);
  await page.locator(NAMES).nth(2).waitFor();
  t.deepEqual(await shown(page), ['Pix', 'Cartão de crédito', 'Boleto']);
  t.deepEqual(faults, []);
});

test.serial('a way that fails goes, and a message says so, while the others stay', async (t) => {
  const { page, id, faults } = await open(t, { change: THREE });
  rig.charge.change(id, CARD_FAILED);
  await page.locator('.failed').waitFor();
  t.is(await textOf(page, '.failed'), 'Cartão de crédito: o pagamento não foi aceito.');
  t.deepEqual(await shown(page), ['Pix', 'Boleto']);
  rig.charge.change(id, {
    ...CARD_FAILED,
    methods: ['PIX'],
    otherOrders: [],
    failedMethods: ['CREDIT_CARD', 'BOLETO'],
  });
  await until('the boleto has gone, too', async () => (await page.locator('.failed').count()) === 2);
  t.deepEqual(await shown(page), []);
  t.is(await page.locator('.to-copy input').inputValue(), BR_CODE);
  t.deepEqual(faults, []);
});

test.serial('the way to an issuer that is slow to answer is not cut off because another way has come', async (t) => {
  let isUpdated = false;
  let id = '';
  const server = createServer(async (_request, response) => {
    rig.charge.change(id, THREE);
    await until('the page has the change', () => isUpdated);
    response.setHeader('content-type', 'text/html').end('<h1>Issuer</h1>');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => server.close());
  const redirectUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/3ds`;
  const card = { ...CARD, order: { expiresAtMs: 0, redirectUrl } };
  const two: Change = { livemode: false, methods: ['PIX', 'CREDIT_CARD'], otherOrders: [card] };
  const context = await browser.newContext(PHONE);
  t.teardown(() => context.close());
  const page = await context.newPage();
  page.on('console', (line) => {
    isUpdated ||= line.text().includes('PIX CREDIT_CARD BOLETO');
  });
  await page.addInitScript(
    'const Source = EventSource; window.EventSource = function (url) { const source = new Source(url); source.addEventListener("message", ({ data }) => console.info(data)); return source; }; EventSource.CLOSED = 2; EventSource.OPEN = 1;',
  );
  id = rig.charge.add(two);
  await page.goto(`${rig.url}/${id}`);
  await page.locator(NAMES).nth(1).tap();
  await page.getByRole('link', { name: 'Continuar no emissor do cartão' }).tap({ noWaitAfter: true });
  await page.waitForURL(redirectUrl);
  t.is(await page.locator('h1').textContent(), 'Issuer');
});

test.serial(
  'keyboard only: each way is opened by its name, one at a time, and what it has to copy is copied',
  async (t) => {
    const { page } = await open(t, {
      as: { ...DESKTOP, permissions: ['clipboard-read', 'clipboard-write'] },
      change: THREE,
    });
    t.deepEqual(await openWays(page), ['Pix']);
    await page.locator(NAMES, { hasText: 'Boleto' }).focus();
    await page.keyboard.press('Enter');
    t.deepEqual(await openWays(page), ['Boleto']);
    await page.keyboard.press('Tab');
    t.is(await inPage(page, 'document.activeElement.textContent'), 'Copiar linha digitável');
    await page.keyboard.press('Enter');
    await until('the message is shown', async () => (await textOf(page, 'details[open] .copied')) !== '');
    t.is(await inPage(page, 'navigator.clipboard.readText()'), LINE);
    t.is(await page.locator('.copied:not(:empty)').count(), 1, 'of the way that was copied alone');
  },
);

test.serial('who comes back from the issuer is shown at once what became of the card', async (t) => {
  const { page, id, faults } = await open(t, { change: THREE });
  await inPage(page, "document.querySelector('#pay a').addEventListener('click', (event) => event.preventDefault())");
  await page.locator(NAMES, { hasText: 'Cartão de crédito' }).tap();
  await page.getByRole('link', { name: 'Continuar no emissor do cartão' }).tap();
  rig.charge.change(id, CARD_FAILED);
  // As a browser tells a page that it kept while another was shown.
  await inPage(page, "void window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))");
  await page.locator('.failed').waitFor({ timeout: 8_000 });
  t.deepEqual(faults, []);
});

test.serial('without script every way is opened by its name, one at a time', async (t) => {
  const { page } = await open(t, { as: { ...PHONE, javaScriptEnabled: false }, change: THREE });
  t.is(await page.locator('details[open] input').inputValue(), BR_CODE);
  await page.locator(NAMES, { hasText: 'Boleto' }).tap();
  t.deepEqual(await openWays(page), ['Boleto']);
  t.is(await page.locator('details[open] textarea').inputValue(), LINE);
});

test.serial('paid by any way while the page is open: it says so, and nothing to pay with is left', async (t) => {
  const { page, id, faults } = await open(t, { change: THREE });
  rig.charge.change(id, { status: 'PAID', methods: [] });
  await untilTitle(page, 'Pagamento confirmado');
  t.is(await page.locator('#pay').count(), 0);
  t.deepEqual(faults, []);
});

for (const [screen, as] of Object.entries({ desktop: DESKTOP, phone: PHONE, narrow: NARROW })) {
  test.serial(`on a ${screen} screen the choice meets WCAG 2.2 AA with each way open, light and dark`, async (t) => {
    const { page } = await open(t, { change: { ...THREE, failedMethods: ['MULTIBANCO'] }, as });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      for (const name of ['Boleto', 'Cartão de crédito', 'Pix']) {
        await page.locator(NAMES, { hasText: name }).click();
        t.deepEqual(await openWays(page), [name]);
        await meetsWcag(t, page);
      }
    }
  });
}
