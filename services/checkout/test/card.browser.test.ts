import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { until } from '@gx/testkit';
import { startBrowser } from '@gx/testkit/browser';
import test, { type ExecutionContext } from 'ava';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { DESKTOP, inPage, meetsWcag, NARROW, opener, PHONE, title, untilTitle } from './browser.ts';
import type { Change } from './charge-stand-in.ts';
import { get, startRig } from './rig.ts';

/**
 * A card's payer goes to the issuer and may come back undecided: the charge is PROCESSING, and nobody has
 * paid.
 */
const rig = await startRig();
const browser: Browser = await startBrowser();
test.after.always('everything stops', async () => {
  await browser.close();
  await rig.stop();
});

const ISSUER = 'https://issuer.example/3ds';
const CARD = { paymentMethod: 'CREDIT_CARD', order: { expiresAtMs: 0, redirectUrl: ISSUER } } as const;
const AT_ISSUER: Change = { ...CARD, status: 'PROCESSING' };
const WAITS = 'Aguardando o emissor do cartão';
const LINK = { name: 'Continuar no emissor do cartão' } as const;

const opened = opener(rig, browser);
async function open(t: ExecutionContext, { change, as = PHONE }: { change: Change; as?: BrowserContextOptions }) {
  const it = await opened(t, { change, as });
  return { ...it, link: it.page.getByRole('link', LINK) };
}

/** The issuer's own server, which answers when `ready` says so. */
async function issuer(t: ExecutionContext, ready: () => Promise<unknown>): Promise<string> {
  const server = createServer(async (_request, response) => {
    await ready();
    response.setHeader('content-type', 'text/html').end('<h1>Issuer</h1>');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/3ds`;
}
const NOTIFY_OF_CHANGE =
  "void new MutationObserver(() => console.info('changed')).observe(document.getElementById('title'), { childList: true })";

test.serial('the way to an issuer that is slow to answer is not cut off by the news that it was taken', async (t) => {
  let hasChanged = false;
  let id = '';
  const redirectUrl = await issuer(t, () => {
    rig.charge.change(id, { status: 'PROCESSING' });
    return until('the page has the change', () => hasChanged);
  });
  const it = await open(t, { change: { ...CARD, livemode: false, order: { expiresAtMs: 0, redirectUrl } } });
  id = it.id;
  it.page.on('console', (line) => {
    hasChanged ||= line.text() === 'changed';
  });
  await inPage(it.page, NOTIFY_OF_CHANGE);
  await it.link.tap({ noWaitAfter: true });
  await it.page.waitForURL(redirectUrl);
  await it.page.goBack();
  await untilTitle(it.page, WAITS);
  t.true(await it.link.isVisible());
  // It can be taken again.
  await it.link.tap({ noWaitAfter: true });
  await it.page.waitForURL(redirectUrl);
  t.deepEqual(it.faults, []);
});

test.serial(
  'a page that stays open while another goes to the issuer keeps the way there, until the issuer has decided',
  async (t) => {
    const { page, id, link, faults } = await open(t, { change: CARD });
    rig.charge.change(id, { status: 'PROCESSING' });
    await untilTitle(page, WAITS);
    t.true(await link.isVisible());
    rig.charge.change(id, { confirming: true });
    await untilTitle(page, 'Pagamento recebido');
    t.is(await link.count(), 0);
    rig.charge.change(id, { status: 'APPROVED', confirming: false });
    await untilTitle(page, 'Pagamento confirmado');
    t.deepEqual(faults, []);
  },
);

test.serial('the way to the issuer goes when the order expires while the page is open', async (t) => {
  const { page, id, link } = await open(t, { change: { ...AT_ISSUER, expiresAtMs: Date.now() + 5_000 } });
  t.true(await link.isVisible());
  await until('its time is over', async () => (await title(page)) === 'O prazo terminou');
  t.is(await link.count(), 0);
  rig.charge.change(id, { status: 'REFUSED' });
  await untilTitle(page, 'O pagamento não foi concluído');
});

test('a card in flight has words of its own in both languages, for the page and for its script', async (t) => {
  const id = rig.charge.add(AT_ISSUER);
  for (const [lang, words] of [
    ['pt-BR', WAITS],
    ['en', 'Waiting for the card’s issuer'],
  ] as const) {
    const { text } = await get(`${rig.url}/${id}?lang=${lang}`);
    t.true(text.includes(`<h2 id="title" tabindex="-1">${words}</h2>`), lang);
    t.true(text.includes(`href="${ISSUER}"`), lang);
    const asks = /data-status="([^"]+)"/.exec(text)?.[1]?.replaceAll('&amp;', '&') ?? '';
    t.like(JSON.parse((await get(`${rig.url}${asks}`)).text), { state: 'authenticating', live: true, title: words });
  }
});

test('a Pix that is held is under review, with nothing to pay with; what names no card, or two methods, is none of a card', async (t) => {
  const id = rig.charge.add({ status: 'PROCESSING' });
  const { text } = await get(`${rig.url}/${id}`);
  t.true(text.includes('Pagamento em análise'));
  t.false(text.includes('id="pay"'));
  for (const method of ['PIX', 'nonsense', 'BOLETO&method=CREDIT_CARD', ''])
    t.like(JSON.parse((await get(`${rig.url}/${id}/status?method=${method}`)).text), { state: 'processing' }, method);
});

test('of a card in flight of which there is no way to the issuer the shop knows more', async (t) => {
  for (const change of [{ order: null }, { expiresAtMs: undefined }] as const) {
    const { text } = await get(`${rig.url}/${rig.charge.add({ ...AT_ISSUER, ...change })}`);
    t.true(text.includes(WAITS));
    t.true(text.includes('Esta cobrança é paga no site da loja'));
    t.false(text.includes('id="pay"'));
  }
});

for (const [screen, as] of Object.entries({ desktop: DESKTOP, phone: PHONE, narrow: NARROW })) {
  test.serial(`on a ${screen} screen a card in flight meets WCAG 2.2 AA, light and dark`, async (t) => {
    const { page } = await open(t, { change: { ...AT_ISSUER, returnUrl: 'https://loja.example/' }, as });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await meetsWcag(t, page);
    }
  });
}
