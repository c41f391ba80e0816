import { cents, type EndToEndId, isCents, parseId } from '@gx/core';
import { type EntryDraft, lossReference, returnedReference, suspenseReference } from './entry.ts';
import { bankOf, chargeOf, type MoneyFacts, moneyFault } from './facts.ts';
import { lossPostings, returnedPostings, suspensePostings } from './postings.ts';
import { platformKey } from './wallet.ts';

/** One Pix that is in no wallet: held until it is known who paid, or on its way back. */
export type SuspenseFacts = MoneyFacts & { readonly endToEndId: string; readonly bankProfileId?: string };

/** A Pix-out that succeeded after it had failed in so many words; `fee` is what the bank takes for it. */
export type LossFacts = MoneyFacts & {
  readonly refundId: string;
  readonly fee: number;
  readonly bankProfileId?: string;
};

/**
 * The entry that sets a Pix aside, or why there can never be one. A Pix that was held and is returned later
 * is set aside once: both events make the same draft, so it says nothing of why.
 */
export const suspendPix = (facts: SuspenseFacts): EntryDraft | string =>
  pixFault(facts) ??
  platformEntry(facts, {
    reference: suspenseReference(pixOf(facts)),
    endToEndId: pixOf(facts),
    postings: suspensePostings(cents(facts.amount)),
  });

/** The entry that lets a returned Pix go. It may come first: the topics are not ordered among themselves. */
export const returnPix = (facts: SuspenseFacts): EntryDraft | string =>
  pixFault(facts) ??
  platformEntry(facts, {
    reference: returnedReference(pixOf(facts)),
    endToEndId: pixOf(facts),
    postings: returnedPostings(cents(facts.amount)),
  });

/** The entry by which the platform bears a loss. */
export function bearLoss(facts: LossFacts): EntryDraft | string {
  const fault = moneyFault(facts);
  if (fault !== undefined) return fault;
  const refundId = parseId('refund', facts.refundId);
  if (refundId === undefined) return 'the refund id is malformed';
  if (!isCents(facts.fee)) return 'a fee is not whole or below zero';
  const postings = lossPostings(cents(facts.amount), facts.fee);
  return platformEntry(facts, { reference: lossReference(refundId), endToEndId: null, postings });
}

const pixOf = ({ endToEndId }: SuspenseFacts): EndToEndId => endToEndId as EndToEndId;

const pixFault = (facts: SuspenseFacts): string | undefined =>
  facts.endToEndId === '' ? 'there is no end-to-end id' : moneyFault(facts);

function platformEntry(
  facts: MoneyFacts & { readonly bankProfileId?: string },
  what: Pick<EntryDraft, 'reference' | 'endToEndId' | 'postings'>,
): EntryDraft | string {
  const chargeId = chargeOf(facts);
  if (chargeId === undefined) return 'the charge id is malformed';
  return { ...platformKey(facts.livemode, facts.currency), chargeId, ...what, ...bankOf(facts), releaseAt: null };
}
