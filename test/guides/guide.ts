import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = join(import.meta.dirname, '../../docs/guides');

/** What a guide has its reader do, in the order in which it stands. */
export type GuideStep =
  | { readonly kind: 'run'; readonly commands: string; readonly answers: readonly GuideAnswer[] }
  | { readonly kind: 'save'; readonly file: string; readonly text: string };
/** What the guide shows that the commands print. */
export type GuideAnswer = { readonly language: 'json' | 'text'; readonly text: string };

/** The names of all guides. */
export const GUIDES: readonly string[] = readdirSync(FOLDER).map((file) => file.replace(/\.md$/, ''));

/** The text of a guide as its file has it. */
export const guideText = (name: string): string => readFileSync(join(FOLDER, `${name}.md`), 'utf8');

/** The language of a sample, by the end of its file's name. */
const SAVED: Readonly<Record<string, string>> = {
  js: '.mjs',
  python: '.py',
  php: '.php',
  go: '.go',
  java: '.java',
};

const BLOCK = /^```(\w*)\n([\s\S]*?)^```$/gm;
const NAMED = /as `([\w.]+)`[^`\n]*(?:`[^`\n]*`[^`\n]*)*:\n\n$/;

/**
 * The blocks of a guide: `sh` is run; `json` and `text` behind it are its answers; the rest is saved to the
 * file that the line before it names. A block that is none of these cannot be shown to be true, so it is a
 * fault.
 */
export function stepsOfGuide(page: string): readonly GuideStep[] {
  const steps: GuideStep[] = [];
  for (const { 1: language = '', 2: text = '', index } of page.matchAll(BLOCK)) {
    if (language === 'sh') steps.push({ kind: 'run', commands: text, answers: [] });
    else if (language === 'json' || language === 'text') {
      const last = steps.pop();
      if (last?.kind !== 'run') throw new Error(`an answer to no command:\n${text}`);
      steps.push({ ...last, answers: [...last.answers, { language, text }] });
    } else steps.push({ kind: 'save', file: fileOf(page.slice(0, index), language), text });
  }
  return steps;
}

function fileOf(before: string, language: string): string {
  const file = NAMED.exec(before)?.[1] ?? '';
  const ending = SAVED[language];
  if (ending === undefined || !file.endsWith(ending)) throw new Error(`a block of ${language} without its file`);
  return file;
}

/** The commands of a block: a line, with those that it is continued on. */
export const commandsOf = (commands: string): readonly string[] =>
  commands
    .replaceAll(/\\\n\s*/g, '')
    .replaceAll(/'[^']*'/g, (quoted) => quoted.replaceAll('\n', ' '))
    .trim()
    .split('\n');

/** Whether commands only read, so that they may be run until they answer what is to come. */
export const onlyReads = (commands: string): boolean =>
  commandsOf(commands).every((command) => command.startsWith('curl ') && !/ -(X|d) /.test(command));

/** The words outside of blocks. */
export const wordsToRead = (page: string): number => page.replaceAll(BLOCK, '').match(/\S+/g)?.length ?? 0;

/** The rows of the table under a heading, their cells without the marks of code. */
export function tableOf(page: string, heading: string, nth = 0): readonly (readonly string[])[] {
  const chapter = page.split(`\n## ${heading}`)[1]?.split('\n## ')[0] ?? '';
  const table = [...chapter.matchAll(/(?:^\|.*\n)+/gm)][nth]?.[0] ?? '';
  return table
    .trim()
    .split('\n')
    .slice(2)
    .map((row) =>
      row
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim().replaceAll('`', '')),
    );
}
