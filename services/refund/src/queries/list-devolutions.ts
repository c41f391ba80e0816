import type { ListDevolutionsRequest, ListDevolutionsResponse } from '@gx/contracts/refund';
import { type EndToEndId, Refusal } from '@gx/core';
import type { VisibleStatus } from '../domain/transitions.ts';
import type { DevolutionStore } from '../store/devolutions.ts';

const IDS_MAX = 100;

export type ListDevolutionsDeps = { readonly devolutions: DevolutionStore };

/** What we have ordered back along these payments, in whatever state: all else at the bank is not ours. */
export async function listDevolutions(
  { devolutions }: ListDevolutionsDeps,
  { endToEndIds: ids, bankReturns }: ListDevolutionsRequest,
): Promise<ListDevolutionsResponse> {
  if (ids.length > IDS_MAX) throw new Refusal('invalid_request', `At most ${IDS_MAX}.`, { param: 'end_to_end_ids' });
  const found = await devolutions.ofPayments(ids as EndToEndId[], { bankReturns });
  return {
    devolutions: found.map(({ amount, status, ...devolution }) => ({
      ...devolution,
      amount: amount ?? 0,
      status: status as VisibleStatus,
    })),
  };
}
