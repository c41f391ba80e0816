import { existsSync, readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import test from 'ava';

const root = join(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

const LEFT_OUT = /(^|\/)(node_modules|\.git|\.stack|gen|snapshots)(\/|$)|\.test\.ts\.md$/;
const FOLDERS = ['.ci', 'docs', 'libs', 'protos', 'services', 'test', 'tools'];

async function filesOf(folder: string): Promise<string[]> {
  const entries = await readdir(join(root, folder), { withFileTypes: true });
  const found = await Promise.all(
    entries
      .map((entry) => ({ entry, path: join(folder, entry.name) }))
      .filter(({ path }) => !LEFT_OUT.test(path))
      .map(({ entry, path }) => (entry.isDirectory() ? filesOf(path) : [path])),
  );
  return found.flat();
}

const below = (await Promise.all(FOLDERS.filter((name) => existsSync(join(root, name))).map(filesOf))).flat();
const here = (await readdir(root)).filter((name) => name.endsWith('.md'));
const pages = [...here, ...below.filter((path) => path.endsWith('.md'))];
const sources = below.filter((path) => /\.(ts|lua|proto)$/.test(path) && path !== 'test/architecture/docs.test.ts');

test('every link of every page leads to a file', (t) => {
  const broken = pages.flatMap((page) =>
    [...read(page).matchAll(/\]\((?!https?:|#)([^)#\s]+)[^)]*\)/g)]
      .map((match) => match[1] ?? '')
      .filter((target) => !existsSync(join(root, dirname(page), target)))
      .map((target) => `${page}: ${target}`),
  );
  t.deepEqual(broken, []);
  t.true(pages.length > 30);
});

for (const page of [
  'docs/ARCHITECTURE.md',
  'docs/fault-cases.md',
  'docs/decisions.md',
  'docs/pix.md',
  'docs/roadmap.md',
  'SECURITY.md',
]) {
  test(`${page} names only files that exist`, (t) => {
    const named = [...read(page).matchAll(/`([\w./-]+\.(?:ts|lua|md|proto|sha256))`/g)].map((match) => match[1] ?? '');
    t.deepEqual(
      named.filter((name) => ![...below, ...here].some((path) => path === name || path.endsWith(`/${name}`))),
      [],
    );
  });
}

/** What no page says to anybody who follows it, and why. */
const FORBIDDEN: Readonly<Record<string, RegExp>> = {
  'the log of one pod of several': /\blogs (-\S+ )*(deploy|deployment|job|sts|statefulset)s?\//,
  'an upgrade that forgets what the next one needs': /--reuse-values/,
  'a pod that never sees the end of its input': /"stdin":\s*true(?!,\s*"stdinOnce":\s*true)/,
};
for (const [what, forbidden] of Object.entries(FORBIDDEN))
  test(`no page says to take ${what}`, (t) => {
    t.deepEqual(
      pages.filter((page) => forbidden.test(read(page))),
      [],
    );
  });

test('docs/operations/jobs.md lists the jobs that services start, and no other', (t) => {
  const [table = ''] = read('docs/operations/jobs.md').split('\n## ');
  const listed = [...table.matchAll(/^\| (`.+?`) \|/gm)].flatMap(
    ([, names = '']) => names.match(/[a-z][a-z <>]+/g) ?? [],
  );
  const started =
    /(?:(?:startJob|startBankWork<\w+>)\([^{]*(?:\{ log, life \}, )?\{\s*name: |\bstart\(|^ {4})'([a-z][a-z ]+)'(?=[,:])(?!: '[^']+',?$)/gm;
  const jobs = below
    .filter(
      (path) => /^(?:services|libs)\/[^/]+\/src\/.*\.ts$/.test(path) && /startJob\(|startBankWork</.test(read(path)),
    )
    .flatMap((path) => [...read(path).matchAll(started)].map((match) => match[1] ?? ''));
  // The relay's job is named by its collection.
  t.deepEqual(listed.toSorted(), [...jobs, 'outbox <collection>'].toSorted());
});

test('the index of decisions lists each once, in the order of their numbers', (t) => {
  const listed = [...read('docs/adr/README.md').matchAll(/^- \[(\d+)\./gm)].map(([, number]) => Number(number));
  // A number that was given to a decision in the making may be missing.
  t.deepEqual(
    listed,
    [...new Set(listed)].toSorted((a, b) => a - b),
  );
});

test('every test that docs/fault-cases.md names is there', (t) => {
  const named = [...read('docs/fault-cases.md').matchAll(/`([\w./-]+\.ts)`: ?([^;|]*)/g)];
  const missing = named.filter(
    ([, path = '', title = '']) =>
      title.trim() === '' || !existsSync(join(root, path)) || !read(path).includes(title.trim()),
  );
  t.deepEqual(
    missing.map(([found]) => found),
    [],
  );
  t.true(named.length > 28);
});

test('docs/ARCHITECTURE.md names the owner of every collection', (t) => {
  const page = read('docs/ARCHITECTURE.md');
  const collections = sources
    .filter((path) => /^services\/[^/]+\/src\/store\//.test(path))
    .flatMap((path) => [...read(path).matchAll(/(?:collection: |COLLECTION = |collection<\w+>\()'(\w+)'/g)])
    .map((match) => match[1] ?? '');
  t.true(collections.length > 10);
  t.deepEqual(
    collections.filter((name) => !page.includes(`\`${name}\``)),
    [],
  );
});

const cited = (pattern: RegExp): string[] =>
  sources.flatMap((path) => [...read(path).matchAll(pattern)].map((match) => `${match[1]} (${relative('.', path)})`));

test('every decision that a comment or a test title cites is written down', (t) => {
  const page = read('docs/decisions.md');
  const numbers = [...cited(/[(,] ?([AN]\d{1,2})(?=[,)])/g), ...cited(/decisions ([AN]\d+)/g)];
  t.true(numbers.length > 40);
  t.deepEqual(
    numbers.filter((number) => !page.includes(`| ${number.split(' ')[0]} |`)),
    [],
  );
});

test('every section of pix.md, the architecture and the decisions that a comment cites is there', (t) => {
  const pix = read('docs/pix.md');
  const architecture = read('docs/ARCHITECTURE.md');
  const decisions = read('docs/decisions.md');
  t.deepEqual(
    [
      ...cited(/pix\.md,? (?:section )?(\d\.\d)/g).filter((section) => !pix.includes(`**${section.split(' ')[0]} `)),
      ...cited(/pix\.md 4 rows? (\d+)/g).filter(
        (row) => !new RegExp(`^\\| (\\d+, )?${Number.parseInt(row, 10)}\\b`, 'm').test(pix),
      ),
      ...cited(/architecture, section (\d)/g).filter((section) => !architecture.includes(`## ${section[0]}. `)),
      ...cited(/decisions, section (\d+)/g).filter(
        (section) => !decisions.includes(`\n## ${Number.parseInt(section, 10)}. `),
      ),
      ...cited(/architecture, invariant (\d+)/g).filter(
        (row) => !architecture.includes(`\n| ${Number.parseInt(row, 10)} | `),
      ),
    ],
    [],
  );
});

test('every decision record has its index row and its four parts', (t) => {
  const index = read('docs/adr/README.md');
  for (const path of below.filter((name) => /^docs\/adr\/\d{4}-/.test(name))) {
    const [file = ''] = path.split('/').slice(-1);
    const number = Number.parseInt(file, 10);
    const title = /^# (.+)$/m.exec(read(path))?.[1] ?? '';
    t.true(index.includes(`- [${title}](${file})`), file);
    t.true(title.startsWith(`${number}. `), file);
    for (const part of ['\nDate: ', '\nStatus: ', '## Context', '## Decision', '## Consequences'])
      t.true(read(path).includes(part), `${file}: ${part}`);
  }
});
