import type { ActOrigin, ServiceAct } from '@gx/core';
import type { ApprovalDecision, PlainPayout } from './payout.ts';

/** A payout that a merchant asks for; it is one once it is promised. */
export const payoutCreated = ({ id, tenant, amount }: PlainPayout, origin: ActOrigin): ServiceAct => ({
  ...origin,
  tenant,
  action: 'payout.created',
  objectId: id,
  changes: [{ field: 'amount', after: String(amount) }],
});

/** A user's word about one that waits for it. */
export const payoutDecided = (
  { id, tenant }: PlainPayout,
  verdict: ApprovalDecision['verdict'],
  origin: ActOrigin,
): ServiceAct => ({
  ...origin,
  tenant,
  action: `payout.${verdict}`,
  objectId: id,
  changes: [{ field: 'decision', after: verdict }],
});

export const payoutCancelled = ({ id, tenant, status }: PlainPayout, origin: ActOrigin): ServiceAct => ({
  ...origin,
  tenant,
  action: 'payout.cancelled',
  objectId: id,
  changes: [{ field: 'status', before: status.toLowerCase(), after: 'cancelled' }],
});
