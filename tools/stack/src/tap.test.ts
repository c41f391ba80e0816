import test from 'ava';
import { countsLine, failuresText, followTap } from './tap.ts';

const OUTPUT = `TAP version 13
ok 1 - core › src › money › cents add up
not ok 2 - core › src › money › a float is refused
  ---
    message: 'expected'
  ...
ok 3 - later # SKIP
not ok 4 - one day # TODO
not ok 5 - libs/core/src/x.test.ts exited with a non-zero exit code: 1

1..5
# tests 4
# pass 1
`;

test('every result counts once, a crashed file as a failure, and failures are listed once more with their reasons', (t) => {
  const printed: string[] = [];
  const tap = followTap((line) => printed.push(line));
  for (const line of OUTPUT.split('\n')) tap.line(line);
  t.is(countsLine(tap.counts), '1 passed, 2 failed, 2 skipped');
  t.is(
    failuresText(tap.failures),
    [
      'Failed:',
      '  core › src › money › a float is refused',
      '    ---',
      "      message: 'expected'",
      '    ...',
      '  libs/core/src/x.test.ts exited with a non-zero exit code: 1',
    ].join('\n'),
  );
  t.true(printed.includes("    message: 'expected'"), 'the reason of a failure is shown');
  t.false(
    printed.some((line) => /^(TAP|1\.\.|# )/.test(line)),
    'the frame of TAP is not',
  );
});

test('of what was printed the last ten lines are kept, for a run that ends without a word', (t) => {
  const tap = followTap(() => undefined);
  for (let nth = 1; nth <= 12; nth += 1) tap.line(`ok ${nth} - test ${nth}`);
  tap.line('# the last hook');
  t.is(tap.latest.length, 10);
  t.is(tap.latest[0], '✔ test 4');
  t.is(tap.latest.at(-1), '# the last hook');
});

test('a test that never ran counts as failed', (t) => {
  const tap = followTap(() => undefined);
  for (const line of ['ok 1 - a', 'not ok 2 - before hook', '# pass 1', '# fail 4']) tap.line(line);
  t.is(countsLine(tap.counts), '1 passed, 4 failed, 0 skipped');
  t.deepEqual(
    tap.failures.map(({ title }) => title),
    ['before hook', '3 that never ran or never ended'],
  );
});
