import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import test from 'ava';
import { openApi } from '../contract/openapi.ts';
import type { AsyncApi } from '../contract/webhooks.ts';
import { CHAPTERS } from '../routes/table.ts';
import { chapterPages } from './chapters.ts';
import type { ContractDocument } from './contract-document.ts';
import { type ContractSchema, fieldList, rowsOf } from './fields.ts';
import { prose } from './prose.ts';

const ASYNC_API = resolve(import.meta.dirname, '../../../../docs/reference/asyncapi.json');
const CONTRACT = openApi(CHAPTERS, JSON.parse(readFileSync(ASYNC_API, 'utf8')) as AsyncApi) as ContractDocument;
const bodyOf = (path: string): ContractSchema =>
  CONTRACT.paths[path]?.['post']?.requestBody?.content['application/json']?.schema ?? {};

/** Every description that stands in a part of the contract, however deep. */
function descriptionsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) =>
    key === 'description' && typeof item === 'string' ? [item] : descriptionsIn(item),
  );
}

test('the description of a field is on the page, whether the field may be left out or not', (t) => {
  const schema = {
    type: 'object',
    properties: {
      needed: { type: 'string', description: 'Of one.' },
      optional: { anyOf: [{ type: 'string', description: 'Of `another`.' }, { type: 'null' }] },
      outside: { description: 'Of both.', anyOf: [{ type: 'string', description: 'Of the text.' }, { type: 'null' }] },
      inner: {
        anyOf: [
          {
            type: 'object',
            description: 'Of all in it.',
            properties: { field: { anyOf: [{ description: 'Of it.' }] } },
          },
          { type: 'null' },
        ],
      },
    },
  } as const satisfies ContractSchema;
  const { text } = fieldList(rowsOf(schema));
  for (const sentence of ['Of one.', 'Of <code>another</code>.', 'Of both.', 'Of all in it.', 'Of it.'])
    t.is(text.split(`<p>${sentence}</p>`).length, 2, sentence);
  t.false(text.includes('Of the text.'), 'the description of the whole field is nearer');
});

test('every description of a body in the contract is in the reference', (t) => {
  const text = chapterPages(CHAPTERS, CONTRACT, {})
    .map(({ body }) => body.text)
    .join('');
  const descriptions = Object.values(CONTRACT.paths).flatMap((methods) =>
    Object.values(methods).flatMap(({ requestBody }) =>
      descriptionsIn(requestBody?.content['application/json']?.schema),
    ),
  );
  t.true(descriptions.length > 20, String(descriptions.length));
  t.deepEqual(
    descriptions.filter((one) => !text.includes(`<p>${prose(one).text}</p>`)),
    [],
  );
});

test('a merchant reads of a charge what no type says: the cap, what the lock needs, what is stripped, what the payer’s bank shows', (t) => {
  for (const path of ['/v1/charges', '/v1/pix/charges']) {
    const descriptions = Object.fromEntries(
      rowsOf(bodyOf(path)).map(({ name, schema }) => [name, fieldList([{ name, schema, required: false }]).text]),
    );
    for (const [field, word] of [
      ['amount', /smallest unit/],
      ['expires_in', /86400/],
      ['expires_in', /account/],
      ['description', /metadata\.description/],
      ['description', /140/],
      ['customer.name', /expected_payer_tax_id/],
      ['expected_payer_tax_id', /review/],
      ['expected_payer_tax_id', /customer\.name/],
      ['expected_payer_tax_id', /customer\.document/],
      ['metadata', /returnUrl<\/code>, <code>webhookUrl<\/code>, <code>idempotencyKey<\/code>, <code>customerId/],
      ['metadata', /underscore/],
    ] as const)
      t.regex(descriptions[field] ?? '', word, `${path} ${field}`);
  }
});
