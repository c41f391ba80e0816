import type { ChildProcess } from 'node:child_process';
import type { Server, Socket } from 'node:net';

/**
 * Longer than any timer that a test may leave behind on purpose, and than a busy machine takes to close what
 * was ended. `TEST_LINGERS_MS` sets another.
 */
export const LINGERS_MS = Number(process.env['TEST_LINGERS_MS'] ?? 45_000);

type Handle = Partial<ChildProcess & Server & Socket>;
/**
 * Node has no public way to ask what the handles are, only of which kind: these two are what its own tests
 * ask.
 */
const handles = (): readonly Handle[] =>
  (process as unknown as { _getActiveHandles: () => Handle[] })._getActiveHandles();

/** A line for everything that keeps this process alive: its kind, and as far as it can be told which one. */
export function leftOpen(): string[] {
  const kinds = new Map<string, number>();
  for (const kind of process.getActiveResourcesInfo()) kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  return [...[...kinds].map(([kind, times]) => `${times} ${kind}`), ...handles().map(described)];
}

function described(handle: Handle): string {
  const { spawnargs, pid, remotePort, localPort, listening } = handle;
  if (spawnargs !== undefined) return `child ${pid} ${spawnargs.join(' ')}`;
  if (remotePort !== undefined) return `connection ${localPort} to ${remotePort}`;
  if (listening === true) return `server ${JSON.stringify(handle.address?.())}`;
  return handle.constructor?.name ?? 'unknown';
}

/**
 * Ends a process that something keeps alive after its last test, and says what; one that ends by itself never
 * callbacks.
 */
export function endIfLingering(afterMs: number, end: (lines: readonly string[]) => void): void {
  setTimeout(() => end(leftOpen()), afterMs).unref();
}
