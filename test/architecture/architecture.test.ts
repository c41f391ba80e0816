import { posix } from 'node:path';
import test from 'ava';
import { type SourceFile, sourceFiles } from './source-files.ts';

const files = sourceFiles('libs', 'services', 'test', 'tools');
const product = files.filter(({ path }) => !isTest(path));

function isTest(path: string): boolean {
  return path.endsWith('.test.ts') || /^(?:test|tools\/bench|(?:libs|services|tools)\/[^/]+\/test)\//.test(path);
}

/**
 * What a folder's files may import beside Node itself and files of the same folder. The first row that fits a
 * path rules it.
 */
// biome-ignore format: one row per folder, read as a table
const MAY_IMPORT: readonly (readonly [folder: RegExp, allowed: RegExp])[] = [
  [/^libs\/core\/src\//,                       /^(uuid|canonicalize)$/],
  [/^libs\/contracts\/src\//,                  /^(@gx\/core|@grpc\/(grpc-js|proto-loader))$/],
  [/^libs\/runtime\/src\/kafka\/kafkajs\.ts$/, /^kafkajs$/],
  [/^libs\/runtime\/src\/grpc\/assertions\.ts$/, /^(@gx\/core|jose)$/],
  [/^libs\/runtime\/src\//,                    /^(@gx\/(core|contracts(\/calls)?)|@grpc\/.+|mongoose|pino|redis|@opentelemetry\/.+)$/],
  [/^libs\/providers\/src\//,                   /^(@gx\/(core|runtime)|undici|cockatiel|zod|@opentelemetry\/api)$/],
  [/^tools\/back-up\/src\//,                   /^(@gx\/(contracts|runtime(\/(mongo|kafka|kafkajs))?)|mongoose|age-encryption)$/],
  [/^tools\/stack\/src\/docker\//,              /^(testcontainers|@testcontainers\/redis)$/],
  [/^tools\/stack\/src\//,                      /^(@gx\/(core|contracts|runtime(\/(grpc|mongo|kafka|kafkajs))?)|mongoose|redis)$/],
  [/^libs\/testkit\/src\/ava-setup\.ts$/,     /^ava$/],
  [/^libs\/testkit\/src\//,                    /^(@gx\/(core|contracts(\/\w+)?|runtime(\/(grpc|mongo|kafka|kafkajs))?|stack)|@grpc\/grpc-js|mongoose|redis|undici|ajv(\/.*)?|yaml|playwright-core)$/],
  [/^services\/[^/]+\/src\/domain\//,          /^@gx\/core$/],
  [/^services\/[^/]+\/src\/(commands|events|jobs)\//, /^(@gx\/(core|contracts(\/\w+)?|runtime(\/kafka)?|providers(\/test-payer)?))$/],
  [/^services\/[^/]+\/src\/queries\//,         /^(@gx\/(core|contracts(\/\w+)?|runtime|providers))$/],
  [/^services\/bank-simulator\/src\//,         /^(@gx\/(core|runtime(\/(mongo|kafka))?)|mongoose|express|zod)$/],
  [/^services\/checkout\/src\//,               /^(@gx\/(core|contracts(\/\w+)?|runtime(\/grpc)?)|express|qr)$/],
  [/^services\/gateway\/src\//,                /^(@gx\/(core|contracts(\/\w+)?|runtime(\/(grpc|redis))?)|redis|express|zod|qr(\/.*)?|markdown-it)$/],
  [/^services\/(charge|refund|payout)\/src\//, /^(@gx\/(core|contracts(\/\w+)?|runtime(\/(grpc|mongo|kafka))?|providers(\/test-payer)?)|mongoose|@opentelemetry\/api)$/],
  [/^services\/keys\/src\//,                   /^(@gx\/(core|contracts(\/\w+)?|runtime(\/(grpc|mongo|kafka|redis))?)|mongoose|jose|@node-rs\/argon2)$/],
  [/^services\/webhooks\/src\//,               /^(@gx\/(core|contracts(\/\w+)?|runtime(\/(grpc|mongo|kafka))?)|mongoose|undici|ipaddr\.js)$/],
  [/^services\/ledger\/src\//,                 /^(@gx\/(core|contracts(\/\w+)?|runtime(\/(grpc|mongo|kafka))?)|mongoose)$/],
  [/^services\/ops\/src\//,                    /^(@gx\/(core|contracts(\/\w+)?|runtime(\/(grpc|mongo|kafka))?)|commander)$/],
];

test('every product file imports only what its folder may', (t) => {
  const ruled = product.filter(({ path }) => /^(libs|services|tools\/(stack|back-up))\//.test(path));
  const wrong = ruled.flatMap((file) => {
    const row = MAY_IMPORT.find(([folder]) => folder.test(file.path));
    if (row === undefined) return [`${file.path}: no row of the import table fits`];
    return file.imports
      .filter((name) => !name.startsWith('.') && !name.startsWith('node:') && !row[1].test(name))
      .map((name) => `${file.path}: ${name}`);
  });
  t.deepEqual(wrong, []);
});

test('a relative import stays inside its package; in a service domain/ reaches only domain/, store/ only domain/ and store/', (t) => {
  const inner: readonly (readonly [RegExp, RegExp])[] = [
    [/^services\/[^/]+\/src\/domain\//, /^services\/[^/]+\/src\/domain\//],
    [/^services\/[^/]+\/src\/store\//, /^services\/[^/]+\/src\/(domain|store)\//],
  ];
  const wrong = files.flatMap((file) =>
    relativeTargets(file)
      .filter((target) => {
        const home = /^(?:libs|services|tools\/(?=stack\/|back-up\/))\/?[^/]+\//.exec(file.path)?.[0];
        if (home !== undefined && !target.startsWith(home)) return true;
        return !isTest(file.path) && inner.some(([from, to]) => from.test(file.path) && !to.test(target));
      })
      .map((target) => `${file.path}: ${target}`),
  );
  t.deepEqual(wrong, []);
});

function relativeTargets({ path, imports }: SourceFile): string[] {
  return imports.filter((name) => name.startsWith('.')).map((name) => posix.join(posix.dirname(path), name));
}

test('mongoose is imported by stores and wiring only, never by commands, queries, events, jobs or rpc.ts', (t) => {
  const allowed = /\/src\/(store\/|service\.ts$|store\.ts$|indexes\.ts$)/;
  const wrong = product
    .filter(({ path, imports }) => path.startsWith('services/') && imports.includes('mongoose') && !allowed.test(path))
    .map(({ path }) => path);
  t.deepEqual(wrong, []);
});

test('process.env is read by config.ts alone', (t) => {
  const wrong = product
    .filter(
      ({ path, text }) =>
        path.startsWith('services/') && text.includes('process.env') && !/\/(config|main)\.ts$/.test(path),
    )
    .map(({ path }) => path);
  t.deepEqual(wrong, []);
});

test('JSON is parsed by libs/core alone, which knows the byte order mark and the text of numbers', (t) => {
  const testkit = /^libs\/testkit\//;
  const wrong = product
    .filter(({ path, text }) => /^(libs|services)\//.test(path) && !testkit.test(path) && /\bJSON\.parse\(/.test(text))
    .map(({ path }) => path);
  t.deepEqual(wrong, []);
});

test('domain/ has no clock, no randomness and no environment', (t) => {
  const impure = /Date\.now\(|new Date\(\)|randomUUID|randomBytes|Math\.random|process\.env/;
  const wrong = product
    .filter(({ path, text }) => path.includes('/domain/') && impure.test(text))
    .map(({ path }) => path);
  t.deepEqual(wrong, []);
});

test('no file is longer than 300 lines', (t) => {
  const long = files
    .map(({ path, text }) => `${path} ${text.split('\n').length - 1}`)
    .filter((row) => Number(row.split(' ')[1]) > 300);
  t.deepEqual(long, []);
});

test('a main is at most 30 lines', (t) => {
  const long = product.filter(
    ({ path, text }) => /^services\/[^/]+\/src\/main\.ts$/.test(path) && text.split('\n').length > 31,
  );
  t.deepEqual(
    long.map(({ path }) => path),
    [],
  );
});

test('no function of the product is longer than 60 lines', (t) => {
  t.deepEqual(product.flatMap(longFunctions), []);
});

/**
 * Top-level functions and arrow constants, from their first line to the bracket that closes them at column 0.
 * A store is a table of methods behind one factory: there the methods are measured.
 */
function longFunctions({ path, text }: SourceFile): string[] {
  const lines = text.split('\n');
  const begins = /^(?:export )?(?:async )?function |^(?:export )?const \w+ = .*(?:=>|\()\s*[{(]?$/;
  const store = /^(?:export )?(?:async )?(?:function|const) \w*Store\b/;
  const method = /^ {2,4}(?:async )?\w+\(.*\{$|^ {2,4}\w+: (?:async )?\(.*\{$|^ {2,4}(?:async )?function /;
  const found: string[] = [];
  let start = -1;
  let closing = /^[})\]]/;
  for (const [index, line] of lines.entries()) {
    if (begins.test(line) && !store.test(line)) [start, closing] = [index, /^[})\]]/];
    else if (start < 0 && method.test(line)) [start, closing] = [index, new RegExp(`^ {${line.search(/\S/)}}[})\\]]`)];
    if (start >= 0 && index > start && closing.test(line)) {
      if (index - start + 1 > 60) found.push(`${path}:${start + 1} ${index - start + 1}`);
      start = -1;
    }
  }
  return found;
}

test('no file or folder has a name that says nothing', (t) => {
  const vague = /(^|[/-])(utils?|common|helpers?|managers?|misc|shared)([.-]|\/|$)/;
  t.deepEqual(
    files.map(({ path }) => path).filter((path) => vague.test(path) && !path.includes('/gen/')),
    [],
  );
});

test('no skipped, focused or failing-on-purpose test, no silenced type, no empty catch', (t) => {
  const bad =
    /\btest(?:\.serial)?\.(?:skip|only|todo|failing)\b|@ts-(?:ignore|expect-error|nocheck)|\bas any\b|: any\b|catch\s*(?:\([^)]*\))?\s*\{\s*\}/;
  const wrong = files
    .filter(({ path, text }) => bad.test(text) && path !== 'test/architecture/architecture.test.ts')
    .map(({ path }) => path);
  t.deepEqual(wrong, []);
});

test('tests do not sleep', (t) => {
  const sleep = /setTimeout\([^)]*,\s*[0-9_]{3,}\s*\)|\bsleep\(|\bdelay\([0-9]/;
  const wrong = files.filter(
    ({ path, text }) =>
      path.endsWith('.test.ts') && path !== 'test/architecture/architecture.test.ts' && sleep.test(text),
  );
  t.deepEqual(
    wrong.map(({ path }) => path),
    [],
  );
});
