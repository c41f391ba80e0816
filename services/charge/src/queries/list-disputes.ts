import { Refusal, type Tenant } from '@gx/core';
import { disputeView, operatorsView } from '../domain/dispute-view.ts';
import type { DisputeFilter, DisputeStore } from '../store/disputes.ts';

export type ListDisputesDeps = { readonly disputes: DisputeStore };

const LIMIT_MAX = 100;
const OPERATORS_LIMIT_MAX = 500;

function demandLimit(limit: number, max: number): void {
  if (limit < 1 || limit > max)
    throw new Refusal('invalid_request', `The limit must be from 1 to ${max}.`, { param: 'limit' });
}

/** A page of the tenant's disputes, newest first. */
export async function listDisputes({ disputes }: ListDisputesDeps, tenant: Tenant, filter: DisputeFilter) {
  demandLimit(filter.limit, LIMIT_MAX);
  const page = await disputes.list(tenant, filter);
  if (page === undefined)
    throw new Refusal('invalid_cursor', 'No such dispute in this list.', { param: 'starting_after' });
  return { disputes: page.disputes.map(disputeView), hasMore: page.hasMore };
}

/** What is open of everybody's, the one whose evidence is due first first, and what waits for operators. */
export async function listOpenDisputes({ disputes }: ListDisputesDeps, limit: number) {
  demandLimit(limit, OPERATORS_LIMIT_MAX);
  return { disputes: (await disputes.unfinished(limit)).map(operatorsView) };
}
