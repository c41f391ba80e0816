import type { ChargeEvent } from '@gx/contracts/charge';
import { cents, type EndToEndId, isCents, parseId } from '@gx/core';
import type { ReceivedEvent } from '@gx/runtime/kafka';
import type { BankReturn, BankReturnStatus } from '../domain/bank-return.ts';
import type { RefundableStore } from '../store/refundables.ts';
import type { RefundStore } from '../store/refunds.ts';
import { paidOrderOf } from './on-return-ordered.ts';

export type OnReturnedByBankDeps = { readonly refunds: RefundStore; readonly refundables: RefundableStore };

const STATUSES: readonly string[] = ['IN_PROGRESS', 'REFUNDED', 'FAILED'] satisfies BankReturnStatus[];

/**
 * The bank takes money of a charge back: it is a row among its refunds, and what it took can no longer be
 * refunded. Told again it changes nothing.
 */
export async function onReturnedByBank(
  { refunds, refundables }: OnReturnedByBankDeps,
  event: ChargeEvent,
  received: Pick<ReceivedEvent<ChargeEvent>, 'traceparent'>,
): Promise<string | undefined> {
  const bankReturn = bankReturnOf(event, received.traceparent ?? null);
  if (typeof bankReturn === 'string') return bankReturn;
  const { tenant, chargeId, devolutionId, amount, status } = bankReturn;
  await refundables.recordBankReturns(tenant, chargeId, [{ devolutionId, amount, status }]);
  await refunds.recordBankReturn(bankReturn);
  return undefined;
}

function bankReturnOf(
  { tenant, chargeId, returnedByBank }: ChargeEvent,
  traceparent: string | null,
): BankReturn | string {
  const id = parseId('refund', returnedByBank?.refundId ?? '');
  const accountId = parseId('account', tenant?.accountId ?? '');
  const charge = parseId('charge', chargeId);
  if (!returnedByBank || tenant === null || id === undefined || accountId === undefined || charge === undefined)
    return 'a bank return that names no account, charge or refund';
  const { bankProfileId, endToEndId, devolutionId, amount, currency, status, reason, firstSeenAtMs } = returnedByBank;
  const paid = paidOrderOf(returnedByBank);
  if (paid === undefined) return 'a bank return of an order by no method that we know';
  if (bankProfileId === '' || endToEndId === '' || devolutionId === '' || reason === '')
    return 'a bank return of no payment';
  if (!isCents(amount) || amount === 0 || currency === '') return 'a bank return of no amount';
  if (!STATUSES.includes(status)) return 'a bank return in no status';
  return {
    id,
    tenant: { accountId, livemode: tenant.livemode },
    chargeId: charge,
    bankProfileId,
    endToEndId: endToEndId as EndToEndId,
    devolutionId,
    amount: cents(amount),
    currency,
    status: status as BankReturnStatus,
    reason,
    paid,
    firstSeenAt: new Date(firstSeenAtMs),
    traceparent,
  };
}
