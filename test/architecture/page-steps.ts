/** What a page tells its reader to do: edits of one file, or commands, in the order of the page. */
export type PageStep =
  | { readonly kind: 'edit'; readonly path: string; readonly hunks: readonly Hunk[] }
  | { readonly kind: 'run'; readonly command: string };
/** What stands in the file, and what shall. */
type Hunk = { readonly before: string; readonly after: string };

const BLOCK = /^```(diff|sh)\n([\s\S]*?)^```$/gm;

/**
 * Blocks of `diff` begin with `+++ <path>`, their hunks are separated by `@@`; each line of a block of `sh`
 * is a command.
 */
export const stepsOf = (page: string): PageStep[] =>
  [...page.matchAll(BLOCK)].flatMap(([, kind, text = '']): PageStep[] => {
    const lines = text.trimEnd().split('\n');
    if (kind === 'sh') return lines.map((command) => ({ kind: 'run', command }));
    const [head = '', ...rest] = lines;
    if (!head.startsWith('+++ ')) throw new Error(`a block of diff without its file: ${head}`);
    return [{ kind: 'edit', path: head.slice('+++ '.length), hunks: hunksOf(rest) }];
  });

function hunksOf(lines: readonly string[]): Hunk[] {
  const hunks: string[][] = [[]];
  for (const line of lines) {
    if (line === '@@') hunks.push([]);
    else hunks.at(-1)?.push(line);
  }
  return hunks.map((hunk) => ({ before: without('+', hunk), after: without('-', hunk) }));
}

const without = (mark: string, hunk: readonly string[]): string =>
  hunk
    .filter((line) => !line.startsWith(mark))
    .map((line) => `${line.slice(1)}\n`)
    .join('');

/**
 * The text of the file after an edit; undefined is a file that is not there. Each hunk fits one place alone,
 * or the page is out of date; one that was made already changes nothing.
 */
export function edited(text: string | undefined, hunks: readonly Hunk[]): string {
  if (text === undefined) {
    if (hunks.some(({ before }) => before !== '')) throw new Error('there is no such file');
    return hunks.map(({ after }) => after).join('');
  }
  return hunks.reduce((whole, { before, after }) => {
    const lines = `\n${whole}`;
    if (lines.includes(`\n${after}`) && !before.includes(after)) return whole;
    const at = lines.indexOf(`\n${before}`);
    const isOnce = at !== -1 && lines.indexOf(`\n${before}`, at + 1) === -1;
    if (before === '' || !isOnce) throw new Error(`fits ${at === -1 ? 'no place' : 'several places'}:\n${before}`);
    return `${lines.slice(0, at)}\n${after}${lines.slice(at + 1 + before.length)}`.slice(1);
  }, text);
}
