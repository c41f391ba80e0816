import { type Id, invariant, notFound, type Tenant, unavailable } from '@gx/core';
import type { Bank, BankDirectory } from '../banks/bank-directory.ts';
import { type Charge, methodOf } from '../domain/charge.ts';
import type { VisibleStatus } from '../domain/transitions.ts';
import type { ChargeStore } from '../store/charges.ts';
import { bankQuotes } from './bank-quotes.ts';

type Deps = { readonly charges: ChargeStore; readonly banks: BankDirectory };

/** What the bank says of a charge now; the fields are those of the message gx.charge.v1.ProviderStatus. */
export function getProviderStatus({ charges, banks }: Deps) {
  const quote = bankQuotes(quoted);
  return async (tenant: Tenant, id: Id<'charge'> | undefined) => {
    const charge = id === undefined ? undefined : await charges.byId(tenant, id);
    if (charge === undefined) throw notFound('charge');
    const { profileId, txid } = charge.bank;
    const bank = await banks.byId(profileId);
    invariant(bank !== undefined, 'the bank profile of a charge is gone');
    const answer = await quote(bank, charge);
    if (answer.kind !== 'done' && answer.kind !== 'pending') throw unavailable('The bank does not answer now.');
    const localStatus = charge.status as VisibleStatus;
    const told = answer.value;
    // A charge that was never confirmed and that the bank does not know has never been there.
    if (told === null && charge.pix === null && charge.order === undefined) return { localStatus };
    return {
      localStatus,
      provider: profileId,
      providerTransactionId: txid as string,
      ...(told === null ? {} : { providerStatus: told.status, rawResponseJson: JSON.stringify(told.quoted) }),
    };
  };
}

/** The bank's own words for a Pix charge; for an order those of the port, which name nobody. */
async function quoted({ provider, orders }: Bank, charge: Charge) {
  const { txid } = charge.bank;
  if (methodOf(charge) === 'PIX') return provider.quoteCharge(txid);
  invariant(orders !== null, 'the bank profile of an order has no acquirer any more');
  const answer = await orders.provider.getOrder(txid);
  if (answer.kind !== 'done' && answer.kind !== 'pending') return answer;
  const { value } = answer;
  if (value === null) return { kind: 'done', value } as const;
  // The instructions are the merchant's on GET; what opens a payer's page is in no support ticket.
  const { instructions: _, status, ...rest } = value;
  return { kind: 'done', value: { status, quoted: { status, ...rest } } } as const;
}
