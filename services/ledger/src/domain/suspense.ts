import { cents, type EndToEndId, isCents, parseId } from '@gx/core';
import { type EntryDraft, lossReference, returnedReference, suspenseReference } from './entry.ts';
import { bankOf, chargeOf, type MoneyDetails, moneyFault } from './money-details.ts';
import { lossPostings, returnedPostings, suspensePostings } from './postings.ts';
import { platformKey } from './wallet.ts';

/** One Pix that is in no wallet: held until it is known who paid, or on its way back. */
export type SuspenseDetails = MoneyDetails & { readonly endToEndId: string; readonly bankProfileId?: string };

/**
 * A Pix-out of a refund or a payout that succeeded after it had failed in so many words; `fee` is what the
 * bank takes for it.
 */
export type LossDetails = MoneyDetails & {
  readonly of: 'refund' | 'payout';
  readonly id: string;
  readonly fee: number;
  readonly bankProfileId?: string;
};

/**
 * The entry that sets a Pix aside, or why there can never be one. A Pix that was held and is returned later
 * is set aside once: both events make the same draft, so it says nothing of why.
 */
export const suspendPix = (details: SuspenseDetails): EntryDraft | string =>
  pixFault(details) ??
  platformEntry(details, {
    reference: suspenseReference(pixOf(details)),
    endToEndId: pixOf(details),
    postings: suspensePostings(cents(details.amount)),
  });

/** The entry that lets a returned Pix go. It may come first: the topics are not ordered among themselves. */
export const returnPix = (details: SuspenseDetails): EntryDraft | string =>
  pixFault(details) ??
  platformEntry(details, {
    reference: returnedReference(pixOf(details)),
    endToEndId: pixOf(details),
    postings: returnedPostings(cents(details.amount)),
  });

/** The entry by which the platform bears a loss. */
export function bearLoss(details: LossDetails): EntryDraft | string {
  const fault = moneyFault(details);
  if (fault !== undefined) return fault;
  const lost = parseId(details.of, details.id);
  if (lost === undefined) return `the ${details.of} id is malformed`;
  if (!isCents(details.fee)) return 'a fee is not whole or below zero';
  const postings = lossPostings(cents(details.amount), details.fee);
  return platformEntry(details, { reference: lossReference(lost), endToEndId: null, postings });
}

const pixOf = ({ endToEndId }: SuspenseDetails): EndToEndId => endToEndId as EndToEndId;

const pixFault = (details: SuspenseDetails): string | undefined =>
  details.endToEndId === '' ? 'there is no end-to-end id' : moneyFault(details);

function platformEntry(
  details: MoneyDetails & { readonly bankProfileId?: string },
  what: Pick<EntryDraft, 'reference' | 'endToEndId' | 'postings'>,
): EntryDraft | string {
  const chargeId = chargeOf(details);
  if (chargeId === undefined) return 'the charge id is malformed';
  return { ...platformKey(details.livemode, details.currency), chargeId, ...what, ...bankOf(details), releaseAt: null };
}
