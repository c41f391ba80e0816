import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'ava';
import { Lifecycle } from '../service/lifecycle.ts';
import {
  ConfigError,
  flag,
  integer,
  key256,
  keys256,
  list,
  optional,
  readConfig,
  secret,
  secrets,
  text,
  url,
} from './config.ts';

const spec = {
  MONGO_URL: secret(),
  GRPC_PORT: integer({ min: 1, max: 65_535, fallback: 50_051 }),
  PUBLIC_URL: optional(url()),
  CHARGES_LIST: flag(true),
  BROKERS: list(),
};

test('reads typed, frozen values and applies fallbacks', (t) => {
  const config = readConfig(
    { MONGO_URL: 'mongodb://x', BROKERS: 'a:1, b:2', PUBLIC_URL: 'https://pay.example/' },
    spec,
  );
  t.deepEqual(config, {
    MONGO_URL: 'mongodb://x',
    GRPC_PORT: 50_051,
    PUBLIC_URL: 'https://pay.example',
    CHARGES_LIST: true,
    BROKERS: ['a:1', 'b:2'],
  });
  t.true(Object.isFrozen(config));
});

test('a variable can stand in a file that <name>_FILE names; the variable itself wins, and a missing file is named', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'gx-config-'));
  t.teardown(() => rmSync(folder, { recursive: true }));
  const MONGO_URL_FILE = join(folder, 'mongo-url');
  writeFileSync(MONGO_URL_FILE, 'mongodb://from-file\n');
  t.is(readConfig({ MONGO_URL_FILE, BROKERS: 'a' }, spec).MONGO_URL, 'mongodb://from-file');
  t.is(readConfig({ MONGO_URL: 'mongodb://itself', MONGO_URL_FILE, BROKERS: 'a' }, spec).MONGO_URL, 'mongodb://itself');
  const missing = { MONGO_URL_FILE: join(folder, 'gone'), BROKERS: 'a' };
  const error = t.throws(() => readConfig(missing, spec), { instanceOf: ConfigError });
  t.is(error?.message, `MONGO_URL cannot be read from the file that MONGO_URL_FILE names: ${missing.MONGO_URL_FILE}`);
});

test('reports every problem at once', (t) => {
  const error = t.throws(() => readConfig({ GRPC_PORT: '0', PUBLIC_URL: 'ftp://x', CHARGES_LIST: 'yes' }, spec), {
    instanceOf: ConfigError,
  });
  t.is(
    error?.message,
    'MONGO_URL is required; GRPC_PORT must be an integer from 1 to 65535; PUBLIC_URL must be an http or https URL; CHARGES_LIST must be true or false; BROKERS is required',
  );
});

test('an empty number is no number, an empty secret is no secret', (t) => {
  t.throws(() => readConfig({ P: '' }, { P: integer({ min: 0, max: 9 }) }), {
    message: 'P must be an integer from 0 to 9',
  });
  t.throws(() => readConfig({ S: '' }, { S: secret() }));
  t.throws(() => readConfig({ K: 'c2hvcnQ=' }, { K: key256() }), { message: 'K must be 32 bytes in base64' });
  t.throws(() => readConfig({ T: '' }, { T: text('fallback') }));
});

test('keys between commas: each is read, a wrong one is named by its place, and none is ever quoted', (t) => {
  const [one, two] = [Buffer.alloc(32, 1).toString('base64'), Buffer.alloc(32, 2).toString('base64url')];
  const spec = { K: optional(keys256()) };
  t.deepEqual(readConfig({ K: `${one}, ${two}` }, spec).K, [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]);
  t.is(readConfig({}, spec).K, undefined);
  t.is(readConfig({ K: '' }, spec).K, undefined);
  const wrong = (raw: string): string => t.throws(() => readConfig({ K: raw }, spec))?.message ?? '';
  const problem = 'K must hold keys of 32 bytes in base64 between commas; wrong: ';
  t.is(wrong(`${one},c2hvcnQ=,${two},`), `${problem}2, 4`);
  t.is(wrong(`${one} ${two}`), `${problem}1`, 'two keys without a comma are not read as one');
  t.is(wrong(`${one}${one}`), `${problem}1`);
});

test('secrets between commas: each is read as it would be alone, a wrong one is named by its place, and none is ever quoted', (t) => {
  const spec = { S: optional(secrets(4)) };
  t.deepEqual(readConfig({ S: 'first,the second' }, spec).S, ['first', 'the second']);
  t.is(readConfig({ S: '' }, spec).S, undefined);
  const problem = 'S must hold secrets of at least 4 characters and without blanks around them between commas; wrong: ';
  t.throws(() => readConfig({ S: 'first,abc,,fourth' }, spec), { message: `${problem}2, 3` });
  // Alone each of these would be another secret than it is without the blank.
  t.throws(() => readConfig({ S: 'first, second,third ' }, spec), { message: `${problem}2, 3` });
});

test('stops in reverse, all the way, and names what failed', async (t) => {
  const stopped: string[] = [];
  const life = new Lifecycle();
  life.onStop('telemetry', () => stopped.push('telemetry'));
  life.onStop('mongo', () => {
    throw new Error('socket');
  });
  life.onStop('grpc', () => stopped.push('grpc'));
  const error = await t.throwsAsync(life.stop(), { instanceOf: AggregateError });
  t.deepEqual(stopped, ['grpc', 'telemetry']);
  t.is((error?.errors as Error[] | undefined)?.[0]?.message, 'stopping mongo');
});
