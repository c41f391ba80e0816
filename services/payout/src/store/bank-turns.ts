import type { Id } from '@gx/core';
import { isDuplicateKey } from '@gx/runtime/mongo';
import type { Connection } from 'mongoose';

/** Whose turn it is at a bank whose account sends one Pix at a time. */
type TurnDocument = { readonly _id: string; readonly payoutId: Id<'payout'> | null };
export type BankTurns = ReturnType<typeof bankTurns>;

/** One payout at a time at a bank. A turn that its payout's death left behind is taken over by who asks next. */
export function bankTurns(connection: Connection) {
  const turns = connection.collection<TurnDocument>('bank_turns');
  return {
    /** Null: it is this payout's turn now. Else whose it is. */
    async claim(bankProfileId: string, payoutId: Id<'payout'>): Promise<Id<'payout'> | null> {
      try {
        await turns.updateOne(
          { _id: bankProfileId, payoutId: { $in: [null, payoutId] } },
          { $set: { payoutId } },
          { upsert: true },
        );
        return null;
      } catch (error) {
        // There is a turn, of another payout.
        if (!isDuplicateKey(error)) throw error;
        return (await turns.findOne({ _id: bankProfileId }))?.payoutId ?? null;
      }
    },

    /** Ends a turn, unless it is another one's by now; whether it did. */
    async end(bankProfileId: string, payoutId: Id<'payout'>): Promise<boolean> {
      const { modifiedCount } = await turns.updateOne({ _id: bankProfileId, payoutId }, { $set: { payoutId: null } });
      return modifiedCount === 1;
    },
  };
}
