import type { Handle } from '@gx/stack';

/** Starts again what has ended, as an orchestrator of containers would, unless it is meant to stay down. */
export type Supervisor = {
  /** SIGKILL; it stays down until `revive`. */
  readonly kill: (handle: Handle) => Promise<void>;
  /** SIGTERM and wait; it stays down until `revive`. */
  readonly stop: (handle: Handle) => Promise<void>;
  /** Lets the supervisor start it again, and waits until it serves. */
  readonly revive: (handle: Handle) => Promise<void>;
  /** Ends that nobody ordered: a process that gave up by itself. */
  readonly unasked: () => readonly string[];
  readonly dismiss: () => Promise<void>;
};

const POLL_EVERY_MS = 200;

export function supervise(handles: readonly Handle[]): Supervisor {
  const down = new Set<Handle>();
  const starting = new Map<Handle, Promise<void>>();
  const unasked: string[] = [];

  const start = (handle: Handle): Promise<void> => {
    const under = starting.get(handle);
    if (under !== undefined) return under;
    const started = handle.start().finally(() => starting.delete(handle));
    starting.set(handle, started);
    return started;
  };
  const look = (): void => {
    for (const handle of handles) {
      if (handle.isRunning() || down.has(handle) || starting.has(handle)) continue;
      unasked.push(handle.name);
      start(handle).catch((error: Error) => unasked.push(`${handle.name}: ${error.message}`));
    }
  };
  const timer = setInterval(look, POLL_EVERY_MS);
  return {
    kill: (handle) => {
      down.add(handle);
      return handle.kill();
    },
    stop: (handle) => {
      down.add(handle);
      return handle.stop();
    },
    revive: async (handle) => {
      await start(handle);
      down.delete(handle);
    },
    unasked: () => unasked,
    dismiss: async () => {
      clearInterval(timer);
      await Promise.allSettled(starting.values());
    },
  };
}
