import { pollAfterMs } from '@gx/core';
import type { TransferBanks } from '@gx/providers';
import type { Logger } from '@gx/runtime';
import { conclude } from '../domain/apply-bank-result.ts';
import { reschedule } from '../domain/create.ts';
import type { PlainPayout } from '../domain/payout.ts';
import type { Ledger } from '../peers/ledger.ts';
import type { BankTurns } from '../store/bank-turns.ts';
import type { DueStore } from '../store/due-payouts.ts';
import type { LimitClaims } from '../store/limits.ts';
import type { PayoutStore } from '../store/payouts.ts';
import { releaseLimits } from './claim-limits.ts';

export type EndDeps = {
  readonly payouts: PayoutStore;
  readonly ledger: Ledger;
  readonly limits: LimitClaims;
  readonly banks: Pick<TransferBanks, 'ifUsable'>;
  readonly turns: BankTurns;
  readonly due: Pick<DueStore, 'nextTurn'>;
  readonly trigger: (bankProfileId: string) => void;
  readonly log: Logger;
  readonly now: () => Date;
};

/**
 * The end runs backwards: the final status stands, so the hold can only end one way; then limits and the turn
 * at the bank are free; then everybody hears of it. The payout as it stands then; undefined when it is gone.
 */
export async function endPayout(deps: EndDeps, payout: PlainPayout): Promise<PlainPayout | undefined> {
  const { payouts, ledger, log, now } = deps;
  const { finalStatus } = payout;
  const owner = payout.work.owner ?? '';
  if (finalStatus === null) return payout;
  if (!(await ledger.end({ requestId: payout.id }, payout, finalStatus))) {
    log.error({ alarm: 'hold_contradicts', payout_id: payout.id, finalStatus }, 'a hold ended the other way');
    return payouts.updatePlain(payout, (current) => reschedule(current, owner, pollAfterMs(current.work.polls)));
  }
  if (finalStatus !== 'PAID') await releaseLimits(deps, payout);
  if (payout.releasedAt !== null) await endTurn(deps, payout);
  return payouts.updatePlain(payout, (current) => conclude(current, owner, now()));
}

/** At a bank that sends one Pix at a time the next one's turn has come. */
async function endTurn({ banks, turns, due, trigger }: EndDeps, { id, bank }: PlainPayout): Promise<void> {
  const { profileId } = bank;
  const usable = await banks.ifUsable(profileId);
  if (usable?.provider.capabilities().pixOut?.oneAtATime !== true) return;
  if ((await turns.end(profileId, id)) && (await due.nextTurn(profileId)) > 0) trigger(profileId);
}
