import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';

export const ROOT = resolve(import.meta.dirname, '../..');

/** One TypeScript file of ours: path from the root, text, and what it imports. */
export type SourceFile = { readonly path: string; readonly text: string; readonly imports: readonly string[] };

const IMPORT = /(?:^|\n)\s*(?:import|export)\s(?:[^'"]*?\sfrom\s)?['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)/g;

/** Every .ts file that people write (not `gen`), below the given folders of the root. */
export function sourceFiles(...folders: readonly string[]): SourceFile[] {
  return folders
    .flatMap((folder) => walk(join(ROOT, folder)))
    .map((path) => {
      const text = readFileSync(path, 'utf8');
      const imports = [...text.matchAll(IMPORT)].map((match) => match[1] ?? match[2] ?? '');
      return { path: relative(ROOT, path), text, imports };
    });
}

function walk(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return ['node_modules', 'gen', '.stack'].includes(entry.name) ? [] : walk(path);
    return entry.name.endsWith('.ts') ? [path] : [];
  });
}
