import { newId, unreachable } from '@gx/core';
import type { ProviderCharge } from '@gx/providers';
import { traceparent } from '@gx/runtime';
import type { Bank } from '../banks/bank-directory.ts';
import { type Charge, isAwaitingPosting } from '../domain/charge.ts';
import { type Closer, endClosing } from '../domain/close.ts';
import { optionOf } from '../domain/payment-options.ts';
import { heldPayment } from '../domain/review.ts';
import { type ApplyDeps, applyProviderCharge } from './apply-provider-charge.ts';
import { closeOrder } from './close-order.ts';
import type { Budget } from './submit-to-provider.ts';

export type CloseDeps = ApplyDeps;
export type CloseLimits = Budget & {
  /** Whether the bank may be asked who paid, which takes seconds. */
  readonly mayQueryPayer: () => boolean;
};
/**
 * Why a charge stays open for now. `bank_silent` says nothing about the charge; all others are odd if they
 * last.
 */
export type Waits =
  | 'bank_silent'
  | 'money_open'
  | 'money_unreadable'
  | 'concluded_without_money'
  | 'not_at_bank'
  | 'still_active'
  | 'status_unknown'
  | 'being_created';
export type CloseResult =
  | { readonly kind: 'ended'; readonly charge: Charge }
  | { readonly kind: 'waits'; readonly because: Waits; readonly retryAfterSeconds: number };
/**
 * What the bank's answer means: nobody can pay any more, who saw to that, or that it has to be asked again.
 */
type Removal =
  | { readonly kind: 'gone'; readonly by: 'us' | 'bank'; readonly charge: Charge }
  | { readonly kind: 'again'; readonly because: Waits; readonly charge: Charge }
  | { readonly kind: 'open'; readonly because: Waits; readonly retryAfterSeconds?: number };

/**
 * A removal that the bank does not confirm, or that money overtook, is looked at again this often in one run.
 */
const ROUNDS = 3;
/** Not worth another call. */
const LAST_CALL_MS = 250;

/** The facts of one closing: the id of the return of held money is made before it is known to be needed. */
export const closerAt = (now: Date): Closer => ({ now, traceparent: traceparent() ?? null, returnId: newId('refund') });

/**
 * Carries out the intent of a charge that was presented: the bank's books first, every Pix in them decided
 * of, then the removal, then the end. Money that may be kept drops the intent instead. Any process may take
 * this up at any line.
 */
export async function closeCharge(
  deps: CloseDeps,
  bank: Bank,
  found: Charge,
  limits: CloseLimits,
): Promise<CloseResult> {
  if (found.method !== 'PIX') return closeOrder(deps, bank, found, limits);
  const end = performance.now() + limits.totalMs;
  const left = (): number => Math.min(limits.callMs, end - performance.now());
  let charge = found;
  let because: Waits = 'bank_silent';
  for (let round = 0; round < ROUNDS && left() > LAST_CALL_MS; round += 1) {
    const removal = await remove(deps, bank, charge, { ...limits, left });
    switch (removal.kind) {
      case 'gone': {
        const { by } = removal;
        const close = (current: Charge) => endClosing(current, by, closerAt(deps.now()));
        return { kind: 'ended', charge: await deps.charges.update(charge.tenant, removal.charge, close) };
      }
      case 'open':
        return { kind: 'waits', because: removal.because, retryAfterSeconds: removal.retryAfterSeconds ?? 1 };
      case 'again':
        ({ charge, because } = removal);
        break;
      default:
        return unreachable(removal);
    }
  }
  return { kind: 'waits', because, retryAfterSeconds: 1 };
}

type Round = CloseLimits & { readonly left: () => number };

/** Looks at the bank once, decides about what it shows, and removes the charge if it can still be paid. */
async function remove(deps: CloseDeps, bank: Bank, before: Charge, { left, mayQueryPayer }: Round): Promise<Removal> {
  const found = await bank.provider.getCharge(optionOf(before).txid, { deadlineMs: left() });
  if (found.kind === 'pending') return { kind: 'open', because: 'status_unknown' };
  if (found.kind !== 'done') return silent(found);
  const shown = found.value;
  // A bank that has confirmed a charge and does not know it may be the wrong one: nothing is concluded from
  // that.
  if (shown === null) return { kind: 'open', because: 'not_at_bank' };
  const { charge, outcome } = await applyProviderCharge(deps, bank, before, { shown, mayQueryPayer });
  if (isOvertaken(charge)) return { kind: 'gone', by: 'us', charge };
  if (outcome !== 'complete') return { kind: 'open', because: 'money_open' };
  if (shown.payments.some(({ kind }) => kind === 'unreadable')) return { kind: 'open', because: 'money_unreadable' };
  return afterBooks(bank, charge, shown, left);
}

/**
 * Money decides, not the bank's removal: it was accepted or is held, or somebody else has ended the closing.
 */
const isOvertaken = (charge: Charge): boolean =>
  charge.closing === null || isAwaitingPosting(charge) || heldPayment(charge) !== undefined;

async function afterBooks(bank: Bank, charge: Charge, shown: ProviderCharge, left: () => number): Promise<Removal> {
  switch (shown.status) {
    case 'removed_by_receiver':
      return { kind: 'gone', by: 'us', charge };
    case 'removed_by_bank':
      return { kind: 'gone', by: 'bank', charge };
    case 'concluded':
      // Spent: every Pix of it was returned, and a concluded charge takes no other (pix.md, section 2.7).
      return shown.payments.length > 0
        ? { kind: 'gone', by: 'us', charge }
        : { kind: 'open', because: 'concluded_without_money' };
    case 'unrecognised':
      return { kind: 'open', because: 'status_unknown' };
    case 'active':
      return removeActive(bank, charge, left);
    default:
      return unreachable(shown.status);
  }
}

async function removeActive(bank: Bank, charge: Charge, left: () => number): Promise<Removal> {
  const outcome = await bank.provider.cancelCharge(optionOf(charge).txid, {
    deadlineMs: Math.max(left(), LAST_CALL_MS),
  });
  // What the bank shows as removed may have been paid a moment before: then it is looked at like any other.
  if (outcome.kind === 'done' && outcome.value.payments.length === 0) return afterRemoval(charge, outcome.value);
  if (outcome.kind === 'not_sent') return silent(outcome);
  return { kind: 'again', because: 'still_active', charge };
}

const afterRemoval = (charge: Charge, { status }: ProviderCharge): Removal => ({
  kind: 'gone',
  by: status === 'removed_by_bank' ? 'bank' : 'us',
  charge,
});

type Silence = Exclude<Awaited<ReturnType<Bank['provider']['getCharge']>>, { kind: 'done' | 'pending' }>;
function silent(outcome: Silence): Removal {
  const asked = outcome.kind === 'declined' ? undefined : outcome.cause.retryAfterSeconds;
  return { kind: 'open', because: 'bank_silent', ...(asked === undefined ? {} : { retryAfterSeconds: asked }) };
}
