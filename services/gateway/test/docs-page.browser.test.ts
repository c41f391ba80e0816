import { until } from '@gx/testkit';
import { startBrowser } from '@gx/testkit/browser';
import type { ExecutionContext } from 'ava';
import { type Edge, testOnOneEdge } from './harness/gateway.ts';

/** The reference page in a real browser, under the policy that it is sent with. */
const browser = await startBrowser();
const test = testOnOneEdge();
test.after.always('the browser ends', () => browser.close());

async function opened(t: ExecutionContext<Edge>, permissions: string[]) {
  const context = await browser.newContext({ permissions });
  t.teardown(() => context.close());
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (line) => line.type() === 'error' && faults.push(line.text()));
  await page.goto(`${t.context.url}/docs`);
  const sample = page.locator('article', { hasText: 'POST /v1/charges' }).first().locator('.sample').first();
  return { page, faults, example: (await sample.locator('pre').textContent()) ?? '', button: sample.locator('button') };
}

test('the Copy button copies the example beside it, as it stands there, and says so', async (t) => {
  const { page, faults, example, button } = await opened(t, ['clipboard-read', 'clipboard-write']);
  t.regex(example, /^curl /m);
  t.is(await button.textContent(), 'Copy');
  await button.click();
  await until('the message is shown', async () => (await button.textContent()) === 'Copied');
  t.is(await page.evaluate('navigator.clipboard.readText()'), example);
  t.deepEqual(faults, []);
});

test('where the clipboard is refused, the example is selected and no message says that it is copied', async (t) => {
  const { page, faults, example, button } = await opened(t, []);
  await page.evaluate("void (navigator.clipboard.writeText = () => Promise.reject(new Error('refused')))");
  await button.click();
  await until('the message is shown', async () => (await button.textContent()) === 'Selected');
  t.is(await page.evaluate('getSelection().toString().trim()'), example.trim());
  t.deepEqual(faults, []);
});
