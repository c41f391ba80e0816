import type { BankCall } from '@gx/providers';
import type { Charge } from '../domain/charge.ts';

/** How long all calls of one act to a bank may take, and each of them. */
export type Budget = { readonly totalMs: number; readonly callMs: number };
export type Deadline = ReturnType<typeof deadlineOf>;

/** A call for the merchant of a charge, as far as it is there. */
export const callFor = ({ tenant }: Pick<Charge, 'tenant'>) => ({ merchant: tenant.accountId }) satisfies BankCall;

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
