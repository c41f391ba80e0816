import { invariant, isUnavailable } from '@gx/core';
import type { Bank } from '../banks/bank-directory.ts';
import type { Charge } from '../domain/charge.ts';
import { paymentOptionsLeft } from '../domain/payment-options.ts';
import { type CloseLimits, type CloseResult, closeCharge } from './close-charge.ts';
import { closePending } from './close-pending.ts';
import { endPaymentOptions } from './end-payment-options.ts';
import type { SubmitDeps } from './submit-to-provider.ts';

export type FinishDeps = SubmitDeps & {
  /** A name for one run of work on a charge; never used twice. */
  readonly newOwner: () => string;
};

/**
 * Carries out an intent to close, whatever became of the charge since: one that is still being created is
 * taken over from its creator, if that one has given it up or died; else the creation ends first.
 */
export async function finishClosing(
  deps: FinishDeps,
  bank: Bank,
  begun: Charge,
  limits: CloseLimits,
): Promise<CloseResult> {
  if (begun.status !== 'PENDING') return closeWhole(deps, bank, begun, limits);
  const taken = await deps.creations.claimToClose(begun, deps.newOwner());
  if (taken === undefined) return afterCreation(deps, bank, begun, limits);
  try {
    const charge = await closePending(deps, bank, taken, limits);
    // Money that had to be returned completed the creation; the charge is still to be closed.
    return charge.closing === null ? { kind: 'ended', charge } : closeWhole(deps, bank, charge, limits);
  } catch (error) {
    if (!isUnavailable(error)) throw error;
    return { kind: 'waits', because: 'bank_silent', retryAfterSeconds: error.more.retryAfterSeconds ?? 1 };
  }
}

async function afterCreation(deps: FinishDeps, bank: Bank, begun: Charge, limits: CloseLimits): Promise<CloseResult> {
  const charge = await deps.charges.forSettlement(begun.tenant, begun.id);
  invariant(charge !== undefined, 'a charge is never deleted');
  if (charge.status === 'PENDING') return { kind: 'waits', because: 'being_created', retryAfterSeconds: 1 };
  return charge.closing === null ? { kind: 'ended', charge } : closeWhole(deps, bank, charge, limits);
}

/**
 * Its other options first, so that nobody can pay a charge that reads ended and be kept; money that came by
 * one of them drops the intent.
 */
async function closeWhole(deps: FinishDeps, bank: Bank, begun: Charge, limits: CloseLimits): Promise<CloseResult> {
  if (paymentOptionsLeft(begun).length === 0) return closeCharge(deps, bank, begun, limits);
  const { charge, because } = await endPaymentOptions(deps, bank, begun, limits);
  if (charge.closing === null) return { kind: 'ended', charge };
  return because === undefined
    ? closeCharge(deps, bank, charge, limits)
    : { kind: 'waits', because, retryAfterSeconds: 1 };
}
