/**
 * A small process that outlives its parent by a few seconds. The parent writes one line per thing it started
 * and closes the pipe, willingly or by dying; what is still listed then is stopped and removed. So nothing is
 * left behind even after a SIGKILL.
 *
 * Lines: `+<pid>` a process group was started, `-<pid>` it has ended, `*<run> <socket>` remove the containers
 * of this start at the end, `~<folder>` remove this folder at the end.
 */
import { rmSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { removeRun } from './docker/leftovers.ts';

const GRACE_MS = 8_000;
const POLL_MS = 50;
const groups = new Set<number>();
const folders = new Set<string>();
const runs = new Map<string, string>();

// A terminal's Ctrl-C reaches this process too; its parent decides when the end has come.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);

function send(group: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(-group, signal);
    return true;
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ESRCH') return false;
    throw cause;
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  if (line.startsWith('+')) groups.add(Number(line.slice(1)));
  if (line.startsWith('-')) groups.delete(Number(line.slice(1)));
  const [, run, socket] = /^\*(\S+) (.+)$/.exec(line) ?? [];
  if (run !== undefined && socket !== undefined) runs.set(run, socket);
  if (line.startsWith('~')) folders.add(line.slice(1));
}

for (const group of groups) send(group, 'SIGTERM');
// An engine that is away now keeps its containers; the next start removes them.
const removed = Promise.allSettled([...runs].map(([run, socket]) => removeRun(socket, run, GRACE_MS / 1_000)));
const deadline = performance.now() + GRACE_MS;
while ([...groups].some((group) => send(group, 0)) && performance.now() < deadline) await pause(POLL_MS);
for (const group of groups) send(group, 'SIGKILL');
await removed;
for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
