import { AxeBuilder } from '@axe-core/playwright';
import { until } from '@gx/testkit';
import type { ExecutionContext } from 'ava';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import type { Change } from './charge-stand-in.ts';
import type { CheckoutRig } from './rig.ts';

export const PHONE: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  deviceScaleFactor: 2,
  locale: 'pt-BR',
};
export const DESKTOP: BrowserContextOptions = { viewport: { width: 1280, height: 900 }, locale: 'pt-BR' };
export const NARROW: BrowserContextOptions = { ...PHONE, viewport: { width: 320, height: 568 } };

const LEVELS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** WCAG 2.2 AA as far as a program can see it, and no part of the page wider than the screen. */
export async function meetsWcag(t: ExecutionContext, page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).withTags(LEVELS).analyze();
  t.deepEqual(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`),
    [],
  );
  const overflow = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
  t.is(overflow, 0, 'nothing is cut off or scrolls sideways');
}

export type OpenPage = { readonly page: Page; readonly id: string; readonly faults: string[] };
type Spec = {
  readonly change?: Change;
  readonly as?: BrowserContextOptions;
  readonly query?: string;
  readonly url?: string;
};

/**
 * Opens the page of a new charge; whatever the browser complains of, a refused script or style too, is in
 * `faults`.
 */
export const opener =
  (rig: CheckoutRig, browser: Browser) =>
  async (t: ExecutionContext, { change = {}, as = PHONE, query = '', url = rig.url }: Spec = {}): Promise<OpenPage> => {
    const context = await browser.newContext(as);
    t.teardown(() => context.close());
    const page = await context.newPage();
    const faults: string[] = [];
    page.on('pageerror', (error) => faults.push(error.message));
    page.on('console', (line) => line.type() === 'error' && faults.push(line.text()));
    const id = rig.charge.add(change);
    await page.goto(`${url}/${id}${query}`);
    return { page, id, faults };
  };

export const textOf = async (page: Page, selector: string): Promise<string> =>
  (await page.locator(selector).textContent()) ?? '';
export const title = (page: Page): Promise<string> => textOf(page, 'h2');
export const untilTitle = (page: Page, wanted: string) =>
  until(`"${wanted}" is shown`, async () => (await title(page)) === wanted);
/** Asks the page itself; there is no DOM among this project's types. */
export const inPage = <T>(page: Page, expression: string): Promise<T> => page.evaluate(expression) as Promise<T>;
