import { type Actor, type Id, newAct, notFound, Refusal, type Tenant } from '@gx/core';
import { cancel } from '../domain/decide.ts';
import type { PlainPayout } from '../domain/payout.ts';
import type { OwnedWork } from './own-payout.ts';
import { endOwned } from './own-payout.ts';

type CancelPayout = { readonly tenant: Tenant; readonly id: Id<'payout'> | undefined; readonly actor: Actor };

/**
 * Cancels a payout that is pending, and gives its money back before it answers. Of this and the moment of
 * sending exactly one wins. Throws 404, 422 `payout_not_cancellable`, and 503 while the wallet cannot be
 * asked: it is cancelled then, and somebody finishes it.
 */
export async function cancelPayout(deps: OwnedWork, { tenant, id, actor }: CancelPayout): Promise<PlainPayout> {
  const standing = id === undefined ? undefined : await deps.payouts.byId(tenant, id);
  if (standing === undefined) throw notFound('payout');
  const owner = deps.newOwner();
  const origin = newAct(actor, deps.now());
  const cancelled = await deps.payouts.updatePlain(standing, (current) =>
    cancel(current, { owner, leaseMs: deps.due.workLeaseMs, origin }),
  );
  if (cancelled === undefined) throw notFound('payout');
  if (cancelled.work.owner !== owner) {
    throw new Refusal(
      'unprocessable_entity',
      `Only a pending payout can be cancelled; this one is ${cancelled.status}.`,
      {
        reason: 'payout_not_cancellable',
      },
    );
  }
  return endOwned(deps, cancelled);
}
