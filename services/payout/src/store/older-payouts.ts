import { olderPayeeRecords } from '@gx/runtime/mongo';
import type { PayoutDocument } from './payout-document.ts';
import { OF_OLDER_VERSION, type PayoutModel } from './payout-model.ts';
import type { StoredPayouts } from './stored-payouts.ts';

export type OlderPayouts = ReturnType<typeof olderPayouts>;

/** Payouts that an older version stored, under no key of their payees. */
export const olderPayouts = (model: PayoutModel, stored: StoredPayouts) =>
  olderPayeeRecords<PayoutDocument>(model, {
    older: OF_OLDER_VERSION,
    // The version stays, since what a payout says does.
    async encryption(document) {
      const payee = await stored.payeeOf(document);
      const { _id, recipient, body } = document;
      return {
        filter: { _id, 'recipient.ciphertext': recipient?.ciphertext, 'body.ciphertext': body?.ciphertext },
        update: { $set: { payee, description: null }, $unset: { recipient: '', body: '' } },
      };
    },
  });
