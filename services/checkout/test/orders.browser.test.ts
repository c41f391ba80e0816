import { startBrowser } from '@gx/testkit/browser';
import test from 'ava';
import type { Browser } from 'playwright-core';
import { DESKTOP, inPage, meetsWcag, NARROW, opener, PHONE, textOf } from './browser.ts';
import { BR_CODE, type Change } from './charge-stand-in.ts';
import { get, startRig } from './rig.ts';

/** Charges by another method than Pix: the page shows what their payer needs. */
const rig = await startRig();
const browser: Browser = await startBrowser();
test.after.always('everything stops', async () => {
  await browser.close();
  await rig.stop();
});

const open = opener(rig, browser);

const LINE = '34191.79001 01043.510047 91020.150008 1 00010000199000';
const EXPIRES = { expiresAtMs: 0 } as const;
const PDF = 'https://acquirer.example/boletos/1.pdf';
const ISSUER = 'https://issuer.example/3ds?id=1&x="2"';
const ADDRESS = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';

type PageCase = {
  readonly change: Change;
  readonly pt: readonly string[];
  readonly en: readonly string[];
  readonly copied?: string;
  readonly inPortugal?: true;
};
// biome-ignore format: one row per method, read as a table
const METHODS: Readonly<Record<string, PageCase>> = {
  BOLETO:      { change: { order: { ...EXPIRES, line: LINE, barcode: LINE.replace(/\D/g, ''), pdfUrl: PDF } }, copied: LINE,
                 pt: [`>${LINE}</textarea>`, `href="${PDF}"`, 'Abrir o boleto em PDF', 'dois dias úteis'], en: ['Open the boleto as PDF', 'two working days'] },
  MULTIBANCO:  { change: { currency: 'EUR', order: { ...EXPIRES, entity: '11249', paymentReference: '123456789' } }, copied: '123456789', inPortugal: true,
                 pt: ['<dd>11249</dd>', '<dd>123 456 789</dd>', 'Entidade', '1.990,00'], en: ['Entity', 'Reference', '€1,990.00'] },
  MBWAY:       { change: { currency: 'EUR', order: { ...EXPIRES } }, inPortugal: true,
                 pt: ['Abra o app MB WAY e aceite o pedido de pagamento.'], en: ['Open the MB WAY app and accept the request.'] },
  CREDIT_CARD: { change: { order: { ...EXPIRES, redirectUrl: ISSUER } },
                 pt: ['href="https://issuer.example/3ds?id=1&amp;x=%222%22"', 'Continuar no emissor do cartão'], en: ['Continue at the card’s issuer'] },
  CRYPTO:      { change: { currency: 'USDT', order: { ...EXPIRES, address: ADDRESS, coinAmount: '12.500001', network: 'TRON', coin: 'USDT' } }, copied: ADDRESS,
                 pt: ['<dd>12.500001 USDT</dd>', '<dd>TRON</dd>', `>${ADDRESS}</textarea>`, 'confira as duas'], en: ['check both before you send'] },
};
const changeOf = (paymentMethod: string, { change }: PageCase): Change => ({ paymentMethod, ...change });

for (const [method, shown] of Object.entries(METHODS)) {
  test(`${method}: while it can be paid the page shows what its payer needs, in both languages, and nothing of Pix`, async (t) => {
    const id = rig.charge.add(changeOf(method, shown));
    const pages = [await get(`${rig.url}/${id}`), await get(`${rig.url}/${id}?lang=en`)] as const;
    for (const [nth, wanted] of [shown.pt, shown.en].entries())
      for (const words of wanted) t.true(pages[nth]?.text.includes(words), words);
    for (const { text } of pages) {
      t.false(text.includes(BR_CODE));
      t.false(text.includes('Pix'));
      t.regex(text, /<time datetime="20/);
      const zones = ['horário de Lisboa', 'Lisbon time', 'horário de Brasília', 'Brasília time'];
      t.is(
        zones.findIndex((zone) => text.includes(`(${zone})`)) < 2,
        shown.inPortugal === true,
        'the time of where it is paid',
      );
    }
  });

  test(`${method}: once it cannot be paid nothing to pay with is left`, async (t) => {
    // The name of a coin is its currency too.
    const { coin: _, expiresAtMs: __, ...secrets } = shown.change.order ?? {};
    for (const end of [
      { status: 'PAID' },
      { status: 'EXPIRED' },
      { confirming: true },
      { expiresAtMs: Date.now() - 1 },
    ] as const) {
      const { text } = await get(`${rig.url}/${rig.charge.add({ ...changeOf(method, shown), ...end })}`);
      t.false(text.includes('id="pay"'));
      for (const secret of Object.values(secrets)) t.false(text.includes(String(secret)), JSON.stringify(end));
    }
  });
}

test('a live payer is sent to https addresses alone, and never to a script', async (t) => {
  for (const redirectUrl of ['http://issuer.example/', 'javascript:alert(1)', 'nonsense']) {
    const { text } = await get(
      `${rig.url}/${rig.charge.add({ paymentMethod: 'CREDIT_CARD', order: { ...EXPIRES, redirectUrl } })}`,
    );
    t.true(text.includes('Esta cobrança é paga no site da loja'), redirectUrl);
    t.false(text.includes(redirectUrl), redirectUrl);
  }
  const simulated = { livemode: false, order: { ...EXPIRES, redirectUrl: 'http://127.0.0.1:8090/issuer/1' } };
  const { text } = await get(`${rig.url}/${rig.charge.add({ paymentMethod: 'CREDIT_CARD', ...simulated })}`);
  t.true(text.includes('href="http://127.0.0.1:8090/issuer/1"'));
});

for (const [method, shown] of Object.entries(METHODS)) {
  test.serial(
    `${method}: on a phone and on a narrow one, dark too, it meets WCAG 2.2 AA, and what is to be copied is copied`,
    async (t) => {
      for (const as of [PHONE, NARROW]) {
        const context = await browser.newContext({ ...as, permissions: ['clipboard-read', 'clipboard-write'] });
        t.teardown(() => context.close());
        const page = await context.newPage();
        await page.goto(
          `${rig.url}/${rig.charge.add({ ...changeOf(method, shown), returnUrl: 'https://loja.example/' })}`,
        );
        if (shown.copied !== undefined) {
          await page.locator('.to-copy button').tap();
          await page.locator('.copied:not(:empty)').waitFor();
          t.is(await page.evaluate('navigator.clipboard.readText()'), shown.copied);
        }
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme });
          await meetsWcag(t, page);
        }
      }
    },
  );
}

for (const [method, { copied, change }] of Object.entries(METHODS)) {
  if (copied === undefined) continue;
  test.serial(`${method}: on a desktop copying is the main action, as there is no QR code beside it`, async (t) => {
    const { page } = await open(t, { as: DESKTOP, change: { paymentMethod: method, ...change } });
    const ground = await inPage(page, "getComputedStyle(document.querySelector('.to-copy button')).backgroundColor");
    t.not(ground, 'rgba(0, 0, 0, 0)');
    await meetsWcag(t, page);
  });

  test.serial(`${method}: where nothing copies, what to copy is selected, and no other message is shown`, async (t) => {
    const { page } = await open(t, { change: { paymentMethod: method, ...change } });
    await inPage(
      page,
      'navigator.clipboard.writeText = () => Promise.reject(); void (document.execCommand = () => false)',
    );
    await page.locator('.to-copy button').tap();
    await page.locator('.copied:not(:empty)').waitFor();
    t.regex(await textOf(page, '.copied'), /^O navegador não deixou copiar\. .* selecionad[ao]: copie manualmente\.$/);
    t.is(await inPage(page, 'getSelection().toString()'), copied);
  });
}
