import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startBrowser } from '@gx/testkit/browser';
import test from 'ava';
import { startStack } from '../stories/stack.ts';
import { followAsNewcomer } from './follow.ts';
import { shownGuide } from './page-in-browser.ts';

test('a newcomer who reads the pages in a browser and types what they show sees a verified webhook', async (t) => {
  t.timeout(240_000);
  const folder = await mkdtemp(join(tmpdir(), 'gx-newcomer-'));
  t.teardown(() => rm(folder, { recursive: true, force: true }));
  const keyFile = join(folder, 'test.key');
  const stack = await startStack({ overrides: { gateway: { DOCS_TEST_KEY_FILE: keyFile } } });
  t.teardown(stack.stop);
  await writeFile(keyFile, stack.accounts[0]?.testKey ?? '');
  const browser = await startBrowser();
  t.teardown(() => browser.close());

  const page = await browser.newPage();
  await page.goto(`${stack.gateway}/docs`);
  const pages: string[] = [];
  for (const name of ['Quick start', 'Webhooks']) {
    await page.getByRole('navigation').getByRole('link', { name, exact: true }).first().click();
    await page.getByRole('heading', { level: 1, name }).waitFor();
    pages.push(await shownGuide(page));
  }
  const text = pages.join('\n\n');
  t.true(text.includes(`export GX=${stack.gateway}\nexport API_KEY=${stack.accounts[0]?.testKey}\n`));
  await followAsNewcomer(t, text);
});
