import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';

type Schema = {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly anyOf?: readonly Schema[];
  readonly [limit: string]: unknown;
};
type Operation = {
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly schema: Schema }[];
};
const reference = (name: string): string => readFileSync(join(import.meta.dirname, '../docs/reference', name), 'utf8');
const CONTRACT = JSON.parse(reference('openapi.json')) as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
};
const SECTIONS = new Map(
  reference('limits.md')
    .split('\n## ')
    .map((section) => [section.slice(0, section.indexOf('\n')), section] as const),
);

const BOUNDS = ['minimum', 'maximum', 'minLength', 'maxLength', 'minItems', 'pattern', 'additionalProperties'];

/** The fields that have a bound of their own, those of inner objects behind their parent's name. */
function bounded(schema: Schema, prefix = ''): string[] {
  const forms = [schema, ...(schema.anyOf ?? [])];
  const inner = forms.flatMap(({ properties = {} }) => Object.entries(properties));
  const own = prefix !== '' && forms.some((form) => BOUNDS.some((bound) => bound in form)) ? [prefix] : [];
  return [...own, ...inner.flatMap(([name, below]) => bounded(below, prefix === '' ? name : `${prefix}.${name}`))];
}

/** What is read of a request, and the chapter of the page that has to say how much it may be. */
// biome-ignore format: one row per request, read as a table
const READ = [
  ['post', '/v1/charges',                 'Charges'],
  ['get',  '/v1/charges',                 'Lists'],
  ['post', '/v1/payments',                'Payments'],
  ['get',  '/v1/payments',                'Lists'],
  ['get',  '/v1/payments/stats',          'Lists'],
  ['get',  '/v1/payments/metrics',        'Lists'],
  ['post', '/v1/payments/{id}/refund',    'Refunds'],
  ['get',  '/v1/webhooks/deliveries',     'Lists'],
  ['get',  '/v1/events',                  'Lists'],
] as const;

for (const [method, path, chapter] of READ)
  test(`every field of ${method.toUpperCase()} ${path} that has a bound stands under "${chapter}" of the limits`, (t) => {
    const { requestBody, parameters = [] } = CONTRACT.paths[path]?.[method] ?? {};
    const fields = [
      ...bounded(requestBody?.content['application/json']?.schema ?? {}),
      ...parameters.filter((one) => one.in === 'query').flatMap(({ name, schema }) => bounded(schema, name)),
    ];
    t.true(fields.length > 0);
    const section = SECTIONS.get(chapter) ?? '';
    // The chapter of lists has a line for each.
    const said =
      chapter === 'Lists' ? section.split('\n').find((line) => line.startsWith(`| \`GET ${path}\` |`)) : section;
    t.deepEqual(
      fields.filter((name) => !said?.includes(`\`${name}\``)),
      [],
    );
  });
