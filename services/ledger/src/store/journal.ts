import type { EncodedEvent } from '@gx/contracts';
import { isDuplicateKey } from '@gx/runtime';
import type { ClientSession } from 'mongoose';
import { type EntryDraft, isAnnounced, type JournalEntry } from '../domain/entry.ts';
import { fold, type HoldOutcome, type RefusalReason, type Standing } from '../domain/fold.ts';
import type { HoldAct } from '../domain/hold.ts';
import type { WalletKey } from '../domain/wallet.ts';
import { append, GuardLost, readWallet } from './append.ts';
import { toEntry, toHold } from './documents.ts';
import { entryPosted } from './entry-posted.ts';
import type { EntryDocument, HoldDocument, LedgerModels } from './models.ts';
import type { ReplicaRoll } from './replica-roll.ts';

/** A draft, and the trace of what asks for it. */
export type Wanted = { readonly draft: EntryDraft; readonly traceparent: string | undefined };

/** One write to a wallet. */
export type Write = ({ readonly kind: 'post' } & Wanted) | { readonly kind: 'hold'; readonly act: HoldAct };

/** What became of one draft: `posted` now, or `known` because an entry of its reference stood already. */
export type Outcome =
  | { readonly kind: 'posted' | 'known'; readonly entry: JournalEntry; readonly event: EncodedEvent | undefined }
  | { readonly kind: 'refused'; readonly reason: RefusalReason };
export type WriteOutcome = Outcome | HoldOutcome;

const TRANSACTION = {
  readConcern: { level: 'snapshot' },
  writeConcern: { w: 'majority', journal: true },
  readPreference: 'primary',
} as const;
const ATTEMPTS_MAX = 30;

/** The one way into the journal: entries and holds, and the change of their wallet, in one transaction per wallet. */
export function journalStore(models: LedgerModels, roll: ReplicaRoll) {
  return {
    /** Writes to one wallet together; one outcome for each, in order. A reference that stands is left as it is. */
    async write(key: WalletKey, writes: readonly Write[], at: Date): Promise<readonly WriteOutcome[]> {
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await models.connection.withSession(async (session) => {
            await roll.enlist(session);
            return session.withTransaction(() => writeOnce(models, session, { key, writes, at }), TRANSACTION);
          });
        } catch (error) {
          // Another replica was first. What it wrote is read by the next attempt, which folds again on top of it.
          const outrun = error instanceof GuardLost || isDuplicateKey(error);
          if (!outrun || attempt >= ATTEMPTS_MAX) throw error;
        }
      }
    },
  };
}
export type JournalStore = ReturnType<typeof journalStore>;

type Batch = { readonly key: WalletKey; readonly writes: readonly Write[]; readonly at: Date };

async function writeOnce(
  models: LedgerModels,
  session: ClientSession,
  { key, writes, at }: Batch,
): Promise<readonly WriteOutcome[]> {
  const standing = await read(models, session, { key, writes });
  const { entries, holds, after, outcomes } = fold(standing, writes, at);
  const traces = new Map(
    writes.flatMap((write) => (write.kind === 'post' ? [[write.draft.reference, write.traceparent] as const] : [])),
  );
  const announce = (entry: JournalEntry) =>
    isAnnounced(entry) ? entryPosted(entry, traces.get(entry.reference)) : undefined;
  const additions = entries.map((entry) => ({ entry, event: announce(entry) }));
  const stood = new Set(standing.holds.keys());
  await append(models, session, { before: standing.wallet, after, additions, holds, stood });
  const events = new Map(additions.map(({ entry, event }) => [entry.reference, event]));
  return outcomes.map((outcome): WriteOutcome => {
    if (!('entry' in outcome)) return outcome;
    const { entry } = outcome;
    return { ...outcome, event: events.has(entry.reference) ? events.get(entry.reference) : announce(entry) };
  });
}

/**
 * The wallet, and whatever stands under the references that are asked for, in whatever wallet: a reference is unique in
 * the whole ledger.
 */
async function read(models: LedgerModels, session: ClientSession, batch: Omit<Batch, 'at'>): Promise<Standing> {
  const posts = batch.writes.flatMap((write) => (write.kind === 'post' ? [write.draft.reference] : []));
  const acts = batch.writes.flatMap((write) => (write.kind === 'hold' ? [write.act.reference] : []));
  const entries =
    posts.length === 0
      ? []
      : await models.entries
          .find({ _id: { $in: posts } })
          .session(session)
          .lean<EntryDocument[]>();
  const holds =
    acts.length === 0
      ? []
      : await models.holds
          .find({ _id: { $in: acts } })
          .session(session)
          .lean<HoldDocument[]>();
  return {
    wallet: await readWallet(models, session, batch.key),
    entries: new Map(entries.map(toEntry).map((entry) => [entry.reference, entry])),
    holds: new Map(holds.map(toHold).map((hold) => [hold.reference, hold])),
  };
}
