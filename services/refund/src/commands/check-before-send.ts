import { type Cents, type Id, isUnavailable } from '@gx/core';
import { type BankCall, type CheckBeforeSend, responseOf } from '@gx/providers';
import type { Logger } from '@gx/runtime';
import type { ProviderResult } from '../domain/apply-provider-status.ts';
import type { Refund } from '../domain/refund.ts';
import type { BankShare } from '../domain/settlement.ts';
import type { Charges } from '../peers/charges.ts';
import type { DevolutionStore } from '../store/devolutions.ts';
import type { RefundableStore } from '../store/refundables.ts';
import type { Adapters } from './rail.ts';
import { sentBack } from './sent-back.ts';

export type CheckDeps = {
  readonly refundables: RefundableStore;
  readonly devolutions: DevolutionStore;
  readonly charges: Pick<Charges, 'recheck' | 'claimSend'>;
  readonly log: Logger;
};
/** Why a refund failed whose money the bank has taken back meanwhile (decisions, section 9). */
export const RETURNED_BY_BANK = 'returned_by_bank';
/** Why one failed whose payment is disputed: its money is set aside for the case. */
export const CHARGE_DISPUTED = 'charge_disputed';

/**
 * Looks at the payment at its bank right before money leaves: what went back already, by anybody's order,
 * must not go back once more. Of a refund the charge's document decides, which has the shares of all its
 * refunds; of a return, which is all of one payment, the payment itself. An acquirer does not say which
 * payment of an order a refund gave back, so a return of one is not compared.
 */
export function checkBeforeSend(deps: CheckDeps, adapters: Adapters, refund: Refund): CheckBeforeSend<ProviderResult> {
  if (refund.kind === 'REFUND') return (call, isUnknown) => claimSend(deps, adapters, refund, { call, isUnknown });
  if (refund.bank.order !== undefined) return async () => undefined;
  return async (call, isUnknown) => {
    const found = await sentBack(adapters.provider, refund, call);
    if (found.kind === 'all') return { kind: 'succeeded' };
    // Less is left than is to be sent: the next look words it anew.
    if (found.kind === 'rest')
      return found.amount < (refund.amount ?? 0) ? { kind: 'less', amount: found.amount, isUnknown } : undefined;
    return { kind: 'open', isUnknown, noResponse: found.kind === 'no_answer' };
  };
}

type SendCheck = { readonly call: BankCall; readonly isUnknown: boolean };

async function claimSend(
  deps: CheckDeps,
  adapters: Adapters,
  refund: Refund,
  { call, isUnknown }: SendCheck,
): Promise<ProviderResult | undefined> {
  const { refundables, devolutions, charges, log } = deps;
  const { tenant, chargeId, bank, id } = refund;
  if (chargeId === null) return undefined;
  const returns = await returnsAtBank(adapters, refund, call);
  if (returns === undefined) return { kind: 'open', isUnknown, noResponse: true };
  const own = new Set(
    bank.order === undefined
      ? (await devolutions.ofPayments([bank.endToEndId])).map(({ bankId }) => bankId)
      : await devolutions.idsOfOrder(bank.profileId, bank.order.reference),
  );
  const foreign = returns.filter(({ devolutionId }) => !own.has(devolutionId));
  if (foreign.length > 0) {
    await refundables.recordBankReturns(tenant, chargeId, foreign);
    // Charge tells the merchant and the ledger. It finds it by itself too, later.
    await charges.recheck({ requestId: id }, bank.profileId, bank.endToEndId).catch((err: unknown) => {
      if (!isUnavailable(err)) throw err;
      log.warn({ refund_id: id, charge_id: chargeId, err }, 'charge cannot be notified that the bank took money back');
    });
  }
  const standing = await standingOf(deps, refund, chargeId);
  if (standing !== 'free')
    return standing === 'unknown'
      ? { kind: 'open', isUnknown }
      : { kind: 'declined', code: CHARGE_DISPUTED, isUnknown };
  const claim = await refundables.claimSend(tenant, chargeId, id);
  if (claim === 'claimed') return undefined;
  if (claim === 'unknown') return { kind: 'open', isUnknown: true };
  // What may have left before the bank took its part is asked for once more before it is believed not to
  // have, and never sent again.
  return { kind: 'declined', code: RETURNED_BY_BANK, isUnknown: isUnknown || claim === 'sent_before' };
}

/**
 * Whether the charge lets it leave: one write of it decides between a refund and a case that come at once.
 * `unknown`: charge gives no answer, so nothing leaves yet.
 */
async function standingOf(
  { charges, log }: CheckDeps,
  refund: Refund,
  chargeId: Id<'charge'>,
): Promise<'free' | 'disputed' | 'unknown'> {
  try {
    return (await charges.claimSend({ requestId: refund.id }, refund, chargeId)) ? 'free' : 'disputed';
  } catch (err) {
    if (!isUnavailable(err)) throw err;
    log.warn({ refund_id: refund.id, charge_id: chargeId, err }, 'charge does not say whether a payment is disputed');
    return 'unknown';
  }
}

const STATUS = {
  in_progress: 'IN_PROGRESS',
  unrecognised: 'IN_PROGRESS',
  returned: 'REFUNDED',
  refunded: 'REFUNDED',
  failed: 'FAILED',
} as const;

type ProviderReturn = {
  readonly id: string | null;
  readonly amount: Cents | null;
  readonly status: keyof typeof STATUS;
};

/**
 * What the bank or the acquirer shows as sent back of the payment; undefined when it gives no answer. What
 * has no amount could be all of it.
 */
async function returnsAtBank(
  { provider, orders }: Adapters,
  { bank }: Refund,
  call: BankCall,
): Promise<BankShare[] | undefined> {
  const { endToEndId, order } = bank;
  if (order !== undefined) {
    const found = orders === null ? undefined : responseOf(await orders.getOrder(order.reference, call));
    return found?.refunds.map((one) => shareOf(one, found.amount));
  }
  const found = responseOf(await provider.getPayment(endToEndId, call));
  return found?.devolutions.map((one) => shareOf(one, found.amount));
}

const shareOf = ({ id, amount, status }: ProviderReturn, whole: Cents): BankShare => ({
  devolutionId: id ?? 'unnamed',
  amount: amount ?? whole,
  status: STATUS[status],
});
