import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { runProgram, testDatabase, uniqueName, until } from '@gx/testkit';
import test from 'ava';
import { keysEnv } from './harness.ts';

const MAIN = resolve(import.meta.dirname, '../src/main.ts');

test('in production keys refuses plain servers by name, before it speaks to any; with reasons it starts and logs them', async (t) => {
  const database = await testDatabase('keys');
  t.teardown(database.drop);
  const env = { ...keysEnv(database, `${uniqueName('keys')}:`), ENVIRONMENT: 'production', HEALTH_PORT: '0' };
  const refused = await runProgram([MAIN], env);
  t.is(refused.code, 1);
  for (const name of ['ALLOW_PLAINTEXT_MONGODB', 'ALLOW_PLAINTEXT_REDIS'])
    t.true((refused.out + refused.err).includes(`${name} must say why`), refused.out + refused.err);

  const reasons = {
    ALLOW_PLAINTEXT_MONGODB: 'the database of a test, on this machine',
    ALLOW_PLAINTEXT_REDIS: 'the cache of a test, on this machine',
  };
  const running = spawn(process.execPath, [MAIN], {
    env: { ...env, ...reasons },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  running.stdout.on('data', (chunk) => {
    text += chunk;
  });
  t.teardown(async () => {
    running.kill('SIGKILL');
    await once(running, 'close');
  });
  await until('it is ready', () => text.includes('"message":"ready"'));
  const warned = text.split('\n').filter((line) => line.includes('ALLOW_PLAINTEXT_'));
  t.deepEqual(
    warned
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      .map(({ level, setting, reason }) => [level, setting, reason]),
    Object.entries(reasons).map(([setting, reason]) => ['warn', setting, reason]),
  );
});
