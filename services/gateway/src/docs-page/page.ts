import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Html, html } from '@gx/runtime';
import { type ContractSchema, fieldTable, kindOf, rowsOf } from './fields.ts';
import { prose } from './prose.ts';

type Parameter = {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: ContractSchema;
};
type Content = Readonly<Record<string, { readonly schema?: ContractSchema }>>;
type Response = { readonly description: string; readonly content?: Content };
type Operation = {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly security: readonly Readonly<Record<string, unknown>>[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, Response | { readonly $ref: string }>>;
  readonly 'x-codeSamples': readonly { readonly source: string }[];
};
/** An OpenAPI document, as much of it as the page shows. */
export type Document = {
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, ContractSchema>>;
    readonly responses: Readonly<Record<string, Response>>;
  };
};

const asset = (name: string): string => readFileSync(resolve(import.meta.dirname, name), 'utf8');
const STYLE = asset('page.css');
const SCRIPT = asset('page.js');
const hash = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Nothing but the page's own style and script runs on it, and nothing is fetched from anywhere. */
export const PAGE_POLICY = `default-src 'none'; style-src ${hash(STYLE)}; script-src ${hash(SCRIPT)}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

const CREDENTIAL: Readonly<Record<string, string>> = { apiKey: 'API key', accessToken: 'login token' };

/** The reference as one page that needs nothing else, made from the contract alone. */
export function docsPage(document: Document): string {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
  const { title, version, description } = document.info;
  const chapters = document.tags.map((tag) => ({
    ...tag,
    rows: operations.filter(({ operation }) => operation.tags.includes(tag.name)),
  }));
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title><style>${new Html(STYLE)}</style></head><body>
<nav><a href="#top"><b>${title}</b></a>${chapters.map(
    ({ name, rows }) =>
      html`<h2>${name}</h2>${rows.map(({ operation }) => html`<a href="#${operation.operationId}">${operation.operationId}</a>`)}`,
  )}<h2>Schemas</h2>${Object.keys(document.components.schemas).map((name) => html`<a href="#schema-${name}">${name}</a>`)}</nav>
<main id="top"><h1>${title}</h1><p>Version ${version}. ${prose(description)} The same as <a href="openapi.json">openapi.json</a>, and every error in <a href="v1/errors">v1/errors</a>.</p>
<p>The examples are for a shell that knows where the service is and who you are:</p>
${sample('export GX=https://...         # the address of this page, without /docs\nexport API_KEY=gx_test_...    # an API key')}
${chapters.map(({ name, description: about, rows }) => html`<section><h2>${name}</h2><p>${prose(about)}</p>${rows.map((row) => operationSection(row, document))}</section>`)}
<section><h2>Schemas</h2>${Object.entries(document.components.schemas).map(
    ([name, schema]) =>
      html`<article id="schema-${name}"><h3>${name}</h3>${schema.properties === undefined ? html`<p>${kindOf(schema)}</p>` : ''}${fieldTable(rowsOf(schema.items ?? schema))}</article>`,
  )}</section></main>
<script>${new Html(SCRIPT)}</script></body></html>
`.text;
}

type Row = { readonly method: string; readonly path: string; readonly operation: Operation };

function operationSection({ method, path, operation }: Row, document: Document): Html {
  const { operationId, summary, security, parameters = [], requestBody, responses } = operation;
  const who = security.flatMap((one) => Object.keys(one)).map((name) => CREDENTIAL[name] ?? name);
  const body = requestBody?.content['application/json']?.schema;
  return html`<article id="${operationId}"><h3><span class="method">${method}</span> <code>${path}</code></h3>
<p>${prose(summary)} <small>${who.length === 0 ? 'Nobody in particular may call.' : `With an ${who.join(' or ')}.`.replace('an login', 'a login')}</small></p>
${parameters.length === 0 ? '' : html`<h4>Parameters</h4>${fieldTable(parameters.map((one) => ({ name: `${one.name} (${one.in})`, required: one.required ?? false, schema: { ...one.schema, ...(one.description === undefined ? {} : { description: one.description }) } })))}`}
${body === undefined ? '' : html`<h4>Body</h4>${fieldTable(rowsOf(body))}`}
<h4>Answers</h4><table>${Object.entries(responses).map(([status, response]) => responseRow(status, response, document))}</table>
${operation['x-codeSamples'].map(({ source }) => sample(source))}</article>`;
}

function responseRow(status: string, response: Response | { readonly $ref: string }, { components }: Document): Html {
  if ('$ref' in response) {
    const { description } = components.responses[response.$ref.split('/').at(-1) ?? ''] ?? { description: '' };
    return html`<tr><td>${status}</td><td>${prose(description)}</td></tr>`;
  }
  const [type, content] = Object.entries(response.content ?? {})[0] ?? [];
  const what = content?.schema === undefined ? html`${type ?? 'nothing'}` : kindOf(content.schema);
  return html`<tr><td>${status}</td><td>${what}</td></tr>`;
}

const sample = (text: string): Html =>
  html`<div class="sample"><button type="button">Copy</button><pre>${text}</pre></div>`;
