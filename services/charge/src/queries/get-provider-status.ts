import { type Id, invariant, notFound, type Tenant, unavailable } from '@gx/core';
import type { BankDirectory } from '../banks/bank-directory.ts';
import type { VisibleStatus } from '../domain/transitions.ts';
import type { ChargeStore } from '../store/charges.ts';

type Deps = { readonly charges: ChargeStore; readonly banks: BankDirectory };

/** What the bank says of a charge now; the fields are those of the message gx.charge.v1.ProviderStatus. */
export const getProviderStatus =
  ({ charges, banks }: Deps) =>
  async (tenant: Tenant, id: Id<'charge'> | undefined) => {
    const charge = id === undefined ? undefined : await charges.byId(tenant, id);
    if (charge === undefined) throw notFound('charge');
    const { profileId, txid } = charge.bank;
    const bank = await banks.byId(profileId);
    invariant(bank !== undefined, 'the bank profile of a charge is gone');
    const answer = await bank.provider.quoteCharge(txid);
    if (answer.kind !== 'done' && answer.kind !== 'pending') throw unavailable('The bank does not answer now.');
    const localStatus = charge.status as VisibleStatus;
    const quoted = answer.value;
    // A charge that was never confirmed and that the bank does not know has never been there.
    if (quoted === null && charge.pix === null) return { localStatus };
    return {
      localStatus,
      provider: profileId,
      providerTransactionId: txid as string,
      ...(quoted === null ? {} : { providerStatus: quoted.status, rawResponseJson: JSON.stringify(quoted.quoted) }),
    };
  };
