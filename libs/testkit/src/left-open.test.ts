import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'ava';
import { endIfLingering, leftOpen } from './left-open.ts';

test('a process that something keeps alive is ended, and each server and connection that does it is named', async (t) => {
  const server = createServer().listen(0, '127.0.0.1');
  t.teardown(() => server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const lines = await new Promise<readonly string[]>((end) => endIfLingering(1, end));
  t.true(lines.some((line) => line.startsWith('server ') && line.includes(`"port":${port}`)));
  const socket = connect(port, '127.0.0.1');
  t.teardown(() => socket.destroy());
  await once(socket, 'connect');
  t.true(leftOpen().includes(`connection ${socket.localPort} to ${port}`));
});

test('a test file that leaves a server open fails, and its output says which', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'gx-left-open-'));
  t.teardown(() => rmSync(folder, { recursive: true, force: true }));
  const ava = join(import.meta.dirname, '../../../node_modules/ava');
  const setup = JSON.stringify(join(import.meta.dirname, 'ava-setup.ts'));
  const files: Readonly<Record<string, string>> = {
    'package.json': '{ "type": "module" }',
    'ava.config.js': `export default { files: ['*.test.ts'], extensions: { ts: 'module' }, require: [${setup}] };`,
    'server.test.ts': `import test from ${JSON.stringify(realpathSync(join(ava, 'entrypoints/main.mjs')))};
      import { createServer } from 'node:net';
      test('passes', (t) => { createServer().listen(0, '127.0.0.1'); t.pass(); });`,
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const { code, out } = await new Promise<{ code: unknown; out: string }>((ended) => {
    const env = { PATH: process.env['PATH'], TEST_LINGERS_MS: '200' };
    execFile(process.execPath, [join(ava, 'entrypoints/cli.mjs'), '--tap'], { cwd: folder, env }, (error, out, err) =>
      ended({ code: error?.code, out: `${out}\n${err}` }),
    );
  });
  t.is(code, 1, out);
  t.regex(out, /^ok 1 - passes$/m);
  t.regex(out, /server \{"address":"127\.0\.0\.1"/);
  t.regex(out, /^not ok .*exited with a non-zero exit code: 1$/m);
});
