import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { startBrowser } from '@gx/testkit/browser';
import test from 'ava';
import type { Page } from 'playwright-core';
import { DESKTOP, inPage, meetsWcag, NARROW, PHONE } from './browser.ts';
import type { Change } from './charge-stand-in.ts';
import { get, startRig } from './rig.ts';

/**
 * Every state of the page. Narrow and light ones are held to fit the screen; with a folder in
 * CHECKOUT_SCREENSHOTS all of them are drawn on each screen, light and dark, for somebody to look at.
 */
const FOLDER = process.env['CHECKOUT_SCREENSHOTS'];
const SCREENS = FOLDER === undefined ? { narrow: NARROW } : { phone: PHONE, narrow: NARROW, desktop: DESKTOP };
const SCHEMES = FOLDER === undefined ? (['light'] as const) : (['light', 'dark'] as const);

const rig = await startRig();
const limited = await rig.replica({ REQUESTS_PER_ADDRESS_PER_MINUTE: '1' });
await get(`${limited.url}/nonsense`);
const alone = await startRig();
alone.charge.state.down = true;
const browser = await startBrowser();
test.after.always('everything stops', async () => {
  await browser.close();
  await Promise.all([rig.stop(), alone.stop()]);
});

/** Pages about no charge: their address, and the status that they come with. */
const CALLBACKS: Readonly<Record<string, readonly [url: string, status: number]>> = {
  'not found': [`${rig.url}/nonsense`, 404],
  'too many': [`${limited.url}/${rig.charge.add()}`, 429],
  unavailable: [`${alone.url}/${alone.charge.add()}`, 503],
};

const EXPIRES = { expiresAtMs: 0 } as const;
const CARD = {
  paymentMethod: 'CREDIT_CARD',
  order: { ...EXPIRES, redirectUrl: 'https://issuer.example/3ds' },
} as const;
const BOLETO = {
  paymentMethod: 'BOLETO',
  order: {
    ...EXPIRES,
    line: '34191.79001 01043.510047 91020.150008 1 00010000199000',
    pdfUrl: 'https://acquirer.example/boletos/1.pdf',
  },
} as const;
const SEVERAL: Change = { methods: ['PIX', 'CREDIT_CARD', 'BOLETO'], otherOrders: [CARD, BOLETO] };
const BACK: Change = { returnUrl: 'https://loja.example/' };

// biome-ignore format: one row per state, read as a table
const STATES: Readonly<Record<string, Change>> = {
  preparing:      { status: 'PENDING', expiresAtMs: undefined },
  pending:        {},
  overdue:        { expiresAtMs: 1 },
  confirming:     { confirming: true },
  processing:     { status: 'PROCESSING' },
  authenticating: { ...CARD, status: 'PROCESSING' },
  paid:           { status: 'PAID' },
  failed:         { status: 'REFUSED' },
  expired:        { status: 'EXPIRED' },
  cancelled:      { status: 'CANCELLED' },
  refunded:       { status: 'REFUNDED' },
  disputed:       { status: 'DISPUTE' },
};
// biome-ignore format: one row per method, read as a table
const METHODS: Readonly<Record<string, Change>> = {
  'pending by card':       CARD,
  'pending by boleto':     BOLETO,
  'pending by Multibanco': { paymentMethod: 'MULTIBANCO', currency: 'EUR', order: { ...EXPIRES, entity: '11249', paymentReference: '123456789' } },
  'pending by MB WAY':     { paymentMethod: 'MBWAY', currency: 'EUR', order: EXPIRES },
  'pending by crypto':     { paymentMethod: 'CRYPTO', currency: 'USDT', order: { ...EXPIRES, address: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', coinAmount: '12.500001', network: 'TRON', coin: 'USDT' } },
  'one way has failed':    { methods: ['PIX', 'BOLETO'], otherOrders: [BOLETO], failedMethods: ['CREDIT_CARD'] },
  'in test mode':          { livemode: false, simulated: true },
  'locked and described':  { description: `Pedido 7: ${'bolo de cenoura, '.repeat(12)}${'x'.repeat(80)}`, expectedPayer: 'CPF ***.982.247-**' },
  'locked to a company':   { expectedPayer: 'CNPJ **.ABC.345/01DE-**', livemode: false, simulated: true },
  'another amount came':   { returnReason: 'AMOUNT_MISMATCH' },
  'paid by a stranger':    { status: 'REFUNDED', returnReason: 'PAYER_MISMATCH', expectedPayer: 'CPF ***.982.247-**' },
  'paid twice':            { status: 'PAID', returnReason: 'DUPLICATE_PAYMENT' },
  'largest of a coin':    { paymentMethod: 'CRYPTO', currency: 'USDT', amount: 999_999_999_999, order: { ...EXPIRES, address: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', coinAmount: '9999999999.99', network: 'TRON', coin: 'USDT' } },
  'largest of all':        { amount: 999_999_999_999, merchantName: `Comércio ${'Internacional'.repeat(8)}` },
};
const several = (change: Change): Change => ({ ...SEVERAL, ...change });
const EVERY: Readonly<Record<string, Change>> = {
  ...STATES,
  ...Object.fromEntries(Object.entries(STATES).map(([name, change]) => [`${name}, of several`, several(change)])),
  ...METHODS,
};

/** Written beside each other by state, so that one state can be looked at on all screens. */
async function keep(page: Page, name: string): Promise<void> {
  if (FOLDER === undefined) return;
  await mkdir(FOLDER, { recursive: true });
  await page.screenshot({ path: join(FOLDER, `${name.replaceAll(/[^a-z]+/gi, '-')}.png`), fullPage: true });
}

const BEYOND = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
const LINES = `(() => {
  const amount = document.createRange();
  amount.selectNodeContents(document.querySelector('.amount'));
  return amount.getClientRects().length;
})()`;

for (const [screen, as] of Object.entries(SCREENS)) {
  test.serial(
    `on a ${screen} screen no state is cut off or scrolls sideways, and the amount is on one line`,
    async (t) => {
      t.timeout(600_000);
      const context = await browser.newContext(as);
      t.teardown(() => context.close());
      const page = await context.newPage();
      const draw = async (name: string, url: string): Promise<void> => {
        await page.goto(url);
        for (const colorScheme of SCHEMES) {
          await page.emulateMedia({ colorScheme });
          await keep(page, `${name} ${screen} ${colorScheme}`);
        }
        t.is(await inPage(page, BEYOND), 0, name);
      };
      for (const [name, change] of Object.entries(EVERY)) {
        await draw(name, `${rig.url}/${rig.charge.add({ ...BACK, ...change })}`);
        t.is(await inPage(page, LINES), 1, `${name}: an amount in two parts is read as another one`);
      }
      for (const [name, [url]] of Object.entries(CALLBACKS)) await draw(name, url);
    },
  );
}

for (const [name, [url, status]] of Object.entries(CALLBACKS)) {
  test.serial(`${status} meets WCAG 2.2 AA, light and dark: the page that says ${name}`, async (t) => {
    const context = await browser.newContext(NARROW);
    t.teardown(() => context.close());
    const page = await context.newPage();
    t.is((await page.goto(url))?.status(), status);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await meetsWcag(t, page);
    }
  });
}
