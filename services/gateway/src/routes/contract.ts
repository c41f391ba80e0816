import { parseJson } from '@gx/core';
import { openApi } from '../contract/openapi.ts';
import { type Document, docsPage, PAGE_POLICY } from '../docs-page/page.ts';
import type { Answer } from '../edge/answer.ts';
import { type Route, route } from '../edge/route.ts';

/** The routes that describe all others, and themselves. */
export function contractRoutes(others: readonly Route[]): readonly Route[] {
  const policy = { 'Content-Security-Policy': PAGE_POLICY };
  const routes: Route[] = [...others];
  routes.push(
    route('GET', '/openapi.json', 'none', {}, async () => file(texts.contract, 'application/json; charset=utf-8')),
    route('GET', '/docs', 'none', {}, async () => file(texts.page, 'text/html; charset=utf-8', policy)),
  );
  const texts = textsOf(routes);
  return routes;
}

type Texts = { readonly contract: Buffer; readonly page: Buffer };
const made = new Map<string, Texts>();

/**
 * Made at the start and once for each set of routes: at the first request it would hold up all others for 0.1
 * s.
 */
function textsOf(routes: readonly Route[]): Texts {
  const which = routes.map(({ method, path }) => `${method} ${path}`).join();
  const cached = made.get(which);
  if (cached !== undefined) return cached;
  const contract = JSON.stringify(openApi(routes));
  const texts = { contract: Buffer.from(contract), page: Buffer.from(docsPage(parseJson(contract) as Document)) };
  made.set(which, texts);
  return texts;
}

/** Kept a while by its readers: it changes with a release only. */
const file = (bytes: Buffer, type: string, more: Readonly<Record<string, string>> = {}): Answer => ({
  status: 200,
  bytes,
  headers: {
    'Content-Type': type,
    'Cache-Control': 'public, max-age=300',
    'X-Content-Type-Options': 'nosniff',
    ...more,
  },
});
