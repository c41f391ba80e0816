import type { ActOrigin, AuditChange, ServiceAct, ServiceAction } from '@gx/core';
import { wireId } from '@gx/core';
import type { Charge, Decision } from './charge.ts';
import { type Dispute, publicStatusOf } from './dispute.ts';

export type DisputeAction = Extract<ServiceAction, `dispute.${string}`>;
type Tenanted = Pick<Charge, 'id' | 'tenant'>;

/** The same decision as somebody's act; one that changes nothing is none. */
export const asAct = (decision: Decision, actOf: (after: Charge) => ServiceAct | undefined): Decision => {
  const act = decision.kind === 'change' ? actOf(decision.charge) : undefined;
  return decision.kind === 'keep' || act === undefined ? decision : { ...decision, act };
};

/** What somebody has done about a case, which is new where nothing stands before it. */
export function disputeAct(
  { id: chargeId, tenant }: Tenanted,
  [before, after]: readonly [Dispute | undefined, Dispute],
  action: DisputeAction,
  origin: ActOrigin,
): ServiceAct {
  const fresh = [
    { field: 'charge', after: wireId('charge', chargeId) },
    { field: 'amount', after: String(after.amount) },
  ];
  const changes = [...(before === undefined ? fresh : []), ...statusChange(before, after)];
  return { ...origin, tenant, action, objectId: after.id, changes };
}

function statusChange(before: Dispute | undefined, after: Dispute): AuditChange[] {
  const [was, is] = [before && publicStatusOf(before).toLowerCase(), publicStatusOf(after).toLowerCase()];
  return was === is ? [] : [{ field: 'status', ...(was === undefined ? {} : { before: was }), after: is }];
}

/** An operator's verdict about held money. */
export const reviewAct = (
  { id, tenant }: Tenanted,
  verdict: 'approved' | 'rejected',
  origin: ActOrigin,
): ServiceAct => ({
  ...origin,
  tenant,
  action: `review.${verdict}`,
  objectId: id,
  changes: [{ field: 'decision', after: verdict }],
});

/** Who decided, as the record of the act has it. */
export const operatorActor = (operator: string, proposedBy?: string): ActOrigin['actor'] => ({
  kind: 'operator',
  operator,
  ...(proposedBy === undefined ? {} : { proposedBy }),
});
