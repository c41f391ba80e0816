const HURRY_AFTER_MS = 1_000;
const STOP_WITHIN_MS = 30_000;

/**
 * Calls `stop` once when this process is asked to end: Ctrl-C, SIGTERM, a closed terminal, or the death of
 * the process that started it. Asked again a second later, or when stopping takes too long, it leaves at
 * once, and the orphan watch stops what is left.
 */
export function onStopSignal(stop: (reason: string) => Promise<void>): void {
  let signalledAt: number | undefined;
  const end = (reason: string): void => {
    if (signalledAt === undefined) {
      signalledAt = performance.now();
      setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref();
      stop(reason).catch((cause: unknown) => {
        console.error(cause);
        process.exit(1);
      });
    } else if (performance.now() - signalledAt > HURRY_AFTER_MS) {
      process.exit(1);
    }
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => end(signal));
  process.on('disconnect', () => end('the launcher is gone'));
  // Listening for the launcher must not keep a finished process alive.
  process.channel?.unref();
}
