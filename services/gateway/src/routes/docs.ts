import { notFound } from '@gx/core';
import type { Answer } from '../edge/answer.ts';
import { route } from '../edge/route.ts';
import type { StaticFile } from '../edge/static-file.ts';
import { PATH_IDS } from './path-ids.ts';

/** Guides and reference for people, and the same for programs that read. */
export const DOCS = [
  route({
    at: 'GET /docs',
    auth: 'none',
    operation: 'getDocs',
    summary: 'These pages, by task.',
    answers: { 200: { media: 'text/html' } },
    handle: async ({ docs }, { origin }) => found('page', await docs.page('/docs', origin)),
  }),
  route({
    at: 'GET /docs/search.json',
    auth: 'none',
    operation: 'getSearchIndex',
    summary: 'What the search of these pages looks through.',
    answers: { 200: { media: 'application/json' } },
    handle: async ({ docs }) => ({ file: docs.searchIndex }),
  }),
  route({
    at: 'GET /docs/api/:chapter',
    auth: 'none',
    operation: 'getReferenceChapter',
    summary: 'A chapter of the reference: its operations with examples, or all objects, events or errors.',
    pathId: PATH_IDS.chapter,
    answers: { 200: { media: 'text/html' } },
    handle: async ({ docs }, { id, origin }) => found('chapter', await docs.page(`/docs/api/${id}`, origin)),
  }),
  route({
    at: 'GET /docs/:guide.md',
    auth: 'none',
    operation: 'getGuideText',
    summary: 'A guide as Markdown.',
    pathId: PATH_IDS.guide,
    answers: { 200: { media: 'text/markdown' } },
    handle: async ({ docs }, { id }) => found('guide', docs.source(id)),
  }),
  route({
    at: 'GET /docs/:guide',
    auth: 'none',
    operation: 'getGuide',
    summary: 'A guide.',
    pathId: PATH_IDS.guide,
    answers: { 200: { media: 'text/html' } },
    handle: async ({ docs }, { id, origin }) => found('guide', await docs.page(`/docs/${id}`, origin)),
  }),
  route({
    at: 'GET /llms.txt',
    auth: 'none',
    operation: 'getPageIndex',
    summary: 'Every guide and chapter with its address, for programs that read.',
    answers: { 200: { media: 'text/plain' } },
    handle: async ({ docs }) => ({ file: docs.pageIndex }),
  }),
];

function found(what: string, file: StaticFile | undefined): Answer {
  if (file === undefined) throw notFound(what);
  return { file };
}
