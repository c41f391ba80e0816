import type { Credit, ListCreditsRequest, ListCreditsResponse } from '@gx/contracts/ledger';
import { parseId, Refusal } from '@gx/core';
import type { CreditEntry, CreditStore } from '../store/credits.ts';

/** Of one answer: a message of them stays far below what gRPC takes. */
const CREDITS_MAX = 5_000;
const IDS_MAX = 100;
/** Where money comes from: the bank, or the bank by way of what was set aside. */
const SOURCES: readonly string[] = ['provider:clearing', 'platform:suspense'];

export type ListCreditsDeps = { readonly credits: CreditStore };

/** Money that came from a bank, by the time of its entry, or by charge. */
export async function listCredits(
  { credits }: ListCreditsDeps,
  { livemode, fromMs, toMs, chargeIds, after }: ListCreditsRequest,
): Promise<ListCreditsResponse> {
  if (chargeIds.length > IDS_MAX) throw new Refusal('invalid_request', `At most ${IDS_MAX}.`, { param: 'charge_ids' });
  if (chargeIds.length > 0) {
    const ids = chargeIds.map((id) => parseId('charge', id)).filter((id) => id !== undefined);
    return { credits: (await credits.ofCharges(ids)).map(credit) };
  }
  const window = { livemode, from: new Date(fromMs), to: new Date(toMs) };
  const found = await credits.posted(window, after ?? '', CREDITS_MAX);
  const last = found.at(-1);
  return {
    credits: found.map(credit),
    ...(found.length < CREDITS_MAX || last === undefined ? {} : { next: last._id }),
  };
}

/** The source is debited with all of it, before fees. */
const credit = ({ _id, chargeId, endToEndId, postings }: CreditEntry): Credit => ({
  reference: _id,
  chargeId: chargeId ?? '',
  endToEndId: endToEndId ?? '',
  amount: Math.max(0, ...postings.filter(({ address }) => SOURCES.includes(address)).map(({ amount }) => amount)),
});
