import { type TaxDocument, waitAfter } from '@gx/core';
import type { BankCall, CheckBeforeSend, Outcome, PixKeyOwner, TransferBank } from '@gx/providers';
import { retryAfterOf } from '@gx/providers';
import type { Logger } from '@gx/runtime';
import { type BankResult, RECIPIENT_MISMATCH } from '../domain/apply-bank-result.ts';
import { directoryKeyOf } from '../domain/destination.ts';
import { isAsCreated } from '../domain/digest.ts';
import { KEY_NOT_FOUND } from '../domain/failure.ts';
import type { Payout } from '../domain/payout.ts';
import { RETRY_POLICIES } from '../domain/retry-policies.ts';
import type { BankTurns } from '../store/bank-turns.ts';
import { type FitDeps, fitsTonight } from './fits-tonight.ts';

export type CheckDeps = FitDeps & { readonly turns: BankTurns; readonly log: Logger };

const MISMATCH_AGAIN_MS = 3_600_000;

/** Everything that has to hold right before money leaves; nothing is sent where one of them does not. */
export function checkBeforeSend(deps: CheckDeps, bank: TransferBank, payout: Payout): CheckBeforeSend<BankResult> {
  return async (call, isUnknown) => {
    if (!saysTheSame(deps, payout)) return { kind: 'later', next: MISMATCH_AGAIN_MS, isUnknown };
    const night = await fitsTonight(deps, payout);
    if (night !== 'fits') return { kind: 'later', next: { at: night }, isUnknown };
    if (!(await hasTurn(deps, bank, payout)))
      return { kind: 'later', next: waitAfter(RETRY_POLICIES.turn, payout.work.polls), isUnknown };
    return recipientProblem(bank, payout, { call, isUnknown });
  };
}

/** What was approved, and created, is what would be sent (decisions, section 7, Approval). */
function saysTheSame({ log }: CheckDeps, payout: Payout): boolean {
  if (isAsCreated(payout)) return true;
  log.error(
    { alarm: 'payout_digest_mismatch', payout_id: payout.id, bank_profile: payout.bank.profileId },
    'a payout does not say what it said when it was created, nothing is sent',
  );
  return false;
}

/** One Pix at a time where the bank's account takes no more. A turn of a payout that has ended is free. */
async function hasTurn({ turns, payouts }: CheckDeps, { id, provider }: TransferBank, payout: Payout) {
  if (provider.capabilities().pixOut?.oneAtATime !== true) return true;
  const holder = await turns.claim(id, payout.id);
  if (holder === null) return true;
  if (await payouts.isUnderWay(holder)) return false;
  await turns.end(id, holder);
  return (await turns.claim(id, payout.id)) === null;
}

type SendCheck = { readonly call: BankCall; readonly isUnknown: boolean };

/** Whose the destination is, where that matters: another owner's gets nothing (decisions, section 7, Create). */
async function recipientProblem(
  { provider }: TransferBank,
  { secrets: { destination, expectedOwner } }: Payout,
  { call, isUnknown }: SendCheck,
): Promise<BankResult | undefined> {
  if (expectedOwner === null) return undefined;
  const mismatch: BankResult = { kind: 'declined', code: RECIPIENT_MISMATCH, isUnknown };
  if (destination.kind === 'bank_account')
    return isSame(destination.holderDocument, expectedOwner) ? undefined : mismatch;
  const key = directoryKeyOf(destination);
  if (key === undefined) return mismatch;
  const answer = await provider.getKeyOwner(key, call);
  if (answer.kind !== 'done') return unanswered(answer, isUnknown);
  if (answer.value === null) return { kind: 'declined', code: KEY_NOT_FOUND, isUnknown };
  return isSame(answer.value.document, expectedOwner) ? undefined : mismatch;
}

/** The directory allows so many questions: who gets no answer waits, and does not fail. */
function unanswered(answer: Outcome<PixKeyOwner | null>, isUnknown: boolean): BankResult {
  const retryAfterSeconds = retryAfterOf(answer);
  return {
    kind: 'open',
    isUnknown,
    noResponse: true,
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  };
}

const isSame = (a: TaxDocument, b: TaxDocument): boolean => a.kind === b.kind && a.value === b.value;
