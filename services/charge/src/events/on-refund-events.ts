import type { Refund, RefundEvent } from '@gx/contracts/refund';
import { type EndToEndId, type Id, isCents, parseId, type Tenant } from '@gx/core';
import { inSpan, type Logger, SpanKind } from '@gx/runtime';
import type { ReceivedEvent } from '@gx/runtime/kafka';
import { type Charge, KEEP, type RefundStatus } from '../domain/charge.ts';
import { type ProgressDecision, progressRefund, progressReturn, type ReturnUpdate } from '../domain/refund-progress.ts';
import type { ChargeStore } from '../store/charges.ts';
import { isTooLarge } from '../store/too-large.ts';
import type { UnmatchedPaymentStore } from '../store/unmatched-payments.ts';

type Deps = {
  readonly charges: ChargeStore;
  readonly unmatchedPayments: UnmatchedPaymentStore;
  readonly log: Logger;
  readonly now: () => Date;
};
type From = Pick<ReceivedEvent<RefundEvent>, 'context'>;

/** What charge consumes from refund; a loss is the ledger's alone. */
export const REFUND_EVENTS = ['refund.created', 'refund.progressed', 'return.progressed'] as const;

/**
 * Money of a charge goes back, or has. A merchant's refund becomes news of the charge; a return is noted
 * where it was ordered. Answers why something can never be applied, so that it is dead-lettered and looked
 * at; a repeated event changes nothing.
 */
export const onRefundEvents =
  (deps: Deps) =>
  async (event: RefundEvent, from: From): Promise<string | undefined> => {
    const tenant = tenantOf(event);
    const refundId = parseId('refund', event.refundId);
    if (tenant === undefined || refundId === undefined) return 'an event that names no refund';
    const refund = event.created ?? event.progressed;
    if (refund !== undefined && refund !== null) return onRefund(deps, event, from, { tenant, refundId, refund });
    return onReturn(deps, event, from, { tenant, refundId });
  };

type RefundReference = { readonly tenant: Tenant; readonly refundId: Id<'refund'> };

async function onRefund(
  deps: Deps,
  event: RefundEvent,
  from: From,
  named: RefundReference & { readonly refund: Refund },
) {
  const { kind, status, amount, failureCode, returnedAmount } = named.refund;
  if (kind !== 'REFUND' || !isCents(amount) || status === 'STATUS_UNSPECIFIED') return 'a refund that says nothing';
  if (returnedAmount !== undefined && !isCents(returnedAmount)) return 'a refund of which no amount came back';
  const update = {
    id: named.refundId,
    amount,
    status: status satisfies RefundStatus,
    initiator: 'merchant',
    ...(failureCode === undefined ? {} : { failureCode }),
    ...(returnedAmount === undefined ? {} : { returnedAmount }),
  } as const;
  return apply(deps, event, from, { ...named, decide: (charge) => progressRefund(charge, update, deps.now()) });
}

async function onReturn(
  deps: Deps,
  event: RefundEvent,
  from: From,
  named: RefundReference,
): Promise<string | undefined> {
  const progress = event.returnProgressed;
  if (!progress) return 'a return that says nothing';
  const { status } = progress;
  if (status === 'STATUS_UNSPECIFIED') return 'a return that says nothing';
  if (event.chargeId === '') {
    const backAt = status === 'REFUNDED' ? deps.now() : null;
    const isOurs = await deps.unmatchedPayments.acknowledge(named.tenant.livemode, named.refundId, backAt);
    return isOurs ? undefined : 'a return that nobody ordered';
  }
  const update: ReturnUpdate = { returnId: named.refundId, endToEndId: progress.endToEndId as EndToEndId, status };
  return apply(deps, event, from, { ...named, decide: (charge) => progressReturn(charge, update, deps.now()) });
}

type Application = RefundReference & { readonly decide: (charge: Charge) => ProgressDecision };

async function apply({ charges, log }: Deps, event: RefundEvent, from: From, { tenant, decide }: Application) {
  const id = parseId('charge', event.chargeId);
  const charge = id === undefined ? undefined : await charges.inAnyStatus(tenant, id);
  if (charge === undefined) return 'no such charge';
  const options = {
    kind: SpanKind.CONSUMER,
    parent: from.context,
    attributes: { 'gx.charge.id': charge.id, 'gx.event.type': event.type },
    links: [charge.traceparent ?? undefined],
  } as const;
  return inSpan('note refund', options, async () => {
    let mismatch: string | undefined;
    const written = charges.update(tenant, charge, (current) => {
      const decision = decide(current);
      mismatch = decision.kind === 'mismatch' ? decision.reason : undefined;
      return decision.kind === 'mismatch' ? KEEP : decision;
    });
    await written.catch((error: unknown) => {
      // It would never succeed, and hold the partition with everybody's refunds behind it.
      if (!isTooLarge(error)) throw error;
      mismatch = 'the charge has no room for it';
    });
    if (mismatch !== undefined)
      log.error({ alarm: 'refund_mismatch', charge_id: charge.id, reason: mismatch }, 'a refund fits no charge');
    return mismatch;
  });
}

function tenantOf({ tenant }: RefundEvent): Tenant | undefined {
  if (tenant === null || tenant.accountId === '') return undefined;
  return { accountId: tenant.accountId as Id<'account'>, livemode: tenant.livemode };
}
