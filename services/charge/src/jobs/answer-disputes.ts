import { waitAfter } from '@gx/core';
import { eachOf, type KeyedWorkers, keyedWorkers, type Lifecycle, oneEach } from '@gx/runtime';
import { type AnswerDisputeDeps, answerDispute } from '../commands/answer-dispute.ts';
import { RETRY_POLICIES } from '../domain/retry-policies.ts';

export type AnswerDisputesDeps = AnswerDisputeDeps & { readonly life: Lifecycle };

const PAGE = 50;
const AT_ONCE = 4;

/** Brings to each bank what merchants say of their cases; a bank that hangs keeps no other waiting. */
export function answerDisputes(deps: AnswerDisputesDeps): KeyedWorkers {
  const { banks, disputes, log } = deps;
  return keyedWorkers({
    ...deps,
    due: async () => {
      const ids = (await banks.listed()).map(({ id }) => id);
      return (await disputes.isAnswerDue(ids)) ? oneEach(ids) : [];
    },
    work: async (bankProfileId, goesOn) =>
      eachOf(await disputes.answersDue(bankProfileId, PAGE), { atOnce: AT_ONCE, goesOn }, async (due) => {
        const claimed = await disputes.claimAnswer(due);
        if (claimed === undefined) return;
        const isDone = await answerDispute(deps, claimed).catch((err: unknown) => {
          log.error({ dispute_id: claimed.dispute.id, err }, 'the answer to a dispute failed, rescheduled');
          return false;
        });
        if (!isDone)
          await disputes.rescheduleAnswer(claimed, waitAfter(RETRY_POLICIES.disputeAnswer, claimed.attempts));
      }),
  });
}
