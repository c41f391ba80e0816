/**
 * The size of the repository beside what it may be: `npm run figures` prints one Markdown table of the files
 * that git knows.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '..');
const files = execFileSync('git', ['ls-files'], { cwd: ROOT, encoding: 'utf8' }).trim().split('\n');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

const isGenerated = (path: string): boolean =>
  /(?:^|\/)gen\//.test(path) || /^(?:docs\/reference|charts\/[^/]+\/(?:README\.md|values\.schema\.json))/.test(path);
const isTest = (path: string): boolean => path.startsWith('test/') || /\/test\/|\.test\.ts|^libs\/testkit\//.test(path);
const isSource = (path: string): boolean => /\.(?:ts|mjs)$/.test(path) && !isTest(path) && !isGenerated(path);
const isPage = (path: string): boolean => path.endsWith('.md') && !path.endsWith('.test.ts.md') && !isGenerated(path);

const linesOf = (paths: readonly string[]): number =>
  paths.reduce((sum, path) => sum + read(path).split('\n').length - 1, 0);
const wordsOf = (paths: readonly string[]): number =>
  paths.reduce((sum, path) => sum + (read(path).match(/\S+/g)?.length ?? 0), 0);
const below = (...folders: readonly string[]): string[] =>
  files.filter((path) => folders.some((folder) => path.startsWith(`${folder}/`)));

/** The indexes of a collection's model: those that it names, and those that a library names for it. */
const indexesOf = (model: string): number => read(model).match(/\bname: '\w+'|^\s+[A-Z]+_INDEX\b/gm)?.length ?? 0;

/** The table of jobs has a row for each name and service; a row may have several names. */
const jobs = (): number =>
  (read('docs/operations/jobs.md').split('\n## ')[0] ?? '')
    .split('\n')
    .filter((row) => row.startsWith('| `'))
    .flatMap((row) => row.split('|')[1]?.match(/`[^`]+`/g) ?? []).length;

type Row = readonly [figure: string, value: number, most: number];
const ROWS: readonly Row[] = [
  [
    'source lines by hand: services, libs and tools, without tests',
    linesOf(below('services', 'libs', 'tools').filter(isSource)),
    61_054,
  ],
  ['source lines of charge', linesOf(below('services/charge').filter(isSource)), 10_868],
  ['source lines of webhooks', linesOf(below('services/webhooks').filter(isSource)), 4_075],
  ['generated files', files.filter(isGenerated).length, 15],
  ['indexes of `charges` beside `_id`', indexesOf('services/charge/src/store/charge-model.ts'), 14],
  ['background jobs', jobs(), 24],
  ['words of Markdown by hand', wordsOf(files.filter(isPage)), 90_000],
];

const count = new Intl.NumberFormat('en');
console.log('| Figure | Now | At most |\n|---|---|---|');
for (const [figure, value, most] of ROWS) console.log(`| ${figure} | ${count.format(value)} | ${count.format(most)} |`);
