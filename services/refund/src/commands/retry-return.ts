import { type Id, newAct, notFound, Refusal } from '@gx/core';
import { retry } from '../domain/recheck-failed.ts';
import type { PlainRefund } from '../domain/refund.ts';
import type { RefundStore } from '../store/refunds.ts';

export type RetryReturnDeps = {
  readonly refunds: RefundStore;
  readonly trigger: (bankProfileId: string) => void;
  readonly now: () => Date;
};

/** An operator has a failed return tried again, under a new id at the bank. */
export async function retryReturn(
  { refunds, trigger, now }: RetryReturnDeps,
  id: Id<'refund'> | undefined,
): Promise<PlainRefund> {
  const standing = id === undefined ? undefined : await refunds.returnById(id);
  if (standing === undefined) throw notFound('return');
  const origin = newAct({ kind: 'operator' }, now());
  let retried = false;
  const after = await refunds.updatePlain(standing, (current) => {
    const decision = retry(current, origin);
    retried = decision.kind === 'change';
    return decision;
  });
  if (after === undefined) throw notFound('return');
  if (!retried) {
    throw new Refusal('unprocessable_entity', `Only a failed return can be tried again; this one is ${after.status}.`);
  }
  trigger(after.bank.profileId);
  return after;
}
