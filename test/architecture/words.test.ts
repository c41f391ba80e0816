import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { ROOT, sourceFiles } from './source-files.ts';

/** A word that docs/glossary.md refuses: everywhere, or below one folder. */
type RefusedWord = { readonly word: string; readonly below: string };

const glossary = readFileSync(join(ROOT, 'docs/glossary.md'), 'utf8');
const rows = (glossary.split('## Words that are refused')[1]?.split('\n## ')[0] ?? '')
  .split('\n')
  .filter((line) => line.startsWith('| ') && line.includes('`'))
  .map((line) => line.split('|').map((cell) => cell.trim()));
const ticked = (cell = ''): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, text = '']) => text);

/** Between commas: words, and after _in_ the folders that refuse them; without folders all do. */
const refused: readonly RefusedWord[] = rows.flatMap(([, , , not = '']) =>
  not.split(',').flatMap((part) => {
    const [words, folders] = part.split(' in ');
    const below = folders === undefined ? [''] : ticked(folders);
    return ticked(words).flatMap((word) => below.map((folder) => ({ word, below: folder })));
  }),
);
const stays = rows.flatMap(([, , , , exceptions]) => ticked(exceptions));

const COMMENT_OR_TEXT = /\/\*[\s\S]*?\*\/|\/\/[^\n]*|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"/g;
/** What is no comment: names, and texts that somebody reads. */
const withoutComments = (text: string): string =>
  text.replaceAll(COMMENT_OR_TEXT, (found) => (found.startsWith('/') ? ' ' : found));

const WORD = /[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g;
/**
 * `ENCRYPTION_KEY`, `encryptionKey` and `encryption-key` are two words each; in camel case the two together
 * are a third, so that `giveBack` can be refused and `back` cannot.
 */
const wordsOf = (text: string): Set<string> =>
  new Set(
    text.match(/[A-Za-z]+/g)?.flatMap((name) => {
      const words = name.match(WORD)?.map((word) => word.toLowerCase()) ?? [];
      return [...words, ...words.slice(1).map((word, index) => `${words[index]}${word}`)];
    }),
  );

const protos = readdirSync(join(ROOT, 'protos'), { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.proto'))
  .map((path) => ({ path: `protos/${path}`, text: readFileSync(join(ROOT, 'protos', path), 'utf8') }));
const files = [...sourceFiles('libs', 'services', 'test', 'tools'), ...protos].filter(
  ({ path }) => path !== 'test/architecture/words.test.ts',
);

test('no name, no text and no file has a word that the glossary refuses', (t) => {
  t.true(refused.length > 20);
  const found = files.flatMap(({ path, text }) => {
    const rest = stays.reduce((left, one) => left.replaceAll(one, ' '), `${path}\n${withoutComments(text)}`);
    const words = wordsOf(rest);
    return refused.flatMap(({ word, below }) =>
      words.has(word) && path.startsWith(below) ? [`${path}: ${word}`] : [],
    );
  });
  t.deepEqual(found, []);
});

test('what the glossary lets stay is still somewhere', (t) => {
  const all = files.map(({ text }) => text).join('\n');
  t.deepEqual(
    stays.filter((one) => !all.includes(one)),
    [],
  );
});

/** So many packages may say a name each for themselves. */
const DECLARATIONS_MAX = 2;

const EXPORTED_TYPE = /^export (type|interface|class|abstract class) (\w+)(?=[ <={])/gm;
const declared = files.flatMap(({ path, text }) =>
  [...text.matchAll(EXPORTED_TYPE)].map(([, kind = '', name = '']) => ({ kind, name, path })),
);

test('no exported type name is declared more than twice', (t) => {
  const often = [...Map.groupBy(declared, ({ name }) => name)].filter(([, all]) => all.length > DECLARATIONS_MAX);
  t.deepEqual(
    often.map(([name, all]) => `${name}: ${all.map(({ path }) => path).join(', ')}`),
    [],
  );
});

/** Participles and adjectives that end a name which is no noun; the irregular ones that once ended one. */
const NO_NOUN =
  /(?:ed|able|ible|less|Whose|Alone|Busy|Chosen|Found|Given|Held|Kept|Known|Left|Lost|Paid|Said|Seen|Sent|Shown|Taken|Told)$/;
const NOUNS = /(?:Table|Seed)$/;
/** To be renamed. */
const UNFINISHED = ['Alone', 'Busy', 'Countable', 'Payable'];

test('an exported type is named by a noun; an error may say what happened', (t) => {
  const found = declared.filter(
    ({ kind, name }) =>
      !kind.includes('class') && NO_NOUN.test(name) && !NOUNS.test(name) && !UNFINISHED.includes(name),
  );
  t.deepEqual(
    found.map(({ name, path }) => `${path}: ${name}`),
    [],
  );
});
