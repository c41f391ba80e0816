import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { runTool } from '../src/run-tool.ts';
import { temporaryFolder } from './temporary.ts';

const reset = (stateDir: string): Promise<string> =>
  runTool(process.execPath, [join(import.meta.dirname, '../src/reset.ts')], { GX_STACK_DIR: stateDir });

test('a reset removes the state, and again when there is none', async (t) => {
  const stateDir = join(temporaryFolder(t), 'state');
  t.regex(await reset(stateDir), /is gone/);
  t.false(existsSync(stateDir));
});

test('a reset whose volumes are with an engine that is away removes nothing, and says so', async (t) => {
  const stateDir = temporaryFolder(t);
  writeFileSync(join(stateDir, 'docker.socket'), '/nowhere/docker.sock');
  const message = /volumes of this stack are still there.*\n.*Start the engine at \/nowhere\/docker\.sock/;
  await t.throwsAsync(reset(stateDir), { message });
  t.true(existsSync(join(stateDir, 'docker.socket')));
});
