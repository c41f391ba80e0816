import { join } from 'node:path';
import test from 'ava';
import { stackSettings } from '../src/config.ts';
import { runTool } from '../src/run-tool.ts';
import { newcomer } from './newcomer.ts';
import { temporaryFolder } from './temporary.ts';

test('a newcomer on Docker starts, creates and pays, stops, and finds the same keys and charges again', async (t) => {
  const stateDir = temporaryFolder(t);
  const reset = join(import.meta.dirname, '../src/reset.ts');
  await newcomer(t, 'docker', stateDir);
  const env = { ...stackSettings().inherited, GX_STACK_DIR: stateDir };
  t.regex(await runTool(process.execPath, [reset], env), /is gone/);
});
