import {
  afterOpen,
  afterProgress,
  type EndToEndId,
  invariant,
  type NextLook,
  TRANSFER_POLICIES,
  type TransferResult,
  transferEnd,
  waitAfter,
} from '@gx/core';
import { advance } from './advance.ts';
import { changed, KEEP, type Payout, type PayoutUpdate, type PlainPayout } from './payout.ts';

/** What a look at the bank brought, or why nothing was sent at this look. */
export type BankResult =
  | TransferResult
  /** Nothing was sent: it may not leave before `next`. `isUnknown`: an earlier attempt may have worked. */
  | { readonly kind: 'later'; readonly next: NextLook; readonly isUnknown: boolean };
export type ShownPixOut = { readonly endToEndId: EndToEndId | null };

/** The failure code of a destination that is not whose it was to be (decisions, section 7, Create). */
export const RECIPIENT_MISMATCH = 'recipient_mismatch';

/**
 * Records the bank's result for the lease's owner. An owner that lost its lease writes nothing: the new owner
 * asks for itself. A payout only gets its final status here: its hold ends next, then `conclude`.
 */
export function applyBankResult(
  payout: Payout,
  owner: string,
  { result, shown }: { readonly result: BankResult; readonly shown?: ShownPixOut },
  now: Date,
): PayoutUpdate {
  if (payout.work.owner !== owner || payout.status !== 'PROCESSING' || payout.finalStatus !== null) return KEEP;
  const named = { ...payout, endToEndId: shown?.endToEndId ?? payout.endToEndId };
  if (result.kind === 'later') return sentLater(named, result);
  const end = transferEnd(payout.work, result);
  if (end !== null) return judged(named, end, result, now);
  const { work, next } = result.kind === 'in_progress' ? afterProgress(payout.work) : afterOpen(payout.work, result);
  return changed({ ...named, work }, next);
}

/** The owner keeps the lease. */
function judged(payout: Payout, end: 'succeeded' | 'failed', result: TransferResult, now: Date): PayoutUpdate {
  const work = { ...payout.work, polls: 0 };
  if (end === 'succeeded') return changed({ ...payout, work, finalStatus: 'PAID', paidAt: now }, 'held');
  const failureCode = 'code' in result ? result.code : null;
  return changed({ ...payout, work, finalStatus: 'FAILED', failureCode }, 'held');
}

/** What was provably not sent does not count as an attempt, so the next one need not ask first. */
function sentLater(payout: Payout, { next, isUnknown }: Extract<BankResult, { kind: 'later' }>): PayoutUpdate {
  const { attempts, polls } = payout.work;
  const work = { ...payout.work, owner: null, attempts: isUnknown ? attempts : 0, polls: Math.max(0, polls - 1) };
  return changed({ ...payout, work }, next);
}

const TRIGGER = {
  PENDING: { FAILED: 'reject', CANCELLED: 'cancel' },
  PROCESSING: { PAID: 'confirm', FAILED: 'fail' },
} as const;

/** The hold is committed or voided as the final status says: the payout is over. */
export function conclude<P extends PlainPayout>(payout: P, owner: string, now: Date): PayoutUpdate<P> {
  const { status, finalStatus, work } = payout;
  if (work.owner !== owner || finalStatus === null) return KEEP;
  if (status !== 'PENDING' && status !== 'PROCESSING') return KEEP;
  const triggers: Partial<Record<typeof finalStatus, 'reject' | 'cancel' | 'confirm' | 'fail'>> = TRIGGER[status];
  const trigger = triggers[finalStatus];
  invariant(trigger !== undefined, `a ${status} payout does not end ${finalStatus}`);
  const moved = advance(payout, trigger, now);
  return {
    kind: 'change',
    payout: { ...moved.payout, work: { ...work, owner: null, polls: 0 } },
    events: moved.events,
    next: afterEnd(payout),
  };
}

/** One that arrived may come back; one that failed at its bank may have arrived after all. */
function afterEnd({ finalStatus, status }: PlainPayout): NextLook {
  if (finalStatus === 'PAID') return waitAfter(TRANSFER_POLICIES.returns, 1) ?? 'never';
  return status === 'PROCESSING' ? (waitAfter(TRANSFER_POLICIES.recheck, 1) ?? 'never') : 'never';
}
