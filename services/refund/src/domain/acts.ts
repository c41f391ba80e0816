import { type ActOrigin, type AuditChange, type ServiceAct, wireId } from '@gx/core';
import type { ManualSettlement, PlainRefund } from './refund.ts';
import type { Status } from './transitions.ts';

/** A refund that a merchant asks for; how much is added when it is promised, see `amountReserved`. */
export const refundCreated = (refund: PlainRefund, origin: ActOrigin): ServiceAct => ({
  ...origin,
  tenant: refund.tenant,
  action: 'refund.created',
  objectId: refund.id,
  changes: refund.chargeId === null ? [] : [{ field: 'charge', after: wireId('charge', refund.chargeId) }],
});

/** Of a refund that is promised. */
export const amountReserved = ({ amount }: PlainRefund): AuditChange => ({ field: 'amount', after: String(amount) });

/** What an operator has done about a failed return. */
export const returnMoved = (
  { id, tenant, status: before }: PlainRefund,
  { action, after }: { readonly action: 'return.retried' | 'return.settled'; readonly after: Status },
  origin: ActOrigin,
): ServiceAct => ({
  ...origin,
  tenant,
  action,
  objectId: id,
  changes: [{ field: 'status', before: before.toLowerCase(), after: after.toLowerCase() }],
});

/** Its operators, as its record has them: without the note, which may name a person. */
export const settledBy = ({ operator, proposedBy }: ManualSettlement): ActOrigin['actor'] => ({
  kind: 'operator',
  operator,
  ...(proposedBy === undefined ? {} : { proposedBy }),
});
