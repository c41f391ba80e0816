import { documentKey, type Id } from '@gx/core';
import type { OwnedKey } from '@gx/runtime/mongo';
import type { Charge } from '../domain/charge.ts';
import type { ChargeDocument } from './charge-document.ts';
import type { ChargeModel } from './charge-model.ts';
import type { ChargeCollection } from './stored-charges.ts';

export type ChargesOfKeys = ReturnType<typeof chargesOfKeys>;

const NO_OUTBOX = { outbox: 0 } as const;
/**
 * What ends by itself, by its payer or by its merchant, money of which nobody has decided whose it is, and
 * cases whose evidence somebody may still have to read: of one that is over, what is on its way to its bank.
 */
const OPEN = [
  { status: { $in: ['PENDING', 'WAITING_PAYMENT', 'PROCESSING'] } },
  { 'payments.decision': 'held' },
  { 'disputes.status': 'open' },
  { 'disputes.answer.state': 'due' },
];

/** As whom a charge names a person: its customer, and who paid it. */
const CUSTOMER = { path: 'personalData.keyId', index: 'list_customer' } as const;
const PAYER = { path: 'paidBy.keyId', index: 'payer_key' } as const;

/** Charges by the keys of persons, for operators. */
export const chargesOfKeys = ({ model, stored }: ChargeCollection) => ({
  /** How many there are under a key. */
  async count({ id, tenant }: OwnedKey): Promise<number> {
    const named = { ...tenant, [CUSTOMER.path]: id };
    const paid = { ...tenant, [PAYER.path]: id, [CUSTOMER.path]: { $ne: id } };
    const counts = await Promise.all([
      model.countDocuments(named as never).hint(CUSTOMER.index),
      model.countDocuments(paid as never).hint(PAYER.index),
    ]);
    return counts.reduce((sum, count) => sum + count, 0);
  },

  /** Those under a key that can still be paid, whose money is held, or in a case, at most `limit`. */
  async open({ id, tenant }: OwnedKey, limit: number): Promise<readonly Id<'charge'>[]> {
    const documents = await Promise.all(
      [CUSTOMER, PAYER].map(({ path, index }) =>
        model
          .find({ ...tenant, [path]: id, $or: OPEN } as never, { _id: 1 })
          .hint(index)
          .limit(limit)
          .lean<Pick<ChargeDocument, '_id'>[]>(),
      ),
    );
    return [...new Set(documents.flat().map(({ _id }) => _id))];
  },

  /** The disputes about charges under a key for which evidence was handed in. */
  disputesUnder: (key: OwnedKey): Promise<readonly Id<'dispute'>[]> => disputesUnder(model, key),

  /** Any charge, for an operator, who knows no tenant. */
  async byId(id: Id<'charge'>): Promise<Charge | undefined> {
    const document = await model.findOne({ _id: id }, NO_OUTBOX).lean<ChargeDocument>();
    return document === null ? undefined : stored.opened(document);
  },

  /** The same; unreadable where the key of its customer is lost. */
  async readableById(id: Id<'charge'>): Promise<Charge | undefined> {
    const documents = await model.find({ _id: id }, NO_OUTBOX).lean<ChargeDocument[]>();
    return (await stored.eachOpened(documents))[0];
  },

  /** Those of an account, or of all, that an older version stored with this document in the clear. */
  async inClear(document: string, accountId: string | undefined): Promise<number> {
    const mine = accountId === undefined ? {} : { accountId };
    const named = { 'customer.document': { $in: [document, documentKey(document)] }, ...mine };
    const locked = { expectedPayerTaxId: documentKey(document), ...mine };
    const counts = await Promise.all([
      model.countDocuments(named as never).hint('clear_document'),
      model.countDocuments(locked as never).hint('clear_lock'),
    ]);
    return counts.reduce((sum, count) => sum + count, 0);
  },

  /** A page under any of these keys, in the order of their ids. */
  async page(keys: readonly OwnedKey[], after: Id<'charge'> | undefined, limit: number): Promise<readonly Charge[]> {
    const documents = await pageUnder(model, keys, after, limit);
    return stored.eachOpened(documents);
  },
});

async function disputesUnder(model: ChargeModel, { id, tenant }: OwnedKey): Promise<readonly Id<'dispute'>[]> {
  const documents = await Promise.all(
    [CUSTOMER, PAYER].map(({ path, index }) =>
      model
        .find({ ...tenant, [path]: id, 'disputes.evidence': { $exists: true } } as never, { disputes: 1 })
        .hint(index)
        .lean<Pick<ChargeDocument, '_id' | 'disputes'>[]>(),
    ),
  );
  return documents.flat().flatMap(({ disputes = [] }) => disputes.map((dispute) => dispute.id));
}

async function pageUnder(
  model: ChargeModel,
  keys: readonly OwnedKey[],
  after: Id<'charge'> | undefined,
  limit: number,
): Promise<readonly ChargeDocument[]> {
  const beyond = after === undefined ? {} : { _id: { $gt: after } };
  const documents = await Promise.all(
    keys.flatMap(({ id, tenant }) =>
      [CUSTOMER, PAYER].map(({ path, index }) =>
        model
          .find({ ...tenant, [path]: id, ...beyond } as never, NO_OUTBOX)
          .hint(index)
          .sort({ _id: 1 })
          .limit(limit)
          .lean<ChargeDocument[]>(),
      ),
    ),
  );
  const each = new Map(documents.flat().map((document) => [document._id, document]));
  const first = [...each.values()].toSorted((a, b) => (a._id < b._id ? -1 : 1));
  return first.slice(0, limit);
}
