import type { Payout, PayoutEvent } from '@gx/contracts/payout';
import { newId, payoutEventIdOf, type Tenant } from '@gx/core';
import { HAPPENED_AT } from './charge-events.ts';

type EventFields = { readonly payoutId?: string; readonly sequence?: number };
type Status = Payout['status'];

/** `payout.created` of a payout of 1,000 centavos that is sent at once, or waits. */
export function payoutCreated(
  tenant: Tenant,
  { payoutId = newId('payout'), sequence = 1, status = 'PROCESSING' }: EventFields & { readonly status?: Status } = {},
): PayoutEvent {
  return {
    ...details(tenant, 'payout.created', payoutId, sequence),
    created: { payout: payoutOf(tenant, payoutId, status), previousStatus: 'STATUS_UNSPECIFIED' },
  };
}

/** `payout.paid` of the same. */
export function payoutPaid(
  tenant: Tenant,
  { payoutId = newId('payout'), sequence = 2 }: EventFields = {},
): PayoutEvent {
  return {
    ...details(tenant, 'payout.paid', payoutId, sequence),
    paid: { payout: payoutOf(tenant, payoutId, 'PAID'), previousStatus: 'PROCESSING' },
  };
}

type Failure = { readonly status: 'FAILED' | 'CANCELLED'; readonly previousStatus: Status };

/** `payout.failed` of the same: it failed, came back, or was cancelled. */
export function payoutFailed(
  tenant: Tenant,
  { status, previousStatus }: Failure,
  { payoutId = newId('payout'), sequence = 3 }: EventFields = {},
): PayoutEvent {
  return {
    ...details(tenant, 'payout.failed', payoutId, sequence),
    failed: { payout: payoutOf(tenant, payoutId, status), previousStatus },
  };
}

const details = (tenant: Tenant, type: string, payoutId: string, sequence: number) => ({
  eventId: payoutEventIdOf(payoutId as Parameters<typeof payoutEventIdOf>[0], sequence),
  type,
  sequence,
  tenant,
  payoutId,
  occurredAtMs: HAPPENED_AT.getTime(),
});

const payoutOf = (tenant: Tenant, id: string, status: Status): Payout => ({
  id,
  tenant,
  amount: 1_000,
  currency: 'BRL',
  status,
  fee: 50,
  destination: { type: 'cpf', keyMasked: '***.982.247-**' },
  metadataJson: '{"invoice":"77"}',
  createdAtMs: 1_795_262_400_000,
  approval: { required: false },
  returnedAmount: 0,
  ...(status === 'PAID' ? { endToEndId: 'E00000000202611211200abcdefghijk', paidAtMs: 1_795_262_460_000 } : {}),
  ...(status === 'FAILED' ? { failureCode: 'AC03', failureMessage: 'No such account.' } : {}),
});
