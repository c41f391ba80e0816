import type { EncodedEvent } from '@gx/contracts';
import { isDuplicateKey } from '@gx/runtime';
import type { ClientSession } from 'mongoose';
import { type EntryDraft, isAnnounced, type JournalEntry, type Reference, saysTheSame } from '../domain/entry.ts';
import { firstOfEach, fold, type RefusalReason } from '../domain/fold.ts';
import type { WalletKey } from '../domain/wallet.ts';
import { append, GuardLost, readWallet } from './append.ts';
import { toEntry } from './documents.ts';
import { entryPosted } from './entry-posted.ts';
import type { EntryDocument, LedgerModels } from './models.ts';
import type { ReplicaRoll } from './replica-roll.ts';

/** A draft, and the trace of what asks for it. */
export type Wanted = { readonly draft: EntryDraft; readonly traceparent: string | undefined };

/** What became of one draft: `posted` now, or `known` because an entry of its reference stood already. */
export type Outcome =
  | { readonly kind: 'posted' | 'known'; readonly entry: JournalEntry; readonly event: EncodedEvent | undefined }
  | { readonly kind: 'refused'; readonly reason: RefusalReason };

const TRANSACTION = {
  readConcern: { level: 'snapshot' },
  writeConcern: { w: 'majority', journal: true },
  readPreference: 'primary',
} as const;
const ATTEMPTS_MAX = 30;

/** The one way into the journal: entries, and the change of their wallet, in one transaction per wallet. */
export function journalStore(models: LedgerModels, roll: ReplicaRoll) {
  return {
    /** Posts drafts of one wallet together; one outcome for each, in order. A reference that stands is left as it is. */
    async post(key: WalletKey, wanted: readonly Wanted[], at: Date): Promise<readonly Outcome[]> {
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await models.connection.withSession(async (session) => {
            await roll.enlist(session);
            return session.withTransaction(() => postOnce(models, session, { key, wanted, at }), TRANSACTION);
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

type Post = { readonly key: WalletKey; readonly wanted: readonly Wanted[]; readonly at: Date };

async function postOnce(models: LedgerModels, session: ClientSession, post: Post): Promise<readonly Outcome[]> {
  const traces = new Map(post.wanted.map(({ draft, traceparent }) => [draft.reference, traceparent]));
  const announce = (entry: JournalEntry) =>
    isAnnounced(entry) ? entryPosted(entry, traces.get(entry.reference)) : undefined;
  const drafts = firstOfEach(post.wanted.map(({ draft }) => draft));
  const outcomes = new Map<Reference, Outcome>();
  for (const entry of await standing(models, session, drafts)) {
    outcomes.set(entry.reference, { kind: 'known', entry, event: announce(entry) });
  }
  const fresh = drafts.filter(({ reference }) => !outcomes.has(reference));
  if (fresh.length > 0) {
    const before = await readWallet(models, session, post.key);
    const folded = fold(before, fresh, post.at);
    const additions = folded.entries.map((entry) => ({ entry, event: announce(entry) }));
    await append(models, session, { before, after: folded.after, additions });
    for (const { entry, event } of additions) outcomes.set(entry.reference, { kind: 'posted', entry, event });
    for (const { draft, reason } of folded.refused) outcomes.set(draft.reference, { kind: 'refused', reason });
  }
  const own = new Set(fresh);
  return post.wanted.map(({ draft }) => outcomeOf(draft, outcomes.get(draft.reference), own.has(draft)));
}

/** The entries that stand for these references, in whatever wallet: a reference is unique in the whole journal. */
async function standing(models: LedgerModels, session: ClientSession, drafts: readonly EntryDraft[]) {
  const references = drafts.map(({ reference }) => reference);
  const found = await models.entries
    .find({ _id: { $in: references } })
    .session(session)
    .lean<EntryDocument[]>();
  return found.map(toEntry);
}

/** A draft that is not itself what was posted shares the outcome of its reference only if it says the same. */
function outcomeOf(draft: EntryDraft, outcome: Outcome | undefined, own: boolean): Outcome {
  const agreed = outcome !== undefined && (own || outcome.kind === 'refused' || saysTheSame(draft, outcome.entry));
  return agreed ? outcome : { kind: 'refused', reason: 'reference_says_otherwise' };
}
