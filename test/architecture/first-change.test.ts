import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import protobuf from 'protobufjs';
import { edited, stepsOf } from './page-steps.ts';
import { ROOT } from './source-files.ts';

const page = readFileSync(join(ROOT, 'docs/first-change.md'), 'utf8');
const textOf = (path: string): string | undefined => {
  const file = join(ROOT, path);
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
};

test('every edit of docs/first-change.md fits the code as it is, and the page counts its files', (t) => {
  const after = new Map<string, string>();
  for (const step of stepsOf(page)) {
    if (step.kind === 'run') continue;
    const { path, hunks } = step;
    t.notThrows(() => after.set(path, edited(after.get(path) ?? textOf(path), hunks)), path);
  }
  for (const [path, text] of after)
    if (path.endsWith('.proto')) t.notThrows(() => protobuf.parse(text), `${path}: the numbers of its fields are free`);
  const tests = [...after.keys()].filter((path) => path.endsWith('.test.ts')).length;
  const product = after.size - tests - 1;
  t.true(
    page.includes(`It touches ${after.size} files by hand: ${product} of the product, ${tests} tests and a changeset.`),
    `${after.size} files, ${product} of the product, ${tests} tests`,
  );
});

test('an edit fits one place alone: elsewhere it says that its page is out of date', (t) => {
  const [step] = stepsOf('```diff\n+++ a.ts\n one\n-two\n+2\n@@\n three\n+four\n```\n');
  const hunks = step?.kind === 'edit' ? step.hunks : [];
  const after = 'one\n2\nthree\nfour\n';
  t.is(edited('one\ntwo\nthree\n', hunks), after);
  t.is(edited(after, hunks), after, 'made already');
  t.throws(() => edited('one\nthree\n', hunks), { message: /^fits no place/ });
  t.throws(() => edited('one\ntwo\nthree\nthree\n', hunks), { message: /^fits several places/ });
  t.throws(() => edited(undefined, hunks), { message: 'there is no such file' });
});
