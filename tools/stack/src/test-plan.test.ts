import { existsSync, globSync, readFileSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';
import test from 'ava';
import { CHECKOUT } from './config.ts';
import { LONGEST, NATIVE, planTests } from './test-plan.ts';

test('what Docker leaves out of libraries and services is exactly what starts native servers of its own', (t) => {
  const starts =
    /\b(?:findNative|findMongo|guardedMongo|guardedKafka|authorizedKafka|redisCluster|redisSentinel)\(|provider: 'native'|newcomer\(t, 'native'/;
  const found: string[] = [];
  for (const path of globSync('{libs,services,tools}/*/test/**/*.test.ts', { cwd: CHECKOUT })) {
    if (starts.test(readFileSync(join(CHECKOUT, path), 'utf8'))) found.push(path);
  }
  // Its binaries are shell scripts on a PATH of its own.
  const about = ['tools/stack/test/native.test.ts'];
  t.deepEqual(found.filter((path) => !about.includes(path)).sort(), [...NATIVE].sort());
});

test('tests of containers run with Docker alone', (t) => {
  const [parts] = planTests([]).turns;
  t.true(parts?.args.includes('!**/*.docker.test.ts'));
  t.deepEqual(planTests(['libs/**']).turns[0]?.args, ['libs/**', '!**/*.docker.test.ts']);
  t.deepEqual(planTests(['--docker', 'libs/**']).turns[0]?.args, ['libs/**']);
});

test('the checks belong to a whole run without Docker', (t) => {
  t.deepEqual(
    [[], ['--all'], ['--check'], ['a.test.ts'], ['--docker'], ['--docker', 'a.test.ts']].map(
      (args) => planTests(args).hasChecks,
    ),
    [true, true, true, false, false, false],
  );
});

const wants = ({ args }: { readonly args: readonly string[] }, path: string): boolean => {
  const holds = (one: string): boolean => matchesGlob(path, one);
  return args.some(holds) && !args.some((one) => one.startsWith('!') && holds(one.slice(1)));
};
const testFiles = (): string[] =>
  globSync('{libs,services,test}/**/*.test.ts', { cwd: CHECKOUT, exclude: ['**/node_modules/**'] });

test('a run of everything has each test file in one turn', (t) => {
  const { turns } = planTests(['--all']);
  const timesIn = (path: string): number => turns.filter((turn) => wants(turn, path)).length;
  const notInOneTurn = testFiles().filter((path) => timesIn(path) !== (path.endsWith('.docker.test.ts') ? 0 : 1));
  t.deepEqual(notInOneTurn, []);
});

test('npm test has the merchant’s story, and nothing whose name says that it takes long', (t) => {
  const [turn, ...others] = planTests([]).turns;
  t.deepEqual(others, []);
  const files = testFiles().filter((path) => turn !== undefined && wants(turn, path));
  t.deepEqual(
    files.filter((path) => path.startsWith('test/stories/')),
    ['test/stories/stories.test.ts'],
  );
  t.true(files.length > 200);
  t.deepEqual(
    files.filter((path) => /\.(slow|faults|timed|browser|docker)\.test\.ts$/.test(path)),
    [],
  );
});

test('every file that begins first is there', (t) => {
  t.deepEqual(
    LONGEST.filter((file) => !existsSync(join(CHECKOUT, file))),
    [],
  );
});
