import type { Id } from '@gx/core';
import type { OutboxRecord } from '@gx/runtime/mongo';
import type { ClientSession } from 'mongoose';
import { isPaidInParts } from '../domain/dispute.ts';
import type { HoldReference, JournalEntry } from '../domain/entry.ts';
import { type Hold, isBankReturn } from '../domain/hold.ts';
import { releasedCharge, type Tranche, trancheOf } from '../domain/tranche.ts';
import { unopenedWallet, type Wallet, type WalletKey, walletKeyOf, walletName } from '../domain/wallet.ts';
import { fromEntry, fromHold, fromTranche, toWallet } from './documents.ts';
import type { LedgerModels, WalletDocument } from './models.ts';

/** Somebody else wrote to a wallet, or to a hold of it, since it was read: read again, fold again. */
export class GuardLost extends Error {
  override readonly name = 'GuardLost';
}

export type Addition = { readonly entry: JournalEntry; readonly event: OutboxRecord | undefined };
/** What one wallet's fold changes. */
export type WalletChange = {
  readonly before: Wallet;
  readonly after: Wallet;
  readonly additions: readonly Addition[];
  /** Tranches that rose or fell, as they are from now on; null: nothing is left of one. */
  readonly tranches: ReadonlyMap<Id<'charge'>, Tranche | null>;
  /** The holds that changed, as they are from now on, and which of them stood before. */
  readonly holds: readonly Hold[];
  readonly stood: ReadonlySet<HoldReference>;
};

/**
 * The wallets as this transaction sees them, in the order asked; one that was never written to is at its
 * beginning.
 */
export async function readWallets(
  models: LedgerModels,
  session: ClientSession,
  keys: readonly WalletKey[],
): Promise<readonly Wallet[]> {
  const found = await models.wallets
    .find({ $or: keys.map(walletKeyOf) })
    .session(session)
    .lean<WalletDocument[]>();
  const wallets = new Map(found.map((document) => [walletName(document), toWallet(document)]));
  return keys.map((key) => wallets.get(walletName(key)) ?? unopenedWallet(key));
}

/**
 * Moves wallets from `before` to `after` and inserts the entries between them. Wallets go first: they are
 * where two writers meet, and the one that comes too late should not have written anything else.
 */
export async function append(
  models: LedgerModels,
  session: ClientSession,
  steps: readonly WalletChange[],
): Promise<void> {
  const additions = steps.flatMap((step) => step.additions);
  if (additions.length > 0) {
    await moveWallets(
      models,
      session,
      steps.filter((step) => step.additions.length > 0),
    );
    const documents = additions.map(({ entry, event }) => ({
      ...fromEntry(entry),
      ...(event === undefined ? {} : { outbox: [event] }),
    }));
    // `lean` skips Mongoose's own copy of each document; their shape is the fold's, and the fold is typed.
    await models.entries.insertMany(documents, { session, lean: true, ordered: true });
    await moveTranches(models, session, additions);
    await changeTranches(models, session, new Map(steps.flatMap(({ tranches }) => [...tranches])));
  }
  const holds = steps.flatMap((step) => step.holds);
  const stood = new Set(steps.flatMap((step) => [...step.stood]));
  if (holds.length > 0) await moveHolds(models, session, { holds, stood });
}

async function moveWallets(
  models: LedgerModels,
  session: ClientSession,
  steps: readonly WalletChange[],
): Promise<void> {
  const opened = steps.filter(({ before }) => before.seq === 0).map(({ after }) => after);
  if (opened.length > 0) await models.wallets.insertMany(opened, { session, lean: true });
  const moved = steps.filter(({ before }) => before.seq > 0);
  if (moved.length === 0) return;
  const { matchedCount } = await models.wallets.bulkWrite(moved.map(guardedMove), { session, ordered: true });
  if (matchedCount < moved.length) throw new GuardLost('a wallet has another head');
}

const guardedMove = ({ before, after }: WalletChange) => ({
  updateOne: {
    // The time counts beside the head: a list that was closed up to a moment takes nothing from before it.
    filter: {
      ...walletKeyOf(before),
      head: before.head,
      ...(before.listed === undefined ? {} : { 'listed.at': before.listed.at }),
    },
    update: {
      $inc: {
        available: after.available - before.available,
        pending: after.pending - before.pending,
        retained: after.retained - before.retained,
        receivable: after.receivable - before.receivable,
        seq: after.seq - before.seq,
      },
      $set: { head: after.head, ...(after.listed === before.listed ? {} : { listed: after.listed }) },
    },
  },
});

/** A delayed credit opens a tranche, its release closes it, each together with its entry. */
async function moveTranches(
  models: LedgerModels,
  session: ClientSession,
  additions: readonly Addition[],
): Promise<void> {
  const opened = additions.map(({ entry }) => trancheOf(entry)).filter((tranche) => tranche !== undefined);
  const closed = additions.map(({ entry }) => releasedCharge(entry)).filter((charge) => charge !== undefined);
  if (opened.length > 0) {
    await models.tranches.insertMany(opened.map(fromTranche), { session, lean: true });
  }
  if (closed.length > 0) await models.tranches.deleteMany({ _id: { $in: closed } }, { session });
}

/**
 * What a bank return takes out of a tranche, or puts back. The head of the wallet guards it: nobody else has
 * moved one since it was read.
 */
async function changeTranches(
  models: LedgerModels,
  session: ClientSession,
  changed: ReadonlyMap<Id<'charge'>, Tranche | null>,
): Promise<void> {
  if (changed.size === 0) return;
  const writes = [...changed].map(([chargeId, tranche]) => {
    if (tranche === null) return { deleteOne: { filter: { _id: chargeId } } };
    const { _id, ...set } = fromTranche(tranche);
    return { updateOne: { filter: { _id }, update: { $set: set }, upsert: true } };
  });
  await models.tranches.bulkWrite(writes as never, { session, ordered: true });
}

/**
 * New holds are inserted under the one index that makes a reference unique; those that stood may only end,
 * once.
 */
async function moveHolds(
  models: LedgerModels,
  session: ClientSession,
  { holds, stood }: Pick<WalletChange, 'holds' | 'stood'>,
): Promise<void> {
  const placed = holds.filter(({ reference }) => !stood.has(reference));
  if (placed.length > 0) await models.holds.insertMany(placed.map(fromHold), { session, lean: true });
  const returned = holds.filter((hold) => isBankReturn(hold) && stood.has(hold.reference));
  for (const hold of returned) {
    const { _id, ...set } = fromHold(hold);
    const { matchedCount } = await models.holds.updateOne(
      { _id, state: { $ne: 'COMMITTED' } },
      { $set: set },
      { session },
    );
    if (matchedCount === 0) throw new GuardLost('a bank return has ended already');
  }
  const cameBack = holds.filter(({ reference, returns }) => returns !== undefined && stood.has(reference));
  for (const { reference, state, returns } of cameBack) {
    const sent = { _id: reference, state: { $ne: 'VOIDED' as const } };
    const { matchedCount } = await models.holds.updateOne(sent, { $set: { state, returns } }, { session });
    if (matchedCount === 0) throw new GuardLost('nothing was sent');
  }
  const cases = holds.filter((hold) => isPaidInParts(hold) && stood.has(hold.reference));
  for (const hold of cases) {
    const { _id, ...set } = fromHold(hold);
    // A case that is over without an entry moves no head: nobody may have paid a devolution of it meanwhile.
    const unpaid = { [`paid.${hold.paid?.length ?? 0}`]: { $exists: false } };
    const { matchedCount } = await models.holds.updateOne({ _id, ...unpaid }, { $set: set }, { session });
    if (matchedCount === 0) throw new GuardLost('a devolution of the case was paid meanwhile');
  }
  const isPlain = (hold: Hold): boolean => !(isBankReturn(hold) || isPaidInParts(hold)) && hold.returns === undefined;
  const plain = holds.filter((hold) => stood.has(hold.reference) && isPlain(hold));
  for (const state of ['COMMITTED', 'VOIDED'] as const) {
    const ended = plain.filter((hold) => hold.state === state);
    if (ended.length === 0) continue;
    const references = ended.map(({ reference }) => reference);
    const held = { _id: { $in: references }, state: 'HELD' as const };
    const { matchedCount } = await models.holds.updateMany(held, { $set: { state } }, { session });
    if (matchedCount < ended.length) throw new GuardLost('a hold has ended already');
  }
}
