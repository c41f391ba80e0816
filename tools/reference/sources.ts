import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');

export const textOf = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

/**
 * The TypeScript that ships in `libs` or `services`: package name, path from the root, text. In a fixed
 * order.
 */
export function sourcesOf(
  folder: 'libs' | 'services',
): readonly { readonly owner: string; readonly path: string; readonly text: string }[] {
  return readdirSync(join(ROOT, folder))
    .toSorted()
    .flatMap((owner) => {
      const files = readdirSync(join(ROOT, folder, owner, 'src'), { recursive: true, encoding: 'utf8' });
      return files
        .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
        .toSorted()
        .map((file) => {
          const path = join(folder, owner, 'src', file);
          return { owner, path, text: textOf(path) };
        });
    });
}
