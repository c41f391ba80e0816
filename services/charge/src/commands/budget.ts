import type { BankCall } from '@gx/providers';

/** How long all calls of one act to a bank may take, and each of them. */
export type Budget = { readonly totalMs: number; readonly callMs: number };
export type Deadline = ReturnType<typeof deadlineOf>;

/** With less left no call is begun; one that must be made is given this. */
const LAST_CALL_MS = 250;

/** A budget that is spent from now on. */
export function deadlineOf({ totalMs, callMs }: Budget) {
  const end = performance.now() + totalMs;
  const leftMs = (): number => Math.min(callMs, end - performance.now());
  return {
    isOver: (): boolean => leftMs() <= LAST_CALL_MS,
    call: (): BankCall => ({ deadlineMs: Math.max(leftMs(), LAST_CALL_MS) }),
  };
}
