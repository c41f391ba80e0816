import { ERRORS, type ErrorCode, isErrorCode } from '@gx/core';
import { type Html, html } from '@gx/runtime';
import { answersOf, type ContractDocument, type Operation, type Parameter } from './contract-document.ts';
import { fieldList, kindOf, rowsOf } from './fields.ts';
import { prose } from './prose.ts';
import { sample } from './sample.ts';
import { titleOf } from './titles.ts';

/** An operation where it is served. */
export type ServedOperation = { readonly method: string; readonly path: string; readonly operation: Operation };
/** What a test was answered when it ran the example: `test/stories/cases/reference-examples.ts`. */
export type Examples = Readonly<Record<string, { readonly status: number; readonly body: unknown }>>;

const CREDENTIAL: Readonly<Record<string, Html>> = {
  apiKey: html`Takes an API key in <code>apikey</code>.`,
  accessToken: html`Takes a login token in <code>Authorization: Bearer</code>.`,
};
const KINDS = { path: 'In the path', query: 'In the query', header: 'In the headers' } as const;

/** Errors of every operation, described once on a page of their own. */
export const COMMON: readonly ErrorCode[] = [
  'invalid_request',
  'unauthorized',
  'forbidden',
  'rate_limited',
  'internal_error',
  'service_unavailable',
];
const isCommon = (code: string): boolean => isErrorCode(code) && COMMON.includes(code);

/** What an operation takes and answers on the left, an example of both on the right. */
export function operationSection(
  { method, path, operation }: ServedOperation,
  document: ContractDocument,
  examples: Examples,
): Html {
  const { operationId, summary, security, parameters = [], requestBody } = operation;
  const { successes, refusals } = answersOf(operation, document);
  const body = requestBody?.content['application/json']?.schema;
  const example = examples[operationId];
  return html`<section class="operation" id="${operationId}"><h2><a href="#${operationId}">${titleOf(operationId)}</a></h2>
<p class="route"><b>${method}</b> <code>${path}</code></p>
<div class="split"><div><p>${prose(summary)}</p><p class="soft">${security.length === 0 ? 'Takes no credentials.' : security.flatMap((one) => Object.keys(one)).map((name) => CREDENTIAL[name] ?? name)}</p>
${parametersOf(parameters)}${body === undefined ? '' : html`<h3>Body</h3>${fieldList(rowsOf(body))}`}
<h3>Answers</h3><ul class="answers">${successes.map(({ status, response }) => {
    const [type, content] = Object.entries(response.content ?? {})[0] ?? [];
    return html`<li><b>${status}</b> ${content?.schema === undefined ? (type ?? 'nothing') : kindOf(content.schema)}</li>`;
  })}${refusals.flatMap(({ status, codes }) => codes.filter((code) => !isCommon(code)).map((code) => refusal(status, code)))}</ul>
<p class="soft">And the <a href="/docs/api/errors#common">errors of every operation</a>.</p></div>
<div class="samples">${operation['x-codeSamples'].map(({ source }) => sample('Request', source, 'sh'))}${example === undefined ? '' : sample(`Answer ${example.status}`, JSON.stringify(example.body, null, 2), 'json')}</div></div></section>`;
}

const refusal = (status: string, code: string): Html =>
  html`<li><b>${status}</b> <a href="/docs/api/errors#${code}"><code>${code}</code></a></li>`;

export const parametersOf = (parameters: readonly Parameter[]): Html =>
  html`${(['path', 'query', 'header'] as const).map((kind) => {
    const found = parameters.filter((one) => one.in === kind);
    return found.length === 0 ? '' : html`<h3>${KINDS[kind]}</h3>${fieldList(found.map(asRow))}`;
  })}`;

const asRow = ({ name, required = false, description, schema }: Parameter) => ({
  name,
  required,
  schema: { ...schema, ...(description === undefined ? {} : { description }) },
});

/** Every error code there is, the common ones first. */
export function errorsBody(): Html {
  const codes = Object.keys(ERRORS) as ErrorCode[];
  const some = (title: string, id: string, about: string, rows: readonly ErrorCode[]): Html =>
    html`<h2 id="${id}">${title}</h2><p>${about}</p><dl class="errors">${rows.map((code) => {
      const { http, type, retryable, description } = ERRORS[code];
      return html`<div id="${code}"><dt><code>${code}</code> <b>${http}</b> <span class="kind">${type}</span>${retryable ? html` <b class="again">try again</b>` : ''}</dt><dd>${prose(description)}</dd></div>`;
    })}</dl>`;
  return html`${some('Errors of every operation', 'common', 'Whatever you call, one of these may come.', COMMON)}${some(
    'Errors of some operations',
    'own',
    'Each operation names those that it can answer.',
    codes.filter((code) => !isCommon(code)),
  )}`;
}
