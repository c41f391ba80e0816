import { unreachable } from '@gx/core';
import { type Outcome, type ProviderCharge, responseOf, retryAfterOf } from '@gx/providers';
import type { Bank } from '../banks/bank-directory.ts';
import type { Charge, PaymentOption } from '../domain/charge.ts';
import { optionNamed, seenBy } from '../domain/payment-options.ts';
import { type ApplyDeps, applyProviderCharge, type ProviderState } from './apply-provider-charge.ts';
import { applyProviderOrder } from './apply-provider-order.ts';
import type { Deadline } from './budget.ts';
import { orderAdapter, pixAdapter, removeAtProvider } from './provider-adapter.ts';

export type CloseLimits = Pick<ProviderState, 'mayQueryPayer'> & { readonly deadline: Deadline };
/**
 * Why a charge stays open for now. `bank_silent` says nothing about the charge; all others are odd if they
 * last.
 */
export type Waits =
  | 'bank_silent'
  | 'money_open'
  | 'money_unreadable'
  | 'concluded_without_money'
  | 'not_at_bank'
  | 'still_active'
  | 'status_unknown'
  | 'being_created';
/** `because`: why the option may still be paid; absent when nobody can pay it any more. */
export type ClosedOption = {
  readonly charge: Charge;
  readonly because?: Waits;
  readonly removedBy?: 'us' | 'bank';
  readonly retryAfterSeconds?: number;
};

/**
 * Has the provider of an option take it off, and decides about all money that came by it: what may be kept
 * pays the charge. Any process may take this up at any line.
 */
export const closeOption = (
  deps: ApplyDeps,
  bank: Bank,
  option: PaymentOption,
  closing: CloseLimits & { readonly charge: Charge },
): Promise<ClosedOption> =>
  option.method === 'PIX' ? closePix(deps, bank, option, closing) : closeOrder(deps, bank, option, closing);

type Closing = Parameters<typeof closeOption>[3];

async function closePix(
  deps: ApplyDeps,
  bank: Bank,
  option: PaymentOption,
  { charge: found, deadline, ...asking }: Closing,
): Promise<ClosedOption> {
  const removed = await removeAtProvider(pixAdapter(deps, bank, seenBy(found, option.method)), deadline);
  const shown = responseOf(removed);
  if (shown === undefined) return silent(found, removed);
  if (shown === null) return absent(found, option);
  const { charge, outcome } = await applyProviderCharge(deps, bank, found, { shown, ...asking });
  if (outcome !== 'complete') return { charge, because: 'money_open' };
  return { charge, ...endOfPix(shown) };
}

function endOfPix({ status, payments }: ProviderCharge): Omit<ClosedOption, 'charge'> {
  if (payments.some(({ kind }) => kind === 'unreadable')) return { because: 'money_unreadable' };
  switch (status) {
    case 'removed_by_receiver':
      return { removedBy: 'us' };
    case 'removed_by_bank':
      return { removedBy: 'bank' };
    case 'concluded':
      // Spent: every Pix of it was returned, and a concluded charge takes no other (pix.md, section 2.7).
      return payments.length > 0 ? { removedBy: 'us' } : { because: 'concluded_without_money' };
    case 'unrecognised':
      return { because: 'status_unknown' };
    case 'active':
      return { because: 'still_active' };
    default:
      return unreachable(status);
  }
}

/** The charge follows what the acquirer shows of its order. */
async function closeOrder(
  deps: ApplyDeps,
  bank: Bank,
  option: PaymentOption,
  { charge: found, deadline }: Closing,
): Promise<ClosedOption> {
  const removed = await removeAtProvider(orderAdapter(deps, bank, seenBy(found, option.method)), deadline);
  const order = responseOf(removed);
  if (order === undefined) return silent(found, removed);
  if (order === null) return absent(found, option);
  const { charge, outcome } = await applyProviderOrder(deps, bank, found, order);
  if (charge.closing === null && charge.method === option.method) return { charge };
  if (outcome !== 'complete') return { charge, because: 'money_open' };
  return optionNamed(charge, option.txid)?.state === 'over' ? { charge } : { charge, because: 'still_active' };
}

/** What was confirmed may be lost, or this the wrong bank; what never was has never been there. */
const absent = (charge: Charge, { state }: PaymentOption): ClosedOption =>
  state === 'open' ? { charge, because: 'not_at_bank' } : { charge };

function silent(charge: Charge, outcome: Outcome<unknown>): ClosedOption {
  const retryAfterSeconds = retryAfterOf(outcome);
  return { charge, because: 'bank_silent', ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }) };
}
