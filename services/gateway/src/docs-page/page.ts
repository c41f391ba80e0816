import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Html, html } from '@gx/runtime';
import type { Section } from './markdown.ts';

/** One of the pages, before it has a frame. */
export type DocsPage = {
  readonly path: string;
  readonly title: string;
  readonly lead: string;
  readonly body: Html;
  readonly sections: readonly Section[];
};
/** A part of the menu. */
export type Group = { readonly title: string; readonly pages: readonly DocsPage[] };

const asset = (name: string): string => readFileSync(resolve(import.meta.dirname, name), 'utf8');
const STYLE = asset('page.css');
const SCRIPT = asset('page.js');
const hash = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/**
 * Nothing but the page's own style and script runs on it, and nothing is fetched but from where it came
 * from.
 */
export const PAGE_POLICY = `default-src 'none'; style-src ${hash(STYLE)}; script-src ${hash(SCRIPT)}; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

/** The page in its frame: menu, search, what is on it, and what comes next. It needs nothing else. */
export function framed(page: DocsPage, groups: readonly Group[]): string {
  const all = groups.flatMap(({ pages }) => pages);
  const next = all[all.indexOf(page) + 1];
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${page.title} · gx</title><meta name="description" content="${page.lead}"><style>${new Html(STYLE)}</style></head><body>
<a class="skip" href="#content">To the content</a>
<header><a class="brand" href="/docs">gx <span>docs</span></a><search hidden><label><span class="visually-hidden">Search the documentation</span><input type="search" placeholder="Search" autocomplete="off" spellcheck="false"><kbd aria-hidden="true">/</kbd></label><p class="visually-hidden" role="status"></p><ul hidden></ul></search><button class="menu" type="button" popovertarget="menu">Menu</button></header>
<div class="frame"><nav id="menu" popover aria-label="Pages">${groups.map((group) => menuGroup(group, page))}</nav>
<main id="content" tabindex="-1"><h1>${page.title}</h1>${page.body}
${next === undefined ? '' : html`<p class="next"><a href="${next.path}">Next: ${next.title}</a></p>`}</main></div>
<script>${new Html(SCRIPT)}</script></body></html>
`.text;
}

const menuGroup = ({ title, pages }: Group, current: DocsPage): Html =>
  html`<h2>${title}</h2><ul>${pages.map((page) => html`<li>${page === current ? openEntry(page) : html`<a href="${page.path}">${page.title}</a>`}</li>`)}</ul>`;

/** The page that is read shows its headings below its name. */
const openEntry = ({ path, title, sections }: DocsPage): Html =>
  html`<a href="${path}" aria-current="page">${title}</a><ul>${sections
    .filter(({ level }) => level === 2)
    .map(({ id, title: heading }) => html`<li><a href="#${id}">${heading}</a></li>`)}</ul>`;
