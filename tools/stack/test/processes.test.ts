import { join } from 'node:path';
import test from 'ava';
import { pollUntil } from '../src/poll-until.ts';
import { restartable } from '../src/restartable.ts';
import { type Log, startProcess } from '../src/start-process.ts';

const quiet: Log = () => undefined;
const STUBBORN = "process.on('SIGTERM', () => undefined); console.log('up'); setInterval(() => undefined, 1000)";

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

const gone = (pid: number): Promise<boolean> => pollUntil(async () => !isAlive(pid), 10_000);

/** Node with a script, ready when it has printed `up`. */
async function startScript(script: string) {
  let up = false;
  return startProcess({
    name: 'script',
    command: process.execPath,
    args: ['-e', script],
    env: {},
    log: (_source, line) => {
      up ||= line === 'up';
    },
    ready: async () => up,
  });
}

test('stopping leaves no process behind, even one that ignores SIGTERM', async (t) => {
  const running = await startScript(STUBBORN);
  t.deepEqual(await running.stop(100), { code: null, signal: 'SIGKILL' });
  t.false(isAlive(running.pid));
});

test('stopping takes the children of a process along', async (t) => {
  const script = `const child = require('child_process').spawn(process.execPath, ['-e', 'setInterval(() => 0, 1000)']);
    console.log('child ' + child.pid); setInterval(() => 0, 1000)`;
  let child = 0;
  const log: Log = (_source, line) => {
    child = Number(/^child (\d+)$/.exec(line)?.[1]);
  };
  const args = ['-e', script];
  const spec = { name: 'parent', command: process.execPath, args, env: {}, log, ready: async () => child > 0 };
  const running = await startProcess(spec);
  await running.stop();
  t.true(await gone(child));
});

test('a parent that is killed leaves no process behind', async (t) => {
  let child = 0;
  const parent = await startProcess({
    name: 'parent',
    command: process.execPath,
    args: [join(import.meta.dirname, 'fixtures/parent.ts')],
    env: {},
    log: (_source, line) => {
      child ||= Number(/^child (\d+)$/.exec(line)?.[1]);
    },
    ready: async () => child > 0,
  });
  process.kill(parent.pid, 'SIGKILL');
  t.true(await gone(child));
});

test('a process that ends before it is ready is reported with its last words', async (t) => {
  const args = ['-e', "console.error('no such database'); process.exit(3)"];
  const starting = startProcess({
    name: 'svc',
    command: process.execPath,
    args,
    env: {},
    log: quiet,
    ready: async () => false,
  });
  await t.throwsAsync(starting, { message: 'svc: ended (code 3) before it was ready\n  no such database' });
});

test('a process that never becomes ready is stopped', async (t) => {
  const args = ['-e', 'console.log(process.pid); setInterval(() => undefined, 1000)'];
  let pid = 0;
  const log: Log = (_source, line) => {
    pid = Number(line);
  };
  const starting = startProcess({
    name: 'svc',
    command: process.execPath,
    args,
    env: {},
    log,
    ready: async () => false,
    readyWithinMs: 300,
  });
  await t.throwsAsync(starting, { message: /^svc: not ready in 300 ms/ });
  t.true(pid > 0 && !isAlive(pid));
});

test('a command that does not exist is an error, not a crash', async (t) => {
  await t.throwsAsync(startProcess({ name: 'x', command: '/nowhere/x', args: [], env: {}, log: quiet }), {
    code: 'ENOENT',
  });
});

test('a handle starts again after a kill, and a stop of what is not running is nothing', async (t) => {
  const handle = await restartable('script', () => startScript("console.log('up'); setInterval(() => 0, 1000)"));
  const first = handle.pid();
  await handle.kill();
  t.false(handle.isRunning());
  await handle.stop();
  await handle.start();
  t.true(handle.isRunning());
  t.not(handle.pid(), first);
  await handle.stop();
  t.is(handle.pid(), undefined);
});
