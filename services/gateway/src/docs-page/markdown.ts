import { Html } from '@gx/runtime';
import MarkdownIt, { type Token } from 'markdown-it';
import { sample } from './sample.ts';
import { slugOf } from './titles.ts';

/** A heading and what stands below it, as far as the next one. */
export type Section = { readonly id: string; readonly title: string; readonly level: number; readonly text: string };
export type Text = {
  readonly title: string;
  readonly lead: string;
  readonly body: Html;
  readonly sections: readonly Section[];
};

const LANGUAGES: Readonly<Record<string, string>> = {
  sh: 'Shell',
  json: 'JSON',
  text: 'Text',
  js: 'Node.js',
  javascript: 'Node.js',
  ts: 'TypeScript',
  python: 'Python',
  php: 'PHP',
  go: 'Go',
  java: 'Java',
  http: 'HTTP',
};

// Markup in a guide is shown as text: a page is no place for it.
const markdown = new MarkdownIt({ html: false });
markdown.renderer.rules['fence'] = (tokens, index) => {
  const { info = '', content = '' } = tokens[index] ?? {};
  const language = info.trim().split(/\s/)[0] ?? '';
  return sample(LANGUAGES[language] ?? language, content.trimEnd(), language).text;
};
markdown.renderer.rules['table_open'] = () => '<div class="table" tabindex="0" role="group" aria-label="Table"><table>';
markdown.renderer.rules['table_close'] = () => '</table></div>';

/** A guide: its first heading is the title, its first paragraph says what a reader gets. */
export function textOf(source: string): Text {
  const tokens = markdown.parse(source, {});
  const sections: { id: string; title: string; level: number; text: string }[] = [];
  for (const [index, token] of tokens.entries()) {
    if (token.type === 'heading_open') {
      const title = plain(tokens[index + 1]);
      const id = freeId(slugOf(title), sections);
      token.attrSet('id', id);
      sections.push({ id, title, level: Number(token.tag.slice(1)), text: '' });
    } else if (token.type === 'inline' && tokens[index - 1]?.type !== 'heading_open') {
      const section = sections.at(-1);
      if (section !== undefined) section.text += ` ${plain(token)}`;
    }
    // A corner of a table is no heading of anything.
    if (token.type === 'th_open' && tokens[index + 1]?.content === '')
      for (const one of tokens.slice(index, index + 3)) one.tag &&= 'td';
    for (const child of token.children ?? [])
      if (child.type === 'link_open') child.attrSet('href', hrefOf(String(child.attrGet('href') ?? '')));
  }
  const afterTitle = tokens.findIndex(({ type }) => type === 'heading_close') + 1;
  const lead = tokens.slice(afterTitle).find(({ type }) => type === 'inline');
  return {
    title: sections[0]?.title ?? '',
    lead: plain(lead),
    body: new Html(markdown.renderer.render(tokens.slice(afterTitle), markdown.options, {})),
    sections,
  };
}

const plain = (token: Token | undefined): string =>
  (token?.children ?? []).map(({ type, content }) => (type === 'softbreak' ? ' ' : content)).join('');

function freeId(slug: string, sections: readonly Section[]): string {
  let id = slug;
  for (let count = 1; sections.some((section) => section.id === id); count += 1) id = `${slug}-${count}`;
  return id;
}

/** What a guide names beside itself, where it is served. */
const SERVED: Readonly<Record<string, string>> = {
  '../reference/openapi.json': '/openapi.json',
  '../reference/asyncapi.json': '/asyncapi.json',
  '../reference/errors.md': '/docs/api/errors',
  '../reference/events.md': '/docs/api/events',
};

/** A link from file to file, as a link from page to page. */
function hrefOf(target: string): string {
  const [file = '', anchor] = target.split('#');
  const guide = /^(?:\.\/)?([\w-]+)\.md$/.exec(file)?.[1];
  const page = SERVED[file] ?? (guide === undefined ? file : pathOf(guide));
  return anchor === undefined ? page : `${page}#${anchor}`;
}

/** Where a guide is served; the one called `start` is the first page. */
export const pathOf = (guide: string): string => (guide === 'start' ? '/docs' : `/docs/${guide}`);
