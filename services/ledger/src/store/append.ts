import type { EncodedEvent } from '@gx/contracts';
import type { ClientSession } from 'mongoose';
import type { HoldReference, JournalEntry } from '../domain/entry.ts';
import type { Hold } from '../domain/hold.ts';
import { releasedCharge, trancheOf } from '../domain/tranche.ts';
import { unopenedWallet, type Wallet, type WalletKey, walletKeyOf } from '../domain/wallet.ts';
import { fromEntry, fromHold, toWallet } from './documents.ts';
import type { LedgerModels, WalletDocument } from './models.ts';

/** Somebody else wrote to the wallet, or to a hold of it, since it was read: read again, fold again. */
export class GuardLost extends Error {
  override readonly name = 'GuardLost';
}

export type Addition = { readonly entry: JournalEntry; readonly event: EncodedEvent | undefined };
export type Step = {
  readonly before: Wallet;
  readonly after: Wallet;
  readonly additions: readonly Addition[];
  /** The holds that changed, as they are from now on, and which of them stood before. */
  readonly holds: readonly Hold[];
  readonly stood: ReadonlySet<HoldReference>;
};

/** The wallet as this transaction sees it; one that was never written to is at its beginning. */
export async function readWallet(models: LedgerModels, session: ClientSession, key: WalletKey): Promise<Wallet> {
  const found = await models.wallets.findOne(walletKeyOf(key)).session(session).lean<WalletDocument>();
  return found === null ? unopenedWallet(key) : toWallet(found);
}

/**
 * Moves a wallet from `before` to `after` and inserts the entries between them. The wallet goes first: it is where two
 * writers meet, and the one that comes too late should not have written anything else.
 */
export async function append(models: LedgerModels, session: ClientSession, step: Step): Promise<void> {
  if (step.additions.length > 0) await addEntries(models, session, step);
  await moveHolds(models, session, step);
}

async function addEntries(models: LedgerModels, session: ClientSession, step: Step): Promise<void> {
  await moveWallet(models, session, step);
  const documents = step.additions.map(({ entry, event }) => ({
    ...fromEntry(entry),
    ...(event === undefined ? {} : { unpublished: event }),
  }));
  // `lean` skips Mongoose's own copy of each document; their shape is the fold's, and the fold is typed.
  await models.entries.insertMany(documents, { session, lean: true, ordered: true });
  await moveTranches(models, session, step);
}

async function moveWallet(models: LedgerModels, session: ClientSession, { before, after }: Step): Promise<void> {
  if (before.seq === 0) {
    await models.wallets.insertMany([after], { session, lean: true });
    return;
  }
  const { matchedCount } = await models.wallets.updateOne(
    { ...walletKeyOf(before), head: before.head },
    {
      $inc: {
        available: after.available - before.available,
        pending: after.pending - before.pending,
        retained: after.retained - before.retained,
        seq: after.seq - before.seq,
      },
      $set: { head: after.head },
    },
    { session },
  );
  if (matchedCount === 0) throw new GuardLost('the wallet has another head');
}

/** A held credit opens a tranche, its release closes it, each together with its entry. */
async function moveTranches(models: LedgerModels, session: ClientSession, { additions }: Step): Promise<void> {
  const opened = additions.map(({ entry }) => trancheOf(entry)).filter((tranche) => tranche !== undefined);
  const closed = additions.map(({ entry }) => releasedCharge(entry)).filter((charge) => charge !== undefined);
  if (opened.length > 0) {
    const documents = opened.map(({ chargeId, ...tranche }) => ({ _id: chargeId, ...tranche }));
    await models.tranches.insertMany(documents, { session, lean: true });
  }
  if (closed.length > 0) await models.tranches.deleteMany({ _id: { $in: closed } }, { session });
}

/** New holds are inserted under the one index that makes a reference unique; those that stood may only end, once. */
async function moveHolds(models: LedgerModels, session: ClientSession, { holds, stood }: Step): Promise<void> {
  const placed = holds.filter(({ reference }) => !stood.has(reference));
  if (placed.length > 0) await models.holds.insertMany(placed.map(fromHold), { session, lean: true });
  for (const state of ['COMMITTED', 'VOIDED'] as const) {
    const ended = holds.filter((hold) => hold.state === state && stood.has(hold.reference));
    if (ended.length === 0) continue;
    const references = ended.map(({ reference }) => reference);
    const held = { _id: { $in: references }, state: 'HELD' };
    const { matchedCount } = await models.holds.updateMany(held, { $set: { state } }, { session });
    if (matchedCount < ended.length) throw new GuardLost('a hold has ended already');
  }
}
