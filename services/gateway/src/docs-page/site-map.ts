import { html } from '@gx/runtime';
import type { DocsPage, Group } from './page.ts';
import { prose } from './prose.ts';

export type Guide = { readonly name: string; readonly source: string; readonly page: DocsPage };

/** The menu: guides, the reference by task, and what its tasks have in common. */
export function groupsOf(guides: readonly Guide[], reference: readonly DocsPage[], tasks: number): readonly Group[] {
  const pages = guides.map(({ page }) => page);
  const groups = [
    { title: 'Guides', pages },
    { title: 'Tasks', pages: reference.slice(0, tasks) },
    { title: 'Reference', pages: reference.slice(tasks) },
  ];
  return groups.map(({ title, pages: own }) => ({
    title,
    pages: own.map((page) => (page.path === '/docs' ? withTasks(page, groups) : page)),
  }));
}

/** The first page leads to all others. */
const withTasks = (page: DocsPage, groups: readonly Group[]): DocsPage => ({
  ...page,
  body: html`${page.body}${groups.map(
    ({ title, pages }) =>
      html`<h2>${title}</h2><ul class="cards">${pages
        .filter(({ path }) => path !== page.path)
        .map(({ path, title: name, lead }) => html`<li><a href="${path}">${name}</a><p>${prose(lead)}</p></li>`)}</ul>`,
  )}`,
});

type Entry = {
  readonly title: string;
  readonly page: string;
  readonly href: string;
  readonly text: string;
};

/** Every page and every heading with what stands below it, for the search of the pages. */
export const searchIndex = (groups: readonly Group[]): readonly Entry[] =>
  groups.flatMap(({ pages }) =>
    pages.flatMap(({ path, title, lead, sections }) => {
      const below = sections.filter(({ level }) => level > 1);
      const own = sections.filter(({ level }) => level === 1).map(({ text }) => text.trim());
      return [
        { title, page: '', href: path, text: plain(own[0] || lead) },
        ...below.map((section) => ({
          title: section.title,
          page: title,
          href: `${path}#${section.id}`,
          text: plain(section.text),
        })),
      ];
    }),
  );

const plain = (text: string): string => text.replaceAll('`', '').trim();

/** The pages as a program that reads looks for them (llmstxt.org). */
export function pageIndex(guides: readonly Guide[], reference: readonly DocsPage[]): string {
  const row = (title: string, address: string, about: string): string => `- [${title}](${address}): ${about}`;
  return `# gx

> Pix payment collection: create charges, receive a webhook when they are paid, refund them.

## Guides

${guides.map(({ name, page }) => row(page.title, `/docs/${name}.md`, page.lead)).join('\n')}

## Contract

${row('OpenAPI', '/openapi.json', 'every operation with an example, and the webhooks, as OpenAPI 3.1')}
${row('AsyncAPI', '/asyncapi.json', 'headers and body of each webhook')}
${row('Errors', '/v1/errors', 'every error code with its status')}

## Reference

${reference.map(({ path, title, lead }) => row(title, path, lead)).join('\n')}
`;
}
