import { html } from '@gx/runtime';
import type { Chapter } from '../routes/table.ts';
import type { ContractDocument } from './contract-document.ts';
import { fieldList, kindOf, rowsOf } from './fields.ts';
import { type Examples, errorsBody, operationSection, parametersOf, type ServedOperation } from './operation.ts';
import type { DocsPage } from './page.ts';
import { prose } from './prose.ts';
import { titleOf } from './titles.ts';

const API = '/docs/api';

/** The reference: a page for each task, then what they have in common. */
export function chapterPages(
  chapters: readonly Chapter[],
  document: ContractDocument,
  examples: Examples,
): readonly DocsPage[] {
  const rows = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, operation]): ServedOperation => ({ method: method.toUpperCase(), path, operation }),
    ),
  );
  const tasks = chapters.map(({ slug, name, about }): DocsPage => {
    const own = rows.filter(({ operation }) => operation.tags.includes(name));
    return {
      path: `${API}/${slug}`,
      title: name,
      lead: about,
      body: html`<p>${prose(about)}</p>
<p class="soft">The examples are for a shell that knows <code>$GX</code> and <code>$API_KEY</code>: <a href="/docs#shell">set them once</a>. The answers are those that a test was given, with other ids and times.</p>
${own.map((row) => operationSection(row, document, examples))}`,
      sections: own.map(({ method, path, operation }) => ({
        id: operation.operationId,
        title: titleOf(operation.operationId),
        level: 2,
        text: `${method} ${path} ${operation.summary} ${fieldNames(operation.requestBody)}`,
      })),
    };
  });
  return [...tasks, eventsPage(document), objectsPage(document), errorsPage()];
}

const fieldNames = (body: ServedOperation['operation']['requestBody']): string =>
  rowsOf(body?.content['application/json']?.schema ?? {})
    .map(({ name }) => name)
    .join(' ');

function eventsPage({ webhooks }: ContractDocument): DocsPage {
  const events = Object.entries(webhooks).flatMap(([name, methods]) =>
    Object.values(methods).map((event) => ({ name, event })),
  );
  const lead = 'Each event that an endpoint may subscribe to, with the headers and the body of its webhook.';
  return {
    path: `${API}/events`,
    title: 'Events',
    lead,
    body: html`<p>${lead}</p><p>The same for programs: <a href="/asyncapi.json">asyncapi.json</a>, and <code>webhooks</code> of <a href="/openapi.json">openapi.json</a>.</p>${events.map(
      ({ name, event }) =>
        html`<section id="${name}"><h2><a href="#${name}">${name}</a></h2><p>${prose(event.summary)}${event.description === undefined ? '' : ` ${event.description}`}</p><p>Body: ${kindOf(event.requestBody?.content['application/json']?.schema ?? {})}</p><details><summary>Headers<span class="visually-hidden"> of ${name}</span></summary>${parametersOf(event.parameters ?? [])}</details></section>`,
    )}`,
    sections: events.map(({ name, event }) => ({ id: name, title: name, level: 2, text: event.summary })),
  };
}

function objectsPage({ components }: ContractDocument): DocsPage {
  const schemas = Object.entries(components.schemas);
  const lead = 'What answers and events are made of. Answers may gain fields; a client ignores what it does not know.';
  return {
    path: `${API}/objects`,
    title: 'Objects',
    lead,
    body: html`<p>${lead}</p>${schemas.map(
      ([name, schema]) =>
        html`<section id="${name}"><h2><a href="#${name}">${name}</a></h2>${schema.properties === undefined ? html`<p>${kindOf(schema)}</p>` : ''}${fieldList(rowsOf(schema.items ?? schema))}</section>`,
    )}`,
    sections: schemas.map(([name, schema]) => ({
      id: name,
      title: name,
      level: 2,
      text: rowsOf(schema.items ?? schema)
        .map((row) => row.name)
        .join(' '),
    })),
  };
}

function errorsPage(): DocsPage {
  const lead = 'Every code of the error envelope. Branch on `code`; a message is for people and may change.';
  return {
    path: `${API}/errors`,
    title: 'Error codes',
    lead,
    body: html`<p>${prose(lead)}</p><p>As data: <a href="/v1/errors">/v1/errors</a>.</p>${errorsBody()}`,
    sections: [
      { id: 'common', title: 'Errors of every operation', level: 2, text: '' },
      { id: 'own', title: 'Errors of some operations', level: 2, text: '' },
    ],
  };
}
