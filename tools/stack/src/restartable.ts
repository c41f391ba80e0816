import type { RunningProcess } from './start-process.ts';

/** A process that can be stopped, killed and started again with the same port and data. */
export type Handle = {
  readonly name: string;
  pid(): number | undefined;
  isRunning(): boolean;
  /** SIGTERM and wait; nothing if it is not running. */
  stop(): Promise<void>;
  /** SIGKILL and wait. */
  kill(): Promise<void>;
  /** Any other signal, without waiting: SIGSTOP, SIGCONT, SIGTERM under load. */
  signal(signal: NodeJS.Signals): void;
  /** Starts it when it is not running, and waits until it serves. */
  start(): Promise<void>;
  restart(): Promise<void>;
};

/** Starts the process and returns the handle. `launch` must use the same port and data each time. */
export async function restartable(name: string, launch: () => Promise<RunningProcess>): Promise<Handle> {
  let running: RunningProcess | undefined = await launch();
  const handle: Handle = {
    name,
    pid: () => (running?.isRunning() ? running.pid : undefined),
    isRunning: () => running?.isRunning() ?? false,
    stop: async () => {
      await running?.stop();
    },
    kill: async () => {
      running?.kill('SIGKILL');
      await running?.exited;
    },
    signal: (signal) => {
      if (running?.isRunning()) running.kill(signal);
    },
    start: async () => {
      if (running?.isRunning()) return;
      running = await launch();
    },
    restart: async () => {
      await handle.stop();
      await handle.start();
    },
  };
  return handle;
}
