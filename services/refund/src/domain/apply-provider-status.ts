import {
  afterOpen,
  afterProgress,
  type Cents,
  returnBankId,
  TRANSFER_POLICIES,
  type TransferResult,
  transferEnd,
  waitAfter,
} from '@gx/core';
import { advance, triggersToEnd } from './advance.ts';
import { mayComeBack } from './record-returns.ts';
import { type Decision, type FinalRefundStatus, KEEP, type PlainRefund, type Refund } from './refund.ts';
import { RETRY_POLICIES } from './retry-policies.ts';
import { isOpen } from './transitions.ts';

/** What a poll of the provider brought. */
export type ProviderResult =
  | TransferResult
  /** Nothing was sent: so much of a payment is left to send back, the rest went already. Of a return. */
  | { readonly kind: 'less'; readonly amount: Cents; readonly isUnknown: boolean };

const FINAL = { succeeded: 'REFUNDED', failed: 'FAILED' } as const;

/** The final status that this result gives a refund; null while there is none. */
export function finalStatusOf({ work }: Refund, result: TransferResult): FinalRefundStatus | null {
  const end = transferEnd(work, result);
  return end === null ? null : FINAL[end];
}

/**
 * Records the provider's result for the lease's owner. An owner that lost its lease writes nothing: the new
 * owner polls for itself. A refund only gets its final status here: its hold ends next, then `conclude`. A
 * return has no hold and ends.
 */
export function applyProviderStatus(refund: Refund, owner: string, result: ProviderResult, now: Date): Decision {
  if (refund.work.owner !== owner || !isOpen(refund.status) || refund.finalStatus !== null) return KEEP;
  if (result.kind === 'less') return sendTheRest(refund, result);
  const finalStatus = finalStatusOf(refund, result);
  if (finalStatus === null) return result.kind === 'in_progress' ? progressed(refund, now) : stillOpen(refund, result);
  if (refund.kind === 'REFUND') return judged(refund, finalStatus, codeOf(result), now);
  return finalStatus === 'REFUNDED' ? ended(refund, 'confirm', now) : retryUnderNextId(refund, codeOf(result), now);
}

/**
 * What the bank confirms at once has been in progress too: nobody sees a step left out. The owner keeps the
 * lease.
 */
function judged(refund: Refund, finalStatus: FinalRefundStatus, failureCode: string | null, now: Date): Decision {
  const { refund: on, events } = advance(refund, refund.status === 'PENDING' ? ['progress'] : [], now);
  const work = { ...refund.work, polls: 0 };
  return { kind: 'change', refund: { ...on, work, finalStatus, failureCode }, events, next: 'held' };
}

/** The hold is committed or voided as the final status says: the refund is over. */
export function conclude<R extends PlainRefund>(refund: R, owner: string, now: Date): Decision<R> {
  if (refund.work.owner !== owner || !isOpen(refund.status) || refund.finalStatus === null) return KEEP;
  return ended(refund, refund.finalStatus === 'REFUNDED' ? 'confirm' : 'fail', now);
}

/**
 * What failed is looked at again, for a bank may correct itself; what was paid out is, for it may come back.
 */
function ended<R extends PlainRefund>(refund: R, end: 'confirm' | 'fail', now: Date): Decision<R> {
  const { refund: over, events } = advance(refund, triggersToEnd(refund.status, end), now);
  const work = { ...refund.work, owner: null, polls: 0 };
  const policy = over.status === 'FAILED' ? 'recheck' : mayComeBack(over) ? 'returns' : undefined;
  const wait = policy && waitAfter(TRANSFER_POLICIES[policy], 1);
  return { kind: 'change', refund: { ...over, work }, events, next: wait ?? 'never' };
}

/** No id will help where the method has no way back. */
const HOPELESS = 'not_supported';

/** A return that failed for good gets a new bank id; after the last one a person decides. */
function retryUnderNextId(refund: Refund, failureCode: string | null, now: Date): Decision {
  const { bankIds } = refund.work;
  const waitMs = failureCode === HOPELESS ? undefined : waitAfter(RETRY_POLICIES.nextId, bankIds);
  return waitMs === undefined
    ? ended({ ...refund, failureCode }, 'fail', now)
    : { kind: 'change', refund: { ...nextBankId(refund), failureCode }, events: [], next: waitMs };
}

/** The same return under the next id of its Pix. */
export function nextBankId<R extends PlainRefund>(refund: R): R {
  const bankIds = refund.work.bankIds + 1;
  return {
    ...refund,
    bank: { ...refund.bank, id: returnBankId(refund.bank.endToEndId, bankIds) },
    work: { owner: null, bankIds, attempts: 0, acknowledged: false, declines: 0, polls: 0, followUps: 0 },
  };
}

function progressed(refund: Refund, now: Date): Decision {
  const { refund: on, events } = advance(refund, refund.status === 'PENDING' ? ['progress'] : [], now);
  const { work, next } = afterProgress(refund.work);
  return { kind: 'change', refund: { ...on, work }, events, next };
}

function stillOpen(refund: Refund, result: TransferResult): Decision {
  const { work, next } = afterOpen(refund.work, result);
  return { kind: 'change', refund: { ...refund, work }, events: [], next };
}

/** A new body, sent at once under the same id, which the bank does not know. */
function sendTheRest(refund: Refund, { amount, isUnknown }: Extract<ProviderResult, { kind: 'less' }>): Decision {
  const { bank, work, payment } = refund;
  const whole = payment ?? refund.amount ?? amount;
  const rest = { ...refund, amount, payment: whole, bank: { ...bank, body: null } };
  const attempts = isUnknown ? work.attempts : 0;
  return { kind: 'change', refund: { ...rest, work: { ...work, owner: null, attempts } }, events: [], next: 0 };
}

const codeOf = (result: TransferResult): string | null => ('code' in result ? result.code : null);
