import type { CallContext } from '@gx/runtime';
import type { ChargeRequest } from '../domain/charge-request.ts';
import { type CreateDeps, type CreatedCharge, replay } from './create-charge.ts';

/**
 * What a create would answer whose key was used, undefined for a free one: for an edge that would refuse the
 * request by what only it knows, and must not refuse a replay.
 */
export async function findChargeByKey(
  deps: CreateDeps,
  ctx: CallContext,
  request: ChargeRequest,
): Promise<CreatedCharge | undefined> {
  const earlier = await deps.charges.byKey(request.tenant, request.idempotencyKey);
  return earlier === undefined ? undefined : replay(deps, ctx, earlier, request);
}
