import type { JournalEntry } from '../domain/entry.ts';
import type { Hold } from '../domain/hold.ts';
import type { Tranche } from '../domain/tranche.ts';
import type { Wallet } from '../domain/wallet.ts';
import type { EntryDocument, HoldDocument, TrancheDocument, WalletDocument } from './models.ts';

/** The verifier must see a document as it is, so nothing is checked here. */
export const toWallet = ({ _id: _, ...wallet }: WalletDocument): Wallet => wallet;

export const toEntry = ({ _id: reference, outbox: _, ...entry }: EntryDocument): JournalEntry => ({
  ...entry,
  reference,
});
export const fromEntry = ({ reference: _id, ...entry }: JournalEntry): EntryDocument => ({ _id, ...entry });

export const toTranche = ({ _id: chargeId, ...tranche }: TrancheDocument): Tranche => ({ ...tranche, chargeId });
export const fromTranche = ({ chargeId: _id, ...tranche }: Tranche): TrancheDocument => ({ _id, ...tranche });

export const toHold = ({ _id: reference, ...hold }: HoldDocument): Hold => ({ ...hold, reference });
export const fromHold = ({ reference: _id, ...hold }: Hold): HoldDocument => ({ _id, ...hold });
