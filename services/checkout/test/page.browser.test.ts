import { until } from '@gx/testkit';
import { startBrowser } from '@gx/testkit/browser';
import test from 'ava';
import jsqr from 'jsqr';
import type { Browser, Page } from 'playwright-core';
import { DESKTOP, inPage, meetsWcag, NARROW, opener, PHONE, textOf, title, untilTitle } from './browser.ts';
import { BR_CODE, type Change, MERCHANT } from './charge-stand-in.ts';
import { startRig } from './rig.ts';

const rig = await startRig();
const browser: Browser = await startBrowser();
test.after.always('everything stops', async () => {
  await browser.close();
  await rig.stop();
});

const open = opener(rig, browser);
const widthOf = async (page: Page, selector: string): Promise<number> =>
  (await page.locator(selector).boundingBox())?.width ?? 0;

test.serial(
  'paid while the page is open: money is confirmed, then paid; the code is gone and the focus has a place',
  async (t) => {
    const { page, id, faults } = await open(t);
    await page.locator('.to-copy button').focus();
    rig.charge.change(id, { confirming: true });
    await untilTitle(page, 'Pagamento recebido');
    t.false((await page.content()).includes(BR_CODE));
    t.is(await inPage(page, 'document.activeElement.id'), 'title');
    await meetsWcag(t, page);
    rig.charge.change(id, { status: 'PAID', confirming: false });
    await untilTitle(page, 'Pagamento confirmado');
    t.is(await page.title(), `Pagamento confirmado · R$\u00a01.990,00 · ${MERCHANT}`);
    t.false(await page.locator('#updates').isVisible());
    await meetsWcag(t, page);
    t.deepEqual(faults, []);
  },
);

test.serial(
  'its time ends while the page is open: the countdown reaches zero, the code goes, then it is expired',
  async (t) => {
    const { page, id } = await open(t, { change: { expiresAtMs: Date.now() + 12_000 } });
    await until('it counts down', async () => /^00:0\d$/.test(await textOf(page, '#left')));
    await untilTitle(page, 'O prazo terminou');
    t.false((await page.content()).includes(BR_CODE));
    t.is(await page.locator('.qr').count(), 0);
    rig.charge.change(id, { status: 'EXPIRED' });
    await untilTitle(page, 'Esta cobrança expirou');
    await meetsWcag(t, page);
  },
);

test.serial('the countdown follows the server’s clock, whatever the payer’s says', async (t) => {
  const context = await browser.newContext(PHONE);
  t.teardown(() => context.close());
  await context.addInitScript('const now = Date.now; Date.now = () => now() + 3600000');
  const page = await context.newPage();
  await page.goto(`${rig.url}/${rig.charge.add({ expiresAtMs: Date.now() + 3_900_000 })}`);
  t.true(await until('it counts down', async () => /^01:0[45]:\d\d$/.test(await textOf(page, '#left'))));
});

test.serial('the code is copied whole, and a message says so', async (t) => {
  const { page, faults } = await open(t, { as: { ...PHONE, permissions: ['clipboard-read', 'clipboard-write'] } });
  await page.getByRole('button', { name: 'Copiar código Pix' }).tap();
  await until('the message is shown', async () => (await textOf(page, '.copied')).startsWith('Código copiado.'));
  t.is(await inPage(page, 'navigator.clipboard.readText()'), BR_CODE);
  await meetsWcag(t, page);
  t.deepEqual(faults, []);
});

test.serial('where the clipboard is refused to a page, the old way copies', async (t) => {
  const { page } = await open(t, { as: { ...PHONE, permissions: ['clipboard-read'] } });
  await inPage(page, "void (navigator.clipboard.writeText = () => Promise.reject(new Error('refused')))");
  await page.locator('.to-copy button').tap();
  await until('the message is shown', async () => (await textOf(page, '.copied')) !== '');
  t.is(await inPage(page, 'navigator.clipboard.readText()'), BR_CODE);
});

const REFUSED = `
  navigator.clipboard.writeText = () => Promise.reject(new Error('refused'));
  void (document.execCommand = () => false);`;
const SELECTED =
  "document.querySelector('.to-copy input').value.slice(...['Start', 'End'].map((end) => document.querySelector('.to-copy input')['selection' + end]))";
for (const [lang, message] of [
  ['pt-BR', 'O navegador não deixou copiar. O código está selecionado: copie manualmente.'],
  ['en', 'Your browser did not let us copy. The code is selected: copy it yourself.'],
] as const) {
  test.serial(
    `where nothing copies, no message says that it is copied: the code is selected for the payer (${lang})`,
    async (t) => {
      const { page, faults } = await open(t, { query: `?lang=${lang}` });
      await inPage(page, REFUSED);
      await page.locator('.to-copy button').tap();
      await until('the message is shown', async () => (await textOf(page, '.copied')) !== '');
      t.is(await textOf(page, '.copied'), message);
      t.is(await inPage(page, SELECTED), BR_CODE);
      t.is(await inPage(page, 'document.activeElement.tagName'), 'INPUT');
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        await meetsWcag(t, page);
      }
      t.deepEqual(faults, []);
    },
  );
}

test.serial('keyboard only: the main action comes first, everything is reached, and the focus is seen', async (t) => {
  const { page } = await open(t, {
    as: { ...DESKTOP, permissions: ['clipboard-read', 'clipboard-write'] },
    change: { returnUrl: 'https://loja.example/' },
  });
  const reached: string[] = [];
  for (let stop = 0; stop < 4; stop += 1) {
    await page.keyboard.press('Tab');
    const [what, outline] = await inPage<[string, string]>(
      page,
      '[document.activeElement.labels?.[0]?.firstChild.data ?? document.activeElement.textContent, getComputedStyle(document.activeElement).outlineStyle]',
    );
    reached.push(what);
    t.is(outline, 'solid', what);
    if (what === 'Copiar código Pix') await page.keyboard.press('Enter');
  }
  t.deepEqual(reached, ['Copiar código Pix', 'Pix copia e cola', 'Voltar para a loja', 'English']);
  await until('it was copied', async () => (await textOf(page, '.copied')) !== '');
  t.is(await inPage(page, 'navigator.clipboard.readText()'), BR_CODE);
});

test.serial('without script everything is there to pay with, and a link shows the news', async (t) => {
  const { page, id } = await open(t, { as: { ...PHONE, javaScriptEnabled: false } });
  t.true(await page.locator('.amount').isVisible());
  t.is(await page.locator('.to-copy input').inputValue(), BR_CODE);
  await page.locator('.scan summary').tap();
  t.is(await scannedFrom(page), BR_CODE);
  t.true(await page.locator('time').isVisible());
  for (const scripted of ['.to-copy button', '#left', '#updates'])
    t.false(await page.locator(scripted).isVisible(), scripted);
  rig.charge.change(id, { status: 'PAID' });
  await page.getByRole('link', { name: 'Atualizar a página' }).tap();
  await untilTitle(page, 'Pagamento confirmado');
  t.false((await page.content()).includes(BR_CODE));
});

/** What a phone's camera reads from the screen. */
async function scannedFrom(page: Page): Promise<string | undefined> {
  const picture = (await page.locator('.qr').screenshot()).toString('base64');
  const other = await browser.newPage();
  const [width, height, pixels] = (await other.evaluate(`(async () => {
    const image = new Image();
    image.src = 'data:image/png;base64,${picture}';
    await image.decode();
    const canvas = new OffscreenCanvas(image.width, image.height);
    const pen = canvas.getContext('2d');
    pen.drawImage(image, 0, 0);
    return [image.width, image.height, [...pen.getImageData(0, 0, image.width, image.height).data]];
  })()`)) as [number, number, number[]];
  await other.close();
  return jsqr.default(Uint8ClampedArray.from(pixels), width, height, { inversionAttempts: 'dontInvert' })?.data;
}

for (const [screen, as] of Object.entries({ desktop: DESKTOP, phone: PHONE, narrow: NARROW })) {
  test.serial(
    `on a ${screen} screen, dark too, the QR is black on white and can be read, at 240 pixels or more`,
    async (t) => {
      const { page } = await open(t, { as });
      if (as !== DESKTOP) await page.locator('.scan summary').tap();
      t.true((await widthOf(page, '.qr')) >= 240);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        t.is(await scannedFrom(page), BR_CODE);
        await meetsWcag(t, page);
      }
    },
  );
}

test.serial('a phone puts the code to copy first and the QR behind a button, a desktop the QR', async (t) => {
  const top = async (page: Page, selector: string) => (await page.locator(selector).boundingBox()) ?? { x: -1, y: -1 };
  const phone = await open(t);
  t.false(await phone.page.locator('.qr').isVisible());
  t.true((await top(phone.page, '.to-copy button')).y < (await top(phone.page, '.scan summary')).y);
  t.not(
    await inPage(phone.page, "getComputedStyle(document.querySelector('.to-copy button')).backgroundColor"),
    'rgba(0, 0, 0, 0)',
  );
  const desktop = await open(t, { as: DESKTOP });
  t.false(await desktop.page.locator('.scan summary').isVisible());
  t.true((await top(desktop.page, '.qr')).x < (await top(desktop.page, '.to-copy button')).x);
  t.is(
    await inPage(desktop.page, "getComputedStyle(document.querySelector('.to-copy button')).backgroundColor"),
    'rgba(0, 0, 0, 0)',
  );
});

test.serial('320 pixels are wide enough, for the largest amount and the longest name', async (t) => {
  const { page } = await open(t, {
    as: NARROW,
    change: {
      amount: 999_999_999_999,
      merchantName: `Comércio ${'Internacional'.repeat(8)}`,
      returnUrl: 'https://loja.example/',
    },
  });
  await meetsWcag(t, page);
});

// biome-ignore format: one row per state, read as a table
const STATES: Readonly<Record<string, Change>> = {
  preparing:  { status: 'PENDING', expiresAtMs: undefined },
  overdue:    { expiresAtMs: 1 },
  processing: { status: 'PROCESSING' },
  failed:     { status: 'REFUSED' },
  cancelled:  { status: 'CANCELLED' },
  refunded:   { status: 'REFUNDED' },
  disputed:   { status: 'DISPUTE' },
};
for (const [state, change] of Object.entries(STATES)) {
  test.serial(`${state} meets WCAG 2.2 AA, light and dark`, async (t) => {
    const shown = { ...change, livemode: false, returnUrl: 'https://loja.example/' };
    const { page, faults } = await open(t, { change: shown });
    t.is(await page.locator('main').getAttribute('data-state'), state);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await meetsWcag(t, page);
    }
    t.deepEqual(faults, []);
  });
}

test.serial('a charge that was being prepared gets its code without a hand', async (t) => {
  const { page, id } = await open(t, { change: { status: 'PENDING', expiresAtMs: undefined } });
  rig.charge.change(id, { status: 'WAITING_PAYMENT', expiresAtMs: Date.now() + 600_000 });
  t.true(
    await until(
      'the code is there',
      async () => (await page.locator('.to-copy input').inputValue({ timeout: 100 })) === BR_CODE,
    ),
  );
});

test.serial('a page that may not listen polls, and receives all the same', async (t) => {
  const own = await rig.replica({ STREAMS_MAX: '1' });
  const taken = new AbortController();
  t.teardown(() => taken.abort());
  await fetch(`${own.url}/${rig.charge.add()}/events`, { signal: taken.signal });
  const { page, id, faults } = await open(t, { url: own.url });
  rig.charge.change(id, { status: 'PAID' });
  await untilTitle(page, 'Pagamento confirmado');
  t.regex(faults.join(), /status of 429/);
});

test.serial('a page that is seen again asks at once, whatever it received before', async (t) => {
  const context = await browser.newContext(PHONE);
  t.teardown(() => context.close());
  // A phone that slept: hidden, and its connection has died without a word.
  await context.addInitScript(`
    Object.defineProperty(document, 'hidden', { get: () => window.isAsleep ?? false });
    window.EventSource = class { static OPEN = 1; static CLOSED = 2; readyState = 1; close() {} };
  `);
  const page = await context.newPage();
  const requests: string[] = [];
  page.on('request', (request) => request.url().includes('/status') && requests.push(request.url()));
  const id = rig.charge.add();
  await page.goto(`${rig.url}/${id}`);
  await inPage(page, 'void (window.isAsleep = true)');
  rig.charge.change(id, { status: 'PAID' });
  await inPage(page, "document.dispatchEvent(new Event('visibilitychange'))");
  t.is(requests.length, 0, 'nobody is looking');
  await inPage(page, "window.isAsleep = false; void document.dispatchEvent(new Event('visibilitychange'))");
  await untilTitle(page, 'Pagamento confirmado');
  t.is(requests.length, 1);
});

test.serial('English by the browser’s own language, and the other one by a link', async (t) => {
  const { page } = await open(t, { as: { ...PHONE, locale: 'en-US' } });
  t.is(await title(page), 'Waiting for the payment');
  await meetsWcag(t, page);
  await page.getByRole('link', { name: 'Português' }).tap();
  await untilTitle(page, 'Aguardando o pagamento');
  t.is(await page.locator('html').getAttribute('lang'), 'pt-BR');
});
