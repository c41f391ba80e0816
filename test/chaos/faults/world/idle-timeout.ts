/** Many times what the longest wait takes on a busy machine. */
const PATIENCE_MS = 30_000;
const POLL_EVERY_MS = 8;

/**
 * Somebody in the worker goes on and on: what was waited for did not come, and it did not become quiet
 * either.
 */
export class IdleTimeout extends Error {
  override readonly name = 'IdleTimeout';

  constructor() {
    super(`did not become quiet within ${PATIENCE_MS / 1_000} s`);
  }
}

/** Looks again and again until there is an answer. */
export async function lookUntil<T>(look: () => Promise<T | undefined>): Promise<T> {
  const end = performance.now() + PATIENCE_MS;
  while (performance.now() < end) {
    const seen = await look();
    if (seen !== undefined) return seen;
    await new Promise((resolve) => setTimeout(resolve, POLL_EVERY_MS));
  }
  throw new IdleTimeout();
}
