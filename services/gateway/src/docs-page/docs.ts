import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseJson } from '@gx/core';
import { openApi } from '../contract/openapi.ts';
import type { AsyncApi } from '../contract/webhooks.ts';
import type { Docs } from '../edge/route.ts';
import { staticFile } from '../edge/static-file.ts';
import type { Chapter } from '../routes/table.ts';
import { chapterPages } from './chapters.ts';
import type { ContractDocument } from './contract-document.ts';
import { pathOf, textOf } from './markdown.ts';
import type { Examples } from './operation.ts';
import { framed, PAGE_POLICY } from './page.ts';
import { isPersonal, personalPages } from './personal.ts';
import { type Guide, groupsOf, pageIndex, searchIndex } from './site-map.ts';

const FOLDER = resolve(import.meta.dirname, '../../../../docs');
/** In the order of a merchant's way; a guide that is not among them comes after. */
const ORDER = [
  ...['start', 'quick-start', 'webhooks', 'refunds', 'payouts'],
  ...['payer-lock', 'test-mode', 'idempotency', 'errors'],
];

function readGuides(): readonly Guide[] {
  const folder = resolve(FOLDER, 'guides');
  const rank = (name: string): number => (ORDER.includes(name) ? ORDER.indexOf(name) : ORDER.length);
  return readdirSync(folder)
    .filter((file) => file.endsWith('.md'))
    .map((file) => file.slice(0, -'.md'.length))
    .toSorted((one, other) => rank(one) - rank(other) || one.localeCompare(other))
    .map((name) => {
      const source = readFileSync(resolve(folder, `${name}.md`), 'utf8');
      return { name, source, page: { path: pathOf(name), ...textOf(source) } };
    });
}

const PAGE = { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': PAGE_POLICY };
const JSON_TYPE = { 'Content-Type': 'application/json; charset=utf-8' };

type Spec = { readonly chapters: readonly Chapter[]; readonly testKeyFile: string | undefined };

/** Everything there is to read: made at the start, since at a request it would hold up all others. */
export function makeDocs({ chapters, testKeyFile }: Spec): Docs {
  const asyncApi = readFileSync(resolve(FOLDER, 'reference/asyncapi.json'), 'utf8');
  const contract = JSON.stringify(openApi(chapters, parseJson(asyncApi) as AsyncApi));
  const examples = parseJson(readFileSync(resolve(import.meta.dirname, 'gen/examples.json'), 'utf8')) as Examples;
  const guides = readGuides();
  const reference = chapterPages(chapters, parseJson(contract) as ContractDocument, examples);
  const groups = groupsOf(guides, reference, chapters.length);
  const pages = new Map(groups.flatMap((group) => group.pages).map((page) => [page.path, framed(page, groups)]));
  const files = new Map([...pages].map(([path, text]) => [path, staticFile(text, PAGE)]));
  const sources = new Map(
    guides.map(({ name, source }) => [name, staticFile(source, { 'Content-Type': 'text/markdown; charset=utf-8' })]),
  );
  const personal = personalPages(testKeyFile, PAGE);
  return {
    contract: staticFile(contract, JSON_TYPE),
    asyncApi: staticFile(asyncApi, JSON_TYPE),
    searchIndex: staticFile(JSON.stringify(searchIndex(groups)), JSON_TYPE),
    pageIndex: staticFile(pageIndex(guides, reference), { 'Content-Type': 'text/plain; charset=utf-8' }),
    source: (guide) => sources.get(guide),
    page: async (path, origin) => {
      const text = pages.get(path);
      return text === undefined || !isPersonal(text) ? files.get(path) : personal(text, origin);
    },
  };
}
