import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { EVENT_CATALOG } from '../../services/webhooks/src/domain/event-catalog.ts';
import { ROOT } from '../architecture/source-files.ts';
import { ROW_TABLES } from './rows/all.ts';
import { plain, proseUnder, quoted, type SpecTable, tablesOf } from './spec-tables.ts';

const SPECIFICATION = join(ROOT, '../shared/spec/000_00dbb4af4b511f21.txt');
const text = existsSync(SPECIFICATION) ? readFileSync(SPECIFICATION, 'utf8') : undefined;
/** The names of its rows, by table: kept here, because not every checkout has the specification beside it. */
const KEPT: Readonly<Record<string, readonly string[]>> = JSON.parse(
  readFileSync(join(ROOT, 'test/conformance/spec-rows.json'), 'utf8'),
);

type Names = (cells: readonly string[]) => string[];
const first: Names = ([cell = '']) => [plain(cell)];
/** A cell that names several fields. */
const each: Names = ([cell = '']) => plain(cell).split(/, */);
const words: Names = ([cell = '']) => quoted(cell).filter((word) => /^[a-z]\w*$/.test(word));
const withoutQuery: Names = ([cell = '']) => [plain(cell).replace(/ \(.*| *\?.*/, '')];
/** From where to where; a row of several statuses is one for each. */
const moves: Names = ([from = '', , to = '', fourth]) => {
  const target = /\w+/.exec(fourth === undefined ? to : fourth)?.[0] ?? '';
  const sources = from.split(/, */);
  if (target === 'stays') return sources.map((source) => `${source} stays`);
  const targets = fourth === undefined ? to.split(' or ').map(plain) : [target];
  return sources.flatMap((source) => targets.map((one) => `${source} to ${one}`));
};
const upToColon: Names = ([cell = '']) => [plain(cell).replace(/:.*/, '')];

/**
 * Which of our tables holds the rows of one of theirs, and how a row of theirs is called. `column` names the
 * first one and `begins` the first row, where a heading has several tables.
 */
type Mapping = {
  readonly under: string;
  readonly column?: string;
  readonly begins?: string;
  readonly to: string;
  readonly names?: Names;
};
// biome-ignore format: one row per table of the specification, read as a table
const MAPPINGS: readonly Mapping[] = [
  { under: 'Charge (', begins: 'id',          to: 'Charge' },
  { under: 'Charge (', begins: 'br_code',     to: 'Pix block' },
  { under: 'Charge list envelope',            to: 'Charge list' },
  { under: 'Wallet balance',                  to: 'Wallet balance' },
  { under: 'Wallet list item',                to: 'Wallet list item' },
  { under: 'Payment (',                       to: 'Payment',                                 names: each },
  { under: 'Refund',                          to: 'Refund' },
  { under: 'Stats',                           to: 'Stats',                                   names: each },
  { under: 'Webhook endpoint',                to: 'Webhook endpoint',                        names: each },
  { under: 'API key record', column: 'Field', to: 'API key record' },
  { under: 'API key record', column: 'Environment', to: 'API key format' },
  { under: 'Charge public status',            to: 'Transaction status' },
  { under: 'Transitions shown',               to: 'Transition',                              names: moves },
  { under: 'Refund status',                   to: 'Refund status',                           names: moves },
  { under: 'API keys',                        to: 'Route',                                   names: withoutQuery },
  { under: 'POST /v1/charges and', column: 'Header', to: 'POST /v1/charges, header' },
  { under: 'POST /v1/charges and', column: 'Field',  to: 'POST /v1/charges, body' },
  { under: 'GET /v1/charges (list)',          to: 'GET /v1/charges, query' },
  { under: 'Wallets',                         to: 'Route',                                   names: withoutQuery },
  { under: 'POST /v1/payments',               to: 'POST /v1/payments, body' },
  { under: 'GET /v1/payments',                to: 'GET /v1/payments, query' },
  { under: 'POST /v1/payments/{id}/refund',   to: 'POST /v1/payments/{id}/refund, body' },
  { under: 'Webhooks', column: 'Method and path', to: 'Route',                               names: withoutQuery },
  { under: 'Webhooks', column: 'Param',       to: 'GET /v1/webhooks/deliveries, query' },
  { under: 'Authentication',                  to: 'Authentication',                          names: withoutQuery },
  { under: 'Subscribable event names', column: 'Family', to: 'Event name',                   names: ([, cell = '']) => quoted(cell) },
  { under: 'Subscribable event names', column: 'Event',  to: 'Event catalog' },
  { under: 'Canonical envelope',              to: 'Canonical envelope' },
  { under: 'Legacy envelope',                 to: 'Legacy envelope' },
  { under: 'Webhook request headers',         to: 'Webhook header' },
  { under: 'Envelope',                        to: 'Error envelope' },
  { under: 'Status map', column: 'HTTP',      to: 'Status',                                  names: each },
  { under: 'Status map', column: 'Value',     to: 'Named error' },
  { under: 'Limits',                          to: 'Limit',                                   names: upToColon },
];

/** Lists of names in running text, which are tables in all but form. */
// biome-ignore format: one row per list, read as a table
const LISTS: readonly { readonly under: string; readonly line: RegExp; readonly to: string; readonly names: Names }[] = [
  { under: 'Payment (',               line: /^Create response fields: .*$/m, to: 'Payment, create',                names: words },
  { under: 'Wallet balance',          line: /contains only (.*)$/m,          to: 'Wallet balance of one currency', names: words },
  { under: 'Provider status',         line: /^Fields: .*$/m,                 to: 'Provider status',                names: words },
  { under: 'Receipt',                 line: /^Fields: .*$/m,                 to: 'Receipt',                        names: words },
  { under: 'Webhook delivery',        line: /^Fields: .*$/m,                 to: 'Webhook delivery',               names: words },
  { under: 'Webhook endpoint status', line: /^`ACTIVE`.*$/m,                 to: 'Webhook endpoint status',        names: ([cell = '']) => quoted(cell).filter((word) => word !== 'PATCH') },
  { under: 'Webhook delivery status', line: /^`PENDING`[^.]*/m,              to: 'Webhook delivery status',        names: ([cell = '']) => quoted(cell) },
];

/** The mapping of the longest name that a table's heading begins with. */
const mappingOf = ({ heading, columns, rows }: SpecTable): Mapping | undefined =>
  MAPPINGS.filter(
    ({ under, column = columns[0], begins = rows[0]?.[0] }) =>
      heading.startsWith(under) && column === columns[0] && begins === rows[0]?.[0],
  ).toSorted((one, other) => other.under.length - one.under.length)[0];

/** The names of our rows, by table. */
const OURS = new Map<string, Set<string>>();
for (const { name, rows } of ROW_TABLES)
  for (const row of rows) OURS.set(name, (OURS.get(name) ?? new Set()).add(row.name));

/**
 * The names of their rows, by the name of our table; those of a table that is mapped nowhere under its
 * heading.
 */
function theirs(specification: string): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  const add = (table: string, names: readonly string[]): void => {
    const known = found.get(table) ?? new Set();
    found.set(table, known);
    for (const name of names) known.add(name);
  };
  for (const table of tablesOf(specification)) {
    const mapping = mappingOf(table);
    const to = mapping?.to ?? `mapped nowhere: ${table.heading} by ${table.columns[0]}`;
    for (const cells of table.rows) add(to, (mapping?.names ?? first)(cells));
  }
  for (const { under, line, to, names } of LISTS) {
    const [all = '', part] = line.exec(proseUnder(specification, under)) ?? [];
    add(to, names([part ?? all]));
  }
  const routes = [...specification.matchAll(/\b(GET|POST|PATCH|DELETE) (\/v1[^ `|),.\n]*)/g)];
  add(
    'Route',
    routes.map(([, method, path = '']) => `${method} ${path.replaceAll(/<\w+>/g, '{id}')}`),
  );
  return found;
}

test('no row of ours has the name of another, and no title is used twice', (t) => {
  const names = ROW_TABLES.flatMap(({ name, rows }) => rows.map((row) => `${name}, ${row.name}`));
  t.true(names.length > 250, String(names.length));
  t.is(new Set(names).size, names.length);
  for (const { name, rows } of ROW_TABLES)
    for (const row of rows) t.true(row.title.startsWith(`${name}, ${row.name}: `), row.title);
});

const sorted = (names: Iterable<string> | undefined): string[] => [...(names ?? [])].toSorted();

test('each row of each table of the specification has a test whose title names it, and we have no other rows', (t) => {
  for (const table of new Set([...Object.keys(KEPT), ...OURS.keys()]))
    t.deepEqual([table, ...sorted(OURS.get(table))], [table, ...sorted(KEPT[table])]);
  t.log(`${Object.values(KEPT).flat().length} rows of ${Object.keys(KEPT).length} tables of ours`);
});

test('the names that are kept are those of the specification', (t) => {
  if (text === undefined)
    return t.pass('the specification is not beside this checkout: there is nothing to compare with');
  const found = theirs(text);
  for (const table of new Set([...found.keys(), ...Object.keys(KEPT)]))
    t.deepEqual([table, ...sorted(KEPT[table])], [table, ...sorted(found.get(table))]);
  const rows = [...found.values()].reduce((sum, names) => sum + names.size, 0);
  t.log(`${tablesOf(text).length} tables and ${LISTS.length} lists of the specification, ${rows} rows`);
});

test('the event catalog describes each event as the specification does', (t) => {
  if (text === undefined)
    return t.pass('the specification is not beside this checkout: there is nothing to compare with');
  const table = tablesOf(text).find((one) => mappingOf(one)?.to === 'Event catalog');
  t.is(table?.rows.length, 7);
  for (const [name = '', description] of table?.rows ?? [])
    t.is(EVENT_CATALOG[plain(name) as keyof typeof EVENT_CATALOG].description, description as never, name);
});
