import { type Cents, cents, type Id } from '@gx/core';
import { type EntryDraft, releaseReference } from './entry.ts';
import { movementOf, releasePostings } from './postings.ts';
import { type WalletKey, walletKeyOf } from './wallet.ts';

/** A delayed credit: `amount` of one charge stays pending until `releaseAt`. */
export type Tranche = WalletKey & {
  readonly chargeId: Id<'charge'>;
  readonly amount: Cents;
  readonly releaseAt: Date;
};

/** The tranche that an entry opens, if its credit is delayed. */
export const trancheOf = (entry: EntryDraft): Tranche | undefined =>
  entry.releaseAt === null || entry.chargeId === null
    ? undefined
    : {
        ...walletKeyOf(entry),
        chargeId: entry.chargeId,
        amount: cents(movementOf(entry.postings).pending),
        releaseAt: entry.releaseAt,
      };

/** The charge whose tranche an entry closes, if it is a release. */
export const releasedCharge = (entry: EntryDraft): Id<'charge'> | undefined =>
  entry.chargeId !== null && entry.reference === releaseReference(entry.chargeId) ? entry.chargeId : undefined;

/** The entry that makes a tranche available. It says nothing that changes from one attempt to the next. */
export const releaseTranche = (tranche: Tranche): EntryDraft => ({
  ...walletKeyOf(tranche),
  reference: releaseReference(tranche.chargeId),
  chargeId: tranche.chargeId,
  endToEndId: null,
  postings: releasePostings(tranche.amount),
  releaseAt: null,
});
