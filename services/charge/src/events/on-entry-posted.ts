import type { LedgerEvent } from '@gx/contracts/ledger';
import { type EndToEndId, type Id, parseId, type Tenant } from '@gx/core';
import { inSpan, type Logger, SpanKind } from '@gx/runtime';
import type { Received } from '@gx/runtime/kafka';
import { post } from '../domain/accept.ts';
import { KEEP } from '../domain/charge.ts';
import type { ChargeStore } from '../store/charges.ts';

type Deps = { readonly charges: ChargeStore; readonly log: Logger; readonly now: () => Date };

/**
 * The ledger has credited a payment: the charge is paid. Entries of anything but charges are none of ours.
 * Answers why an entry can never be applied, so that it is dead-lettered and looked at; a repeated one
 * changes nothing.
 */
export const onEntryPosted =
  ({ charges, log, now }: Deps) =>
  async (event: LedgerEvent, received: Pick<Received<LedgerEvent>, 'context'>): Promise<string | undefined> => {
    const entry = event.entryPosted;
    if (!entry?.reference.startsWith('paid:')) return undefined;
    const tenant = tenantOf(event);
    const id = parseId('charge', entry.chargeId ?? '');
    if (tenant === undefined || id === undefined || entry.endToEndId === undefined)
      return 'a credit that names no charge';
    const charge = await charges.forSettlement(tenant, id);
    if (charge === undefined) return 'no such charge';
    const posting = { endToEndId: entry.endToEndId as EndToEndId };
    const options = {
      kind: SpanKind.CONSUMER,
      parent: received.context,
      attributes: { 'gx.charge.id': charge.id, 'gx.event.type': event.type },
      links: [charge.traceparent ?? undefined],
    } as const;
    return inSpan('settle charge', options, async () => {
      let mismatch: string | undefined;
      await charges.update(tenant, charge, (current) => {
        const decision = post(current, posting, now());
        mismatch = decision.kind === 'mismatch' ? decision.reason : undefined;
        return decision.kind === 'mismatch' ? KEEP : decision;
      });
      if (mismatch !== undefined)
        log.error({ alarm: 'credit_mismatch', charge_id: charge.id, reason: mismatch }, 'a credit fits no payment');
      return mismatch;
    });
  };

function tenantOf({ tenant }: LedgerEvent): Tenant | undefined {
  if (tenant === null || tenant.accountId === '') return undefined;
  return { accountId: tenant.accountId as Id<'account'>, livemode: tenant.livemode };
}
