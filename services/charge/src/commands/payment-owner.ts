import type { EndToEndId } from '@gx/core';
import type { Bank, BankDirectory } from '../banks/bank-directory.ts';
import type { Charge } from '../domain/charge.ts';
import type { ChargeStore } from '../store/charges.ts';
import type { UnmatchedPaymentStore } from '../store/unmatched-payments.ts';

type OwnerDeps = { readonly charges: ChargeStore; readonly unmatchedPayments: UnmatchedPaymentStore };
type Environment = { readonly peers: readonly string[]; readonly livemode: boolean };

/**
 * The charge that has decided about a Pix. What was noted of that Pix as an unmatched payment is forgotten
 * then.
 */
export async function ownerOf(
  { charges, unmatchedPayments }: OwnerDeps,
  { peers, livemode }: Environment,
  endToEndId: EndToEndId,
): Promise<Charge | undefined> {
  const owner = await charges.byPayment(peers, endToEndId);
  if (owner !== undefined) await unmatchedPayments.forgetNoted(livemode, [endToEndId]);
  return owner;
}

/** The profiles of a bank's environment, each of which may speak for its account. */
export const peersOf = async (
  { banks }: { readonly banks: BankDirectory },
  { livemode }: Pick<Bank, 'livemode'>,
): Promise<string[]> => (await banks.listed()).filter((bank) => bank.livemode === livemode).map(({ id }) => id);
