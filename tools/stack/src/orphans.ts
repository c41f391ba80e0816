import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';

let watch: ChildProcess | undefined;

/** Tells the watch, started on first use, what must not outlive this process; see orphan-watch.ts. */
function send(line: string): void {
  if (watch === undefined) {
    watch = spawn(process.execPath, [join(import.meta.dirname, 'orphan-watch.ts')], {
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore'],
      env: {},
    });
    watch.unref();
    const { stdin } = watch;
    if (stdin !== null && 'unref' in stdin && typeof stdin.unref === 'function') stdin.unref();
    // Without the watch a clean stop still works; only a SIGKILL of this process would leave children.
    watch.on('error', () => undefined);
    stdin?.on('error', () => undefined);
  }
  watch.stdin?.write(`${line}\n`);
}

/** The process group must be stopped if this process dies. */
export const watchGroup = (pid: number): void => send(`+${pid}`);

/** The process group has ended; its number may be reused by others. */
export const unwatchGroup = (pid: number): void => send(`-${pid}`);

/** The containers of this start must be removed when this process ends, however it ends. */
export const removeContainersAtExit = (socket: string, run: string): void => send(`*${run} ${socket}`);

/** The folder must be removed when this process ends, however it ends. */
export const removeAtExit = (folder: string): void => send(`~${folder}`);
