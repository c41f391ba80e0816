import { olderPayeeRecords, payeeRecords } from '@gx/runtime/mongo';
import type { RefundDocument } from './refund-document.ts';
import { OF_OLDER_VERSION, type RefundModel } from './refund-model.ts';
import { requestHashOf, type StoredRefunds } from './stored-refunds.ts';

export type RefundsOfPayees = ReturnType<typeof refundsOfPayees>;
export type OlderRefunds = ReturnType<typeof olderRefunds>;
type HeldRefund = Awaited<ReturnType<StoredRefunds['held']>>;

/** Refunds by the keys of whom they went to. */
export const refundsOfPayees = (model: RefundModel, stored: StoredRefunds) =>
  payeeRecords<RefundDocument, HeldRefund>(model, {
    open: { status: { $in: ['INITIATED', 'DROPPED', 'PENDING', 'IN_PROGRESS'] } },
    read: stored.held,
  });

/** Cashouts that an older version stored, under no key of whom they go to. */
export const olderRefunds = (model: RefundModel, stored: StoredRefunds, secret: () => Promise<Buffer>) =>
  olderPayeeRecords<RefundDocument>(model, {
    older: OF_OLDER_VERSION,
    // The version goes on: a write that is under way would put back what it has read.
    async encryption(document) {
      const { _id, version } = document;
      const payee = await stored.payeeOf(document);
      const requestHash = requestHashOf(await secret(), document.requestHash);
      return {
        filter: { _id, version, ...OF_OLDER_VERSION },
        update: { $set: { payee, requestHash, body: null }, $unset: { destination: '' }, $inc: { version: 1 } },
      };
    },
  });
