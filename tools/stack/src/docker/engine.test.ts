import { join } from 'node:path';
import test from 'ava';
import { runTool } from '../run-tool.ts';

test('a caller that does not ask for Docker does not load its client', async (t) => {
  const file = join(import.meta.dirname, '../start-servers.ts');
  const script = `import(${JSON.stringify(file)}).then(() => console.log(Object.keys(require.cache).some((path) => path.includes('mongoose')),
    Object.keys(require.cache).some((path) => /testcontainers|dockerode/.test(path))))`;
  t.is(await runTool(process.execPath, ['-e', script], {}), 'false false\n');
});
