export type UntilOptions = { readonly timeoutMs?: number; readonly everyMs?: number };

/**
 * Asks again and again until the answer is neither undefined nor false, and returns it; fails with `what`
 * when the time is up. An answer that throws counts as "not yet"; its last error is named, and is the cause.
 */
export async function until<T>(
  what: string,
  ask: () => Promise<T | undefined | false> | T | undefined | false,
  { timeoutMs = 60_000, everyMs = 20 }: UntilOptions = {},
): Promise<T> {
  const end = performance.now() + timeoutMs;
  let last: unknown;
  do {
    try {
      const answer = await ask();
      if (answer !== undefined && answer !== false) return answer;
    } catch (error) {
      last = error;
    }
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  } while (performance.now() < end);
  const because = last instanceof Error ? ` (last: ${last.message})` : '';
  throw new Error(`waited ${timeoutMs} ms in vain: ${what}${because}`, { cause: last });
}
