import { isUnavailable, newId } from '@gx/core';
import { traceparent } from '@gx/runtime';
import type { Bank } from '../banks/bank-directory.ts';
import { type Charge, isAwaitingPosting } from '../domain/charge.ts';
import { type Closer, endClosing } from '../domain/close.ts';
import { optionOf } from '../domain/payment-options.ts';
import { heldPayment } from '../domain/review.ts';
import { currentCharge } from './apply-provider-charge.ts';
import { type ClosedOption, type CloseLimits, closeOption, type Waits } from './close-option.ts';
import { closePending } from './close-pending.ts';
import { endPaymentOptions } from './end-payment-options.ts';
import type { SubmitDeps } from './submit-to-provider.ts';

export type FinishDeps = SubmitDeps & {
  /** A name for one run of work on a charge; never used twice. */
  readonly newOwner: () => string;
};
export type CloseResult =
  | { readonly kind: 'ended'; readonly charge: Charge }
  | { readonly kind: 'waits'; readonly because: Waits; readonly retryAfterSeconds: number };

/** The facts of one closing: the id of the return of held money is made before it is known to be needed. */
export const closerAt = (now: Date): Closer => ({ now, traceparent: traceparent() ?? null, returnId: newId('refund') });

/**
 * Carries out an intent to close, whatever became of the charge since: its other options first, so that
 * nobody can pay a charge that reads ended and be kept; money that may be kept drops the intent. Any process
 * may take this up at any line.
 */
export async function finishClosing(
  deps: FinishDeps,
  bank: Bank,
  begun: Charge,
  limits: CloseLimits,
): Promise<CloseResult> {
  let charge = begun;
  try {
    if (begun.status === 'PENDING') charge = await endOfCreation(deps, bank, begun, limits);
  } catch (error) {
    if (!isUnavailable(error)) throw error;
    return waits({ because: 'bank_silent', retryAfterSeconds: error.more.retryAfterSeconds ?? 1 });
  }
  if (charge.status === 'PENDING') return waits({ because: 'being_created' });
  // Money that had to be returned may have completed the creation; the charge is still to be closed.
  return charge.closing === null ? { kind: 'ended', charge } : closeWhole(deps, bank, charge, limits);
}

const waits = ({ because = 'bank_silent', retryAfterSeconds = 1 }: Omit<ClosedOption, 'charge'>): CloseResult => ({
  kind: 'waits',
  because,
  retryAfterSeconds,
});

/**
 * A charge that is still being created is taken over from its creator, if that one has given it up or died;
 * else the creation ends first.
 */
async function endOfCreation(deps: FinishDeps, bank: Bank, begun: Charge, limits: CloseLimits): Promise<Charge> {
  const taken = await deps.creations.claimToClose(begun, deps.newOwner());
  return taken === undefined ? currentCharge(deps, begun) : closePending(deps, bank, taken, limits);
}

async function closeWhole(deps: FinishDeps, bank: Bank, begun: Charge, limits: CloseLimits): Promise<CloseResult> {
  const { charge: before, ...others } = await endPaymentOptions(deps, bank, begun, limits);
  if (before.closing === null) return { kind: 'ended', charge: before };
  if (others.because !== undefined) return waits(others);
  const { charge, ...closed } = await closeOption(deps, bank, optionOf(before), { ...limits, charge: before });
  if (closed.because !== undefined && !isOvertaken(charge)) return waits(closed);
  const end = (current: Charge) => endClosing(current, closed.removedBy ?? 'us', closerAt(deps.now()));
  return { kind: 'ended', charge: await deps.charges.update(charge.tenant, charge, end) };
}

/**
 * Money decides, not the bank's removal: it was accepted or is held, or somebody else has ended the closing.
 */
const isOvertaken = (charge: Charge): boolean =>
  charge.closing === null || isAwaitingPosting(charge) || heldPayment(charge) !== undefined;
