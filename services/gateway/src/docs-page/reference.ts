import { parseJson } from '@gx/core';
import { openApi } from '../contract/openapi.ts';
import type { RouteDeps } from '../edge/route.ts';
import type { Chapter } from '../routes/table.ts';
import { type Document, docsPage } from './page.ts';

/** The contract and the page: made at the start, since at a request it would hold up all others for 0.1 s. */
export function referenceOf(chapters: readonly Chapter[]): RouteDeps['reference'] {
  const contract = JSON.stringify(openApi(chapters));
  return { contract: Buffer.from(contract), page: Buffer.from(docsPage(parseJson(contract) as Document)) };
}
