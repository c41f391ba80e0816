/**
 * A table of the specification as it is written: under which heading, its columns, and the cells of each row.
 */
export type SpecTable = {
  readonly heading: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
};

const cellsOf = (line: string): string[] =>
  line
    .split(/(?<!\\)\|/)
    .slice(1, -1)
    .map((cell) => cell.trim());
const isRule = (line: string): boolean => /^\|[ :|-]+\|$/.test(line);

/** Every table, in order. */
export function tablesOf(text: string): SpecTable[] {
  const tables: { heading: string; columns: string[]; rows: string[][] }[] = [];
  let heading = '';
  let isInside = false;
  for (const line of text.split('\n')) {
    if (line.startsWith('#')) heading = line.replace(/^#+ */, '');
    if (!line.startsWith('|')) {
      isInside = false;
    } else if (!isInside) {
      tables.push({ heading, columns: cellsOf(line), rows: [] });
      isInside = true;
    } else if (!isRule(line)) tables.at(-1)?.rows.push(cellsOf(line));
  }
  return tables;
}

/** The lines of running text under a heading. */
export function proseUnder(text: string, heading: string): string {
  const lines = text.split('\n');
  const at = lines.findIndex((line) => line.startsWith('#') && line.replace(/^#+ */, '').startsWith(heading));
  if (at === -1) return '';
  const end = lines.findIndex((line, index) => index > at && line.startsWith('#'));
  return lines.slice(at + 1, end === -1 ? undefined : end).join('\n');
}

/** What stands between backticks. */
export const quoted = (cell: string): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, word = '']) => word);
/** A cell without its backticks. */
export const plain = (cell: string): string => cell.replaceAll('`', '').trim();
