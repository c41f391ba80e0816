import type { Cents, EndToEndId } from '@gx/core';
import type { Outcome } from './outcome.ts';
import type { BankCall } from './provider.ts';

/**
 * An infraction report (MED): a payer contests a Pix at its bank, and ours has to decide. `unrecognised` is a
 * word that this version does not know: nothing is concluded from it.
 */
export type ProviderInfraction = {
  readonly id: string;
  readonly endToEndId: EndToEndId;
  /** What is contested. */
  readonly amount: Cents;
  /** `accepted`: the money goes back to the payer; `rejected` and `cancelled`: it stays. */
  readonly status: 'open' | 'under_review' | 'accepted' | 'rejected' | 'cancelled' | 'unrecognised';
  readonly reason: 'fraud' | 'operational' | 'other';
  /** Until when a defence is taken; null where the bank does not say. */
  readonly evidenceDueBy: Date | null;
  /** Orders what the bank showed at two times; null where it does not say. */
  readonly updatedAt: Date | null;
};
export type InfractionElement =
  | { readonly kind: 'infraction'; readonly infraction: ProviderInfraction }
  | { readonly kind: 'unreadable'; readonly problems: readonly string[] };

/** What the receiver says to a report: that it accepts it, or why not. A bank takes text alone, no files. */
export type DefenceTerms = { readonly accepts: boolean; readonly text: string };

/** Infraction reports of a bank, where its profile says where they are: they are no part of the standard. */
export type InfractionPort = {
  /**
   * Every report that was opened from `from` to `to`, a page at a time. Throws `ListUnread` if a page cannot
   * be had, and where `capabilities().infractions` is false.
   */
  listInfractions(
    window: { readonly from: Date; readonly to: Date },
    call?: BankCall,
  ): AsyncIterable<readonly InfractionElement[]>;
  /** The body of `submitDefence`: built once, stored, and sent unchanged at each attempt. Pure. */
  defenceRequest(terms: DefenceTerms): string;
  /**
   * A bank takes one defence of each report: after a lost answer the report shows whether it has it. `done`
   * with null where the answer shows no report; declined with `not_supported` where there are none.
   */
  submitDefence(
    defence: { readonly id: string; readonly body: string },
    call?: BankCall,
  ): Promise<Outcome<ProviderInfraction | null>>;
};
