import type { ClientSession } from 'mongoose';
import type { JournalEntry } from '../domain/entry.ts';
import { type FoldTerms, fold } from '../domain/fold.ts';
import { trancheOf } from '../domain/tranche.ts';
import { type Wallet, walletKeyOf } from '../domain/wallet.ts';
import type { EntryDocument, LedgerModels } from './models.ts';
import { among, readStanding, type WalletBatch, type Write } from './standing.ts';

/** Why a write cannot be made while the data of its wallet are what they are. */
export type Collision = 'wallet_differs_from_entries' | 'entry_without_its_hold' | 'tranche_without_its_credit';

/**
 * Which writes can never be made on what stands, and why: their place in the chain is taken, or what they
 * would insert stands without what it belongs to. All is read as of one moment. Entry, wallet, hold and
 * tranche change in one transaction, so no moment looks like this while only we write, however many of us and
 * however many die: it was another hand, and reading again does not heal it. What is merely contended for, or
 * away, is never found here.
 */
export async function collisionsOf(
  models: LedgerModels,
  session: ClientSession,
  { batch, ...terms }: { readonly batch: WalletBatch } & FoldTerms,
): Promise<ReadonlyMap<Write, Collision>> {
  const [standing] = await readStanding(models, session, [batch]);
  if (standing === undefined) return new Map();
  const folded = batch.writes.map((write) => ({ write, ...fold(standing, [write], terms) }));
  if (await differsFromEntries(models, session, standing.wallet)) {
    // What stands already can be answered still; what a sick wallet has not is no answer.
    const open = folded.filter(({ entries, outcomes }) => entries.length > 0 || outcomes[0]?.kind === 'short');
    return new Map(open.map(({ write }) => [write, 'wallet_differs_from_entries']));
  }
  const existing = await existingIn(
    models,
    session,
    folded.flatMap(({ entries }) => entries),
  );
  return new Map(
    folded.flatMap(({ write, entries }): [Write, Collision][] => {
      if (entries.some(({ reference }) => existing.references.has(reference)))
        return [[write, 'entry_without_its_hold']];
      return entries.some((entry) => existing.tranches.has(trancheOf(entry)?.chargeId))
        ? [[write, 'tranche_without_its_credit']]
        : [];
    }),
  );
}

/** Entries stand beyond the wallet's place in its chain, or it has a document and never had an entry. */
async function differsFromEntries(models: LedgerModels, session: ClientSession, wallet: Wallet): Promise<boolean> {
  const key = walletKeyOf(wallet);
  const last = await models.entries
    .findOne(key, { seq: 1 })
    .sort({ seq: -1 })
    .session(session)
    .lean<Pick<EntryDocument, 'seq'>>();
  if (last !== null && last.seq > wallet.seq) return true;
  return wallet.seq === 0 && (await models.wallets.exists(key).session(session)) !== null;
}

/** Which of these entries' references, and of the tranches that they would open, are taken. */
async function existingIn(models: LedgerModels, session: ClientSession, entries: readonly JournalEntry[]) {
  const charges = entries.map((entry) => trancheOf(entry)?.chargeId).filter((charge) => charge !== undefined);
  const references = entries.map(({ reference }) => reference);
  const standing = await models.entries.find(among(references), { _id: 1 }).session(session).lean();
  const open = await models.tranches.find(among(charges), { _id: 1 }).session(session).lean();
  return {
    references: new Set<string>(standing.map(({ _id }) => _id)),
    tranches: new Set<string | undefined>(open.map(({ _id }) => _id)),
  };
}
