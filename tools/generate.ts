/**
 * Writes what is generated from the code: types of the protos and what services load of them, the reference
 * pages of docs/reference, and the values of the charts. `--check` writes nothing and fails when a committed
 * file differs.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { descriptor } from './descriptor.ts';
import { protoTypes } from './proto-types.ts';

const root = resolve(import.meta.dirname, '..');

function filesBelow(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));
}

/**
 * Makes `folder` hold `wanted`, and nothing else where it is all generated; in check mode only says what
 * differs.
 */
function settle(folder: string, wanted: ReadonlyMap<string, string>, check: boolean, isAll = true): string[] {
  const stale = isAll ? filesBelow(folder).filter((file) => !wanted.has(file)) : [];
  const changed = [...wanted].filter(([file, text]) => {
    const path = join(folder, file);
    return !existsSync(path) || readFileSync(path, 'utf8') !== text;
  });
  if (!check) {
    for (const file of stale) rmSync(join(folder, file));
    for (const [file, text] of changed) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), text);
    }
  }
  return [...stale, ...changed.map(([file]) => file)].map((file) => relative(root, join(folder, file)));
}

const check = process.argv.includes('--check');
const gen = settle(
  join(root, 'libs/contracts/gen'),
  protoTypes(join(root, 'protos')).set('protos.json', descriptor(root)),
  check,
);
// What follows loads the protos as they have just been written.
const { referencePages } = await import('./reference.ts');
const { chartPages } = await import('./charts/chart-pages.ts');
const different = [
  ...gen,
  ...settle(join(root, 'docs/reference'), referencePages(), check),
  ...settle(join(root, 'charts'), chartPages(), check, false),
];
if (check && different.length > 0) {
  console.error(`Generated files differ from the code; run \`npm run generate\`:\n  ${different.join('\n  ')}`);
  process.exitCode = 1;
} else {
  console.log(check ? 'Generated files are up to date.' : `Generated files: ${different.length} changed.`);
}
