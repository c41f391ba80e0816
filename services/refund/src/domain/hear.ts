import { type Cents, returnBankId } from '@gx/core';
import { type Decision, type FinalRefundStatus, KEEP, type PlainRefund, type Refund, type Work } from './refund.ts';
import { askAgainMs, followUpAfter, RECHECK_AFTER_MS, TRIES_MAX, TRY_AGAIN_MS } from './schedule.ts';
import { isOpen } from './transitions.ts';
import { toTheEnd, walk } from './walk.ts';

/** What a look at the bank brought. */
export type BankWord =
  /**
   * Nothing that may be concluded from. `doubt`: the bank may have it, so it counts as sent. `silent`: it
   * gave no answer.
   */
  | { readonly kind: 'open'; readonly doubt: boolean; readonly silent?: boolean; readonly retryAfterSeconds?: number }
  /** The bank has it, and has not finished. */
  | { readonly kind: 'in_progress' }
  | { readonly kind: 'returned' }
  /** Nothing was sent: so much of a payment is left to send back, the rest went already. Of a return. */
  | { readonly kind: 'less'; readonly amount: Cents; readonly doubt: boolean }
  /** The bank shows it, as failed for good. */
  | { readonly kind: 'failed'; readonly code: string }
  /** Refused in so many words, and the bank does not show it. `doubt`: an earlier attempt may yet appear. */
  | { readonly kind: 'declined'; readonly code: string; readonly doubt: boolean };

/**
 * Refusals in doubt that are believed together: a bank whose lists lag refuses an id that worked and does not
 * show it yet.
 */
const DECLINES_BELIEVED = 2;

/** How it ends by this word; null while it does not. */
export function verdictOf({ work }: Refund, word: BankWord): FinalRefundStatus | null {
  switch (word.kind) {
    case 'returned':
      return 'REFUNDED';
    case 'failed':
      return 'FAILED';
    case 'declined':
      return !word.doubt || work.declines + 1 >= DECLINES_BELIEVED ? 'FAILED' : null;
    default:
      return null;
  }
}

/**
 * Writes the bank's word down on behalf of the lease's owner: whoever lost the lease writes nothing, the new
 * owner asks for itself. A refund is only judged here: its hold comes next, then `conclude`. A return has no
 * hold and ends.
 */
export function hear(refund: Refund, owner: string, word: BankWord, now: Date): Decision {
  if (refund.work.owner !== owner || !isOpen(refund.status) || refund.verdict !== null) return KEEP;
  if (word.kind === 'less') return sendTheRest(refund, word);
  const verdict = verdictOf(refund, word);
  if (verdict === null) return word.kind === 'in_progress' ? progressed(refund, now) : stillOpen(refund, word);
  if (refund.kind === 'REFUND') return judged(refund, verdict, codeOf(word), now);
  return verdict === 'REFUNDED' ? ended(refund, 'confirm', now) : tryAgain(refund, codeOf(word), now);
}

/**
 * What the bank confirms at once has been in progress too: nobody sees a step left out. The owner keeps the
 * lease.
 */
function judged(refund: Refund, verdict: FinalRefundStatus, failureCode: string | null, now: Date): Decision {
  const { refund: on, events } = walk(refund, refund.status === 'PENDING' ? ['progress'] : [], now);
  const work = { ...refund.work, asks: 0 };
  return { kind: 'change', refund: { ...on, work, verdict, failureCode }, events, next: 'held' };
}

/** The hold is committed or given back as the verdict says: the refund is over. */
export function conclude(refund: Refund, owner: string, now: Date): Decision {
  if (refund.work.owner !== owner || !isOpen(refund.status) || refund.verdict === null) return KEEP;
  return ended(refund, refund.verdict === 'REFUNDED' ? 'confirm' : 'fail', now);
}

/** What failed is looked at again for some time: a bank may take back its word. */
function ended(refund: Refund, end: 'confirm' | 'fail', now: Date): Decision {
  const { refund: over, events } = walk(refund, toTheEnd(refund.status, end), now);
  const work = { ...refund.work, owner: null, asks: 0 };
  return { kind: 'change', refund: { ...over, work }, events, next: end === 'confirm' ? 'never' : RECHECK_AFTER_MS[0] };
}

/** No id will help where the method has no way back. */
const HOPELESS = 'not_supported';

/** A return that failed for good gets a new bank id; after the last one a person decides. */
function tryAgain(refund: Refund, failureCode: string | null, now: Date): Decision {
  const { tries } = refund.work;
  const waitMs = tries < TRIES_MAX && failureCode !== HOPELESS ? TRY_AGAIN_MS[tries - 1] : undefined;
  return waitMs === undefined
    ? ended({ ...refund, failureCode }, 'fail', now)
    : { kind: 'change', refund: { ...newTry(refund), failureCode }, events: [], next: waitMs };
}

/** The same return under the next id of its Pix. */
export function newTry<R extends PlainRefund>(refund: R): R {
  const tries = refund.work.tries + 1;
  return {
    ...refund,
    bank: { ...refund.bank, id: returnBankId(refund.bank.endToEndId, tries) },
    work: { owner: null, tries, attempts: 0, acknowledged: false, declines: 0, asks: 0, followUps: 0 },
  };
}

function progressed(refund: Refund, now: Date): Decision {
  const { refund: on, events } = walk(refund, refund.status === 'PENDING' ? ['progress'] : [], now);
  const asks = refund.work.acknowledged ? refund.work.asks : 1;
  const work = { ...refund.work, owner: null, acknowledged: true, asks };
  return { kind: 'change', refund: { ...on, work }, events, next: askAgainMs(asks) };
}

/**
 * Asked again later; soon, where the bank has spoken of it and cannot be reached. What was provably not sent
 * does not count as an attempt, so the next one need not ask first.
 */
function stillOpen(refund: Refund, word: BankWord): Decision {
  const { work } = refund;
  let kept: Partial<Work> = {};
  if (word.kind === 'declined') kept = { declines: work.declines + 1 };
  else if (word.kind === 'open' && !word.doubt) kept = { attempts: 0 };
  const retryAfterSeconds = word.kind === 'open' ? word.retryAfterSeconds : undefined;
  const isSilent = word.kind === 'open' && word.silent === true;
  const followUp = isSilent ? followUpAfter(work.followUps, retryAfterSeconds) : undefined;
  const next = followUp ?? askAgainMs(work.asks, retryAfterSeconds);
  return { kind: 'change', refund: { ...refund, work: { ...work, ...kept, owner: null } }, events: [], next };
}

/** Worded anew, and at once: under the same id, which the bank does not know. */
function sendTheRest(refund: Refund, { amount, doubt }: Extract<BankWord, { kind: 'less' }>): Decision {
  const { bank, work, payment } = refund;
  const whole = payment ?? refund.amount ?? amount;
  const rest = { ...refund, amount, payment: whole, bank: { ...bank, body: null } };
  const attempts = doubt ? work.attempts : 0;
  return { kind: 'change', refund: { ...rest, work: { ...work, owner: null, attempts } }, events: [], next: 0 };
}

const codeOf = (word: BankWord): string | null => ('code' in word ? word.code : null);
