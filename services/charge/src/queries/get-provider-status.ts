import { type Id, invariant, type Tenant, unavailable } from '@gx/core';
import type { Bank, BankDirectory } from '../banks/bank-directory.ts';
import { callFor } from '../commands/budget.ts';
import { responseOf } from '../commands/provider-adapter.ts';
import type { SeenAgain } from '../commands/recheck-payment.ts';
import type { Charge } from '../domain/charge.ts';
import { optionOf } from '../domain/payment-options.ts';
import type { VisibleStatus } from '../domain/transitions.ts';
import type { ChargeStore } from '../store/charges.ts';

export type GetProviderStatusDeps = {
  readonly charges: ChargeStore;
  readonly banks: BankDirectory;
  readonly quotes: typeof quoted;
  /** Has a payment of a charge, or its order, handled as if the bank had spoken of it. */
  readonly recheck: (seen: SeenAgain) => Promise<void>;
};

/** What the bank says of a charge now; the fields are those of the message gx.charge.v1.ProviderStatus. */
export async function getProviderStatus(
  { charges, banks, quotes, recheck }: GetProviderStatusDeps,
  tenant: Tenant,
  id: Id<'charge'>,
) {
  const charge = await charges.byId(tenant, id);
  const bank = await banks.byId(charge.bankProfileId);
  invariant(bank !== undefined, 'the bank profile of a charge is gone');
  const shown = responseOf(await quotes(bank, charge));
  const localStatus = charge.status as VisibleStatus;
  const { txid, state } = optionOf(charge);
  const isConfirmed = state !== 'requested';
  if (shown === undefined) {
    // It waits for a bank that cannot be asked now: its own status can be told (decisions A14).
    if (charge.status === 'PENDING' && !isConfirmed) return { localStatus };
    throw unavailable('The bank does not answer now.');
  }
  // What the bank takes back by itself is found by every look at it (decisions, section 9).
  if (shown?.givenBack === true && charge.settlement !== null) await recheck(seenAgain(charge));
  // A charge that was never confirmed and that the bank does not know has never been there.
  if (shown === null && !isConfirmed) return { localStatus };
  return {
    localStatus,
    provider: charge.bankProfileId,
    providerTransactionId: txid,
    providerStatus: shown?.status,
    rawResponseJson: shown === null ? undefined : JSON.stringify(shown.quoted),
  };
}

/** What of a charge is asked about again: its credited Pix, or its order. */
const seenAgain = ({ bankProfileId, settlement, ...charge }: Charge): SeenAgain =>
  charge.method === 'PIX'
    ? { bankProfileId, endToEndId: settlement?.endToEndId ?? '' }
    : { bankProfileId, orderReference: optionOf(charge).txid };

/** The bank's own words for a Pix charge; for an order those of the port, which name nobody. */
export async function quoted({ provider, orders }: Bank, charge: Charge) {
  const { method, txid } = optionOf(charge);
  const call = { ...callFor(charge), pool: 'quotes' } as const;
  if (method === 'PIX') return provider.quoteCharge(txid, call);
  invariant(orders !== null, 'the bank profile of an order has no acquirer any more');
  const answer = await orders.provider.getOrder(txid, call);
  if (answer.kind !== 'done' && answer.kind !== 'pending') return answer;
  const { value } = answer;
  if (value === null) return { kind: 'done', value } as const;
  // The instructions are the merchant's on GET; what opens a payer's page is in no support ticket.
  const { instructions: _, status, ...rest } = value;
  return { kind: 'done', value: { status, quoted: { status, ...rest }, givenBack: rest.refunds.length > 0 } } as const;
}
