import {
  type ActOrigin,
  addMillis,
  type Cents,
  type Id,
  isCents,
  isVisible,
  newAct,
  newId,
  notFound,
  Refusal,
} from '@gx/core';
import { asAct, disputeAct, operatorActor } from '../domain/acts.ts';
import { answerConfirmed, disputeIn } from '../domain/answer-dispute.ts';
import { isAwaitingPosting, KEEP } from '../domain/charge.ts';
import type { StoredDispute } from '../domain/dispute.ts';
import { disputesOf, endDispute } from '../domain/disputes.ts';
import type { ShownCase } from '../domain/pix-case.ts';
import type { DisputeStore } from '../store/disputes.ts';
import { type RecordCaseDeps, type RecordedCase, recordCase } from './record-case.ts';

export type OperateDisputesDeps = RecordCaseDeps & { readonly disputes: Pick<DisputeStore, 'forOperator'> };

/** A case at a bank that tells of none by itself, as an operator learnt of it. */
export type OpenDispute = {
  readonly chargeId: Id<'charge'> | undefined;
  readonly operator: string;
  /** Absent: all that is left of the payment. */
  readonly amount?: number;
  readonly reason: string;
  /** The bank's number of the case. */
  readonly providerId?: string;
  readonly evidenceDueBy?: Date;
};

/** So long a bank looks into a case (docs/pix.md, MED). */
const ANALYSIS_MS = 7 * 86_400_000;
const PROVIDER_ID = /^[\w.:/-]{1,100}$/;

/**
 * Opens a case by an operator's word: as if its bank had reported it. The same number is the same case;
 * without one, a charge has one such case. Refused with `charge_not_refundable` where no Pix of it was
 * credited, or nothing is left of it.
 */
export async function openDispute(deps: OperateDisputesDeps, request: OpenDispute): Promise<StoredDispute> {
  demandOperator(request.operator);
  const { chargeId, providerId } = request;
  const charge = chargeId === undefined ? undefined : await deps.charges.forOperator(chargeId);
  if (charge === undefined) throw notFound('charge');
  if (charge.settlement === null || charge.method !== 'PIX' || isAwaitingPosting(charge))
    throw notContestable('Only a Pix that was credited can be contested.');
  const terms = termsOf(request);
  const name = providerId ?? `operator:${charge.id}`;
  const known = disputesOf(charge).find((one) => one.providerId === name);
  if (known !== undefined && known.status !== 'open' && providerId === undefined)
    throw new Refusal('unprocessable_entity', 'A case of this charge was decided: name the number of another one.', {
      reason: 'dispute_closed',
    });
  const shown: ShownCase = {
    ...terms,
    id: newId('dispute'),
    providerId: name,
    endToEndId: charge.settlement.endToEndId,
    status: 'open',
    evidenceDueBy: known?.evidenceDueBy ?? request.evidenceDueBy ?? addMillis(deps.now(), ANALYSIS_MS),
    updatedAt: null,
    by: request.operator,
  };
  const by = { action: 'dispute.opened', origin: originOf(deps, request.operator) } as const;
  const recorded = await recordCase(deps, charge, shown, by);
  if (recorded.outcome === 'nothing_left') throw notContestable('Nothing is left of the payment.');
  return storedOf(recorded);
}

function termsOf({ amount, reason, providerId }: OpenDispute): Pick<ShownCase, 'amount' | 'reason'> {
  if (amount !== undefined && (!isCents(amount) || amount === 0))
    throw new Refusal('invalid_amount', 'The amount is not a positive integer.', { param: 'amount' });
  if (reason !== 'fraud' && reason !== 'operational')
    throw new Refusal('invalid_request', 'fraud or operational.', { param: 'reason' });
  if (providerId !== undefined && !PROVIDER_ID.test(providerId))
    throw new Refusal('invalid_request', 'Letters, digits and . : / - _, at most 100.', { param: 'provider_id' });
  return { amount: (amount as Cents | undefined) ?? null, reason };
}

/**
 * Ends a dispute by an operator's word, as its bank or acquirer decided it. The same again changes nothing; a
 * case that was lost and is not paid may be won after all. Refused with `dispute_closed` where that cannot
 * be.
 */
export async function closeDispute(
  deps: OperateDisputesDeps,
  { id, won, operator }: { readonly id: Id<'dispute'> | undefined; readonly won: boolean; readonly operator: string },
): Promise<StoredDispute> {
  demandOperator(operator);
  const found = await demand(deps, id);
  const status = won ? 'won' : 'lost';
  const { dispute, tenant, chargeId } = found;
  const by = { action: 'dispute.closed', origin: originOf(deps, operator) } as const;
  if (dispute.endToEndId === undefined) {
    const charge = await deps.charges.update(tenant, chargeId, (current) => {
      const known = disputeIn(current, dispute.id);
      if (known === undefined || known.status === status) return KEEP;
      if (known.status !== 'open') throw decidedOtherwise(known.status);
      const ended = { ...known, status, decidedBy: operator } as const;
      const change = endDispute({ charge: current, events: [] }, ended, deps.now());
      return asAct({ kind: 'change', ...change }, (after) => disputeAct(after, [known, ended], by.action, by.origin));
    });
    return { ...found, dispute: disputeIn(charge, dispute.id) ?? dispute };
  }
  const charge = await deps.charges.forOperator(chargeId);
  if (charge === undefined) throw notFound('dispute');
  const { endToEndId, providerId } = dispute;
  const shown: ShownCase = {
    ...{ id: dispute.id, providerId, endToEndId, status, by: operator },
    ...{ amount: null, reason: 'other', evidenceDueBy: null, updatedAt: null },
  };
  const recorded = await recordCase(deps, charge, shown, by);
  if (recorded.outcome === 'contradicts') throw decidedOtherwise(recorded.dispute?.status ?? 'closed');
  return storedOf(recorded);
}

/** An operator brought what waited for one to the bank. */
export async function confirmDisputeAnswer(
  deps: OperateDisputesDeps,
  { id, operator }: { readonly id: Id<'dispute'> | undefined; readonly operator: string },
): Promise<StoredDispute> {
  demandOperator(operator);
  const found = await demand(deps, id);
  const origin = originOf(deps, operator);
  const charge = await deps.charges.update(found.tenant, found.chargeId, (current) => {
    const known = disputeIn(current, found.dispute.id);
    if (known === undefined) return KEEP;
    return asAct(answerConfirmed(current, known, deps.now()), (after) =>
      disputeAct(after, [known, known], 'dispute.answer_confirmed', origin),
    );
  });
  deps.log.info({ dispute_id: found.dispute.id, operator }, 'the answer to a dispute was brought to its bank');
  return { ...found, dispute: disputeIn(charge, found.dispute.id) ?? found.dispute };
}

export async function demand(
  { disputes }: Pick<OperateDisputesDeps, 'disputes'>,
  id: Id<'dispute'> | undefined,
): Promise<StoredDispute> {
  const found = id === undefined ? undefined : await disputes.forOperator(id);
  if (found === undefined) throw notFound('dispute');
  return found;
}

const originOf = ({ now }: OperateDisputesDeps, operator: string): ActOrigin => newAct(operatorActor(operator), now());

function demandOperator(operator: string): void {
  if (!isVisible(operator)) throw new Refusal('invalid_request', 'Say who says so.', { param: 'operator' });
}

function storedOf({ charge, dispute }: RecordedCase): StoredDispute {
  if (dispute === undefined) throw notContestable('The payment is not in the wallet yet.');
  const { tenant, id: chargeId, bankProfileId, currency } = charge;
  return { dispute, tenant, chargeId, bankProfileId, currency };
}

const notContestable = (message: string): Refusal =>
  new Refusal('unprocessable_entity', message, { reason: 'charge_not_refundable' });
const decidedOtherwise = (status: string): Refusal =>
  new Refusal('unprocessable_entity', `The dispute is ${status}.`, { reason: 'dispute_closed' });
