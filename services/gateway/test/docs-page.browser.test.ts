import { AxeBuilder } from '@axe-core/playwright';
import { until } from '@gx/testkit';
import { startBrowser } from '@gx/testkit/browser';
import type { ExecutionContext } from 'ava';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { type Edge, testOnOneEdge } from './harness/gateway.ts';

/** The documentation in a real browser, under the policy that it is sent with. */
const browser = await startBrowser();
const test = testOnOneEdge();
test.after.always('the browser ends', () => browser.close());

type Opened = { readonly page: Page; readonly faults: readonly string[] };

/** A page; whatever the browser complains of, a refused script or style too, is in `faults`. */
async function opened(t: ExecutionContext<Edge>, path: string, options: BrowserContextOptions = {}): Promise<Opened> {
  const context = await browser.newContext(options);
  t.teardown(() => context.close());
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (line) => line.type() === 'error' && faults.push(line.text()));
  await page.goto(`${t.context.url}${path}`);
  return { page, faults };
}

const exampleOn = async (page: Page) => {
  const sample = page.locator('#createCharge .sample').first();
  return { example: (await sample.locator('pre').textContent()) ?? '', button: sample.locator('button') };
};

test('the Copy button copies the example beside it, as it stands there, and says so', async (t) => {
  const { page, faults } = await opened(t, '/docs/api/charges', { permissions: ['clipboard-read', 'clipboard-write'] });
  const { example, button } = await exampleOn(page);
  t.regex(example, /^curl /m);
  t.is(await button.textContent(), 'Copy');
  await button.click();
  await until('the message is shown', async () => (await button.textContent()) === 'Copied');
  t.is(await page.evaluate('navigator.clipboard.readText()'), example);
  t.deepEqual(faults, []);
});

test('where the clipboard is refused, the example is selected and no message says that it is copied', async (t) => {
  const { page, faults } = await opened(t, '/docs/api/charges');
  const { example, button } = await exampleOn(page);
  await page.evaluate("void (navigator.clipboard.writeText = () => Promise.reject(new Error('refused')))");
  await button.click();
  await until('the message is shown', async () => (await button.textContent()) === 'Selected');
  t.is(await page.evaluate('getSelection().toString().trim()'), example.trim());
  t.deepEqual(faults, []);
});

test('with the keyboard alone a reader searches, chooses and arrives', async (t) => {
  const { page, faults } = await opened(t, '/docs');
  await page.keyboard.press('/');
  await page.keyboard.type('rotate sec');
  const hits = page.locator('search li a');
  const wanted = hits.and(page.locator('[href="/docs/api/webhooks#rotateSecret"]'));
  await wanted.waitFor();
  const focused = 'document.activeElement.getAttribute("href")';
  for (let step = await hits.count(); step > 0; step -= 1) {
    await page.keyboard.press('ArrowDown');
    if ((await page.evaluate(focused)) === (await wanted.getAttribute('href'))) break;
  }
  await page.keyboard.press('Enter');
  await page.waitForURL('**/docs/api/webhooks#rotateSecret');
  await page.keyboard.press('/');
  await page.keyboard.type('next_cursor');
  await page.locator('search li a', { hasText: 'Conventions' }).first().waitFor();
  await page.keyboard.press('Escape');
  t.false(await page.locator('search ul').isVisible());
  await page.locator('input').fill('xyzzy');
  await page.locator('search [role=status]', { hasText: 'Nothing found' }).waitFor();
  t.deepEqual(faults, []);
});

/** The first page, every guide, and a page of each kind of the reference. */
async function pathsAt(url: string): Promise<readonly string[]> {
  const index = await (await fetch(`${url}/llms.txt`)).text();
  const guides = [...index.matchAll(/\((\/docs\/[\w-]+)\.md\)/g)].map(([, path = '']) => path);
  const reference = ['charges', 'objects', 'events', 'errors'].map((chapter) => `/docs/api/${chapter}`);
  return ['/docs', ...guides.filter((path) => path !== '/docs/start'), ...reference];
}
const LEVELS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

for (const width of [390, 1280])
  for (const colorScheme of ['light', 'dark'] as const)
    test(`at ${width} px in ${colorScheme}, no page breaks WCAG 2.2 AA or is wider than the screen`, async (t) => {
      for (const path of await pathsAt(t.context.url)) {
        const { page, faults } = await opened(t, path, { viewport: { width, height: 844 }, colorScheme });
        const { violations } = await new AxeBuilder({ page }).withTags(LEVELS).analyze();
        t.deepEqual(
          violations.map(
            ({ id, nodes }) =>
              `${path} ${id}: ${nodes
                .map(({ html }) => html)
                .join(' ')
                .slice(0, 500)}`,
          ),
          [],
        );
        const over = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
        t.is(await page.evaluate(over), 0, path);
        t.deepEqual(faults, []);
      }
    });

test('on a phone the menu opens and closes without a script; every page is in it, and no search that would not work', async (t) => {
  const phone = { viewport: { width: 390, height: 844 }, javaScriptEnabled: false };
  const { page } = await opened(t, '/docs', phone);
  const menu = page.locator('nav');
  t.false(await menu.isVisible());
  t.false(await page.locator('search').isVisible());
  await page.locator('button.menu').focus();
  await page.keyboard.press('Enter');
  t.true(await menu.isVisible());
  await menu.locator('a', { hasText: 'Refund' }).first().click();
  await page.waitForURL('**/docs/**');
  t.regex((await page.locator('h1').textContent()) ?? '', /Refund/);
  t.false(await menu.isVisible());
});

const SLOW = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 };
const FIRST_CONTENT_MS = 1_000;

test('on a line of 1.6 Mbit/s and 150 ms the first content of any page is there within a second', async (t) => {
  for (const path of await pathsAt(t.context.url)) {
    const context = await browser.newContext();
    t.teardown(() => context.close());
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', SLOW);
    await page.goto(`${t.context.url}${path}`);
    const paint = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime";
    const first = Number(await until('something is painted', () => page.evaluate(paint)));
    t.true(first > SLOW.latency && first <= FIRST_CONTENT_MS, `${path}: ${first} ms`);
    t.log(`${path}: first content after ${Math.round(first)} ms`);
  }
});
