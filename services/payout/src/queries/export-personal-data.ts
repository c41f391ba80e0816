import type { Id } from '@gx/core';
import { keysOf, type NamedPayee, type PersonalDataDeps } from '../commands/erase-personal-data.ts';
import { heldOf } from '../domain/payee.ts';

const PAGE = 200;

/** A page of what payouts hold of a payee, in the order of their ids (LGPD, article 18). */
export async function exportPersonalData(deps: PersonalDataDeps, payee: NamedPayee, after: Id<'payout'> | undefined) {
  const payouts = await deps.ofPayees.page(await keysOf(deps, payee), after, PAGE);
  return {
    records: payouts.map(({ secrets, ...payout }) => ({
      tenant: payout.tenant,
      id: payout.id,
      createdAtMs: payout.createdAt.getTime(),
      values: { ...heldOf(payout, secrets) },
    })),
    hasMore: payouts.length === PAGE,
  };
}
