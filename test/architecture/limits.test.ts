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
const reference = (name: string): string =>
  readFileSync(join(import.meta.dirname, '../../docs/reference', name), 'utf8');
const CONTRACT = JSON.parse(reference('openapi.json')) as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
};

/** How much something may be: a number, or the length of a text or list. */
type Bounds = { least?: number; most?: number; pattern?: string };
const LEAST = ['minimum', 'minLength', 'minItems'];
const MOST = ['maximum', 'maxLength', 'maxItems'];

/**
 * What the contract says of a field, or nothing where it sets no bound. Where an integer ends for any JSON is
 * no limit of ours.
 */
function bounded(forms: readonly Schema[]): Bounds | undefined {
  const found: Bounds = {};
  let isBound = false;
  for (const [name, value] of forms.flatMap((form) => Object.entries(form))) {
    if (LEAST.includes(name)) found.least = value as number;
    else if (MOST.includes(name) && value !== Number.MAX_SAFE_INTEGER) found.most = value as number;
    else if (name === 'pattern') found.pattern = value as string;
    else if (name !== 'additionalProperties') continue;
    isBound = true;
  }
  return isBound ? found : undefined;
}

/** The ways in which something may be given. */
const formsOf = (schema: Schema): readonly Schema[] => [schema, ...(schema.anyOf ?? []).flatMap(formsOf)];

/** The fields that have a bound of their own, those of inner objects behind their parent's name. */
function fieldsOf(schema: Schema, name = ''): [field: string, Bounds][] {
  const forms = formsOf(schema);
  const own = name === '' ? undefined : bounded(forms);
  const inner = forms.flatMap(({ properties = {} }) => Object.entries(properties));
  return [
    ...(own === undefined ? [] : [[name, own] as [string, Bounds]]),
    ...inner.flatMap(([below, one]) => fieldsOf(one, name === '' ? below : `${name}.${below}`)),
  ];
}

/** What stands on the page, by chapter and field; in the chapter of lists by chapter and query. */
const DOCUMENTED = new Map<string, Map<string, string>>();
for (const section of reference('limits.md').split('\n## ').slice(1)) {
  const rows = section.matchAll(/^\| (?<what>[^|]+) \| (?<limit>.+) \|$/gm);
  const limits = [...rows].map(({ groups }) => [groups?.['what'] ?? '', groups?.['limit'] ?? ''] as const);
  DOCUMENTED.set(section.slice(0, section.indexOf('\n')), new Map(limits));
}
for (const [list, queries] of DOCUMENTED.get('Lists') ?? [])
  for (const [, field = '', limit = ''] of queries.matchAll(/(`\w+`) (.+?)(?=; `|$)/g))
    DOCUMENTED.set(list, (DOCUMENTED.get(list) ?? new Map()).set(field, limit));

const numberOf = (text: string | undefined): number => Number(text?.replaceAll(',', ''));
/** The bounds that a line of the page says in words. */
function boundsIn(line: string): Bounds {
  const [, from, to] = /([\d,]+) to ([\d,]+)(?![\d,]| digits)/.exec(line) ?? [];
  const least = from ?? /at least ([\d,]+) s/.exec(line)?.[1];
  const most = to ?? /([\d,]+) characters/.exec(line)?.[1];
  const pattern = /`(\^.+?\$)`/.exec(line)?.[1];
  return {
    ...(least === undefined ? {} : { least: numberOf(least) }),
    ...(most === undefined ? {} : { most: numberOf(most) }),
    ...(pattern === undefined ? {} : { pattern }),
  };
}

/** What is read of a request, and the chapter of the page that has to say how much it may be. */
// biome-ignore format: one row per request, read as a table
const READ = [
  ['post',  '/v1/charges',                'Charges'],
  ['post',  '/v1/pix/charges',            'Charges'],
  ['get',   '/v1/charges',                'Lists'],
  ['post',  '/v1/payments',               'Payments'],
  ['get',   '/v1/payments',               'Lists'],
  ['get',   '/v1/payments/stats',         'Lists'],
  ['get',   '/v1/payments/metrics',       'Lists'],
  ['post',  '/v1/payments/{id}/refund',   'Refunds'],
  ['post',  '/v1/payouts',                'Payouts'],
  ['get',   '/v1/payouts',                'Lists'],
  ['post',  '/v1/disputes/{id}/evidence', 'Disputes'],
  ['get',   '/v1/disputes',               'Lists'],
  ['get',   '/v1/webhooks/deliveries',    'Lists'],
  ['get',   '/v1/events',                 'Lists'],
  ['get',   '/v1/request-logs',           'Lists'],
  ['get',   '/v1/audit-events',           'Lists'],
  ['get',   '/v1/wallets/balance',        'Lists'],
  ['get',   '/v1/wallets/transactions',   'Lists'],
  ['get',   '/v1/wallets/statement',      'Lists'],
  ['post',  '/v1/auth/login',             'Login'],
  ['post',  '/v1/auth/totp/confirm',      'Login'],
  ['post',  '/v1/auth/password',          'Login'],
  ['post',  '/v1/auth/password-reset',    'Login'],
  ['post',  '/v1/auth/password-reset/confirm', 'Login'],
  ['post',  '/v1/users',                  'Users'],
  ['post',  '/v1/auth/invitations/accept', 'Users'],
  ['post',  '/v1/webhooks/endpoints',     'Keys and webhooks'],
  ['patch', '/v1/webhooks/endpoints/{id}', 'Keys and webhooks'],
  ['post',  '/v1/api-keys',               'Keys and webhooks'],
  ['post',  '/v1/webhooks/endpoints/{id}/rotate-secret', 'Keys and webhooks'],
  ['post',  '/v1/webhooks/endpoints/{id}/test',   'Keys and webhooks'],
  ['post',  '/v1/webhooks/endpoints/{id}/replay', 'Keys and webhooks'],
  ['post',  '/v1/api-keys/{id}/rotate',   'Keys and webhooks'],
  ['post',  '/v1/test_helpers/charges/{id}/simulate_payment', 'Test mode'],
  ['post',  '/v1/test_helpers/charges/{id}/simulate_outcome', 'Test mode'],
  ['post',  '/v1/test_helpers/charges/{id}/simulate_bank_return', 'Test mode'],
  ['post',  '/v1/test_helpers/charges/{id}/simulate_dispute', 'Test mode'],
] as const;
/** Fields that the page calls by what they are. */
const CALLED: Readonly<Record<string, string>> = {
  url: 'URL of an endpoint',
  events: 'events of an endpoint',
  event: '`event` of a test',
  label: '`label` of an API key',
  id: '`id` in the body of a rotation',
  'Test mode: id': '`id` of a bank return',
};
/** What no bound of a schema can say. */
const IN_WORDS = ['`metadata`', '`metadata`, left out', '`destinationKey`'];

/** The fields of a request that have a bound, each with the place of the page where it belongs. */
function readBy([method, path, chapter]: readonly [method: string, path: string, chapter: string]) {
  const { requestBody, parameters = [] } = CONTRACT.paths[path]?.[method] ?? {};
  const own = chapter === 'Lists' ? `\`GET ${path}\`` : chapter;
  const at = (into: string) => (fields: [string, Bounds]) => ({
    chapter: into,
    row: CALLED[`${into}: ${fields[0]}`] ?? CALLED[fields[0]] ?? `\`${fields[0]}\``,
    bounds: fields[1],
  });
  const within = (where: string) =>
    parameters.filter((one) => one.in === where).flatMap(({ name, schema }) => fieldsOf(schema, name));
  return [
    ...fieldsOf(requestBody?.content['application/json']?.schema ?? {}).map(at(own)),
    ...within('query').map(at(own)),
    ...within('header').map(at('Requests')),
  ];
}

for (const request of READ)
  test(`every bound of ${request[0].toUpperCase()} ${request[1]} stands under "${request[2]}" of the limits as it is`, (t) => {
    const fields = readBy(request);
    t.true(fields.length > 0);
    for (const { chapter, row, bounds } of fields) {
      const line = DOCUMENTED.get(chapter)?.get(row);
      if (line === undefined) t.fail(`${row} has a bound, and no line under "${chapter}"`);
      else if (!IN_WORDS.includes(row)) {
        const documented = boundsIn(line);
        // That a text may not be empty goes without saying.
        const { least, ...rest } = bounds;
        t.deepEqual([row, documented], [row, documented.least === undefined && least === 1 ? rest : bounds]);
      }
    }
  });

test('every request of which something is bounded is compared', (t) => {
  const compared = READ.map(([method, path]) => `${method} ${path}`);
  const all = Object.entries(CONTRACT.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => [method, path, 'any'] as const),
  );
  const bound = all.filter((request) => readBy(request).length > 0).map(([method, path]) => `${method} ${path}`);
  t.deepEqual(bound.toSorted(), compared.toSorted());
});

test('every bound that the limits say of a field is one of the contract', (t) => {
  const known = READ.flatMap(readBy);
  const fields = [...DOCUMENTED].flatMap(([chapter, rows]) => [...rows].map(([row, line]) => ({ chapter, row, line })));
  const bounds = fields.filter(
    ({ chapter, row, line }) =>
      (/^`[\w.-]+`$/.test(row) || Object.values(CALLED).includes(row)) &&
      chapter !== 'Lists' &&
      !IN_WORDS.includes(row) &&
      Object.keys(boundsIn(line)).length > 0,
  );
  t.true(bounds.length > 25, String(bounds.length));
  for (const { chapter, row } of bounds)
    t.true(
      known.some((one) => one.chapter === chapter && one.row === row),
      `${chapter}: ${row}`,
    );
});
