import { spawn } from 'node:child_process';
import { once } from 'node:events';
import test from 'ava';
import { processesOf } from './process-group.ts';

test('every process of a group is listed with its command, and none of another group', async (t) => {
  const child = spawn('sh', ['-c', 'cat; true'], { detached: true, stdio: ['pipe', 'pipe', 'ignore'] });
  t.teardown(() => child.kill('SIGKILL'));
  // Once `cat` has given something back, both are there.
  child.stdin.write('x');
  await once(child.stdout, 'data');
  const commands = processesOf(child.pid ?? 0).map((line) => line.replace(/^\d+ \w /, ''));
  t.deepEqual(commands.toSorted(), ['cat', 'sh -c cat; true']);
  child.stdin.end();
  await once(child, 'close');
  t.deepEqual(processesOf(child.pid ?? 0), []);
});
