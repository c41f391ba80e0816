import { type Cents, cents } from '@gx/core';
import {
  isDatabaseUnavailable,
  isDuplicateKey,
  type OutboxRecord,
  type ReplicaRegistry,
  transactionsOn,
} from '@gx/runtime/mongo';
import type { ClientSession } from 'mongoose';
import { isAnnounced, type JournalEntry } from '../domain/entry.ts';
import { fold, type HoldOutcome, type RefusalReason, type WalletSnapshot } from '../domain/fold.ts';
import type { Wallet } from '../domain/wallet.ts';
import { announcementOf } from './announcements.ts';
import { append, GuardLost, type WalletChange } from './append.ts';
import { type Collision, collisionsOf } from './collisions.ts';
import type { LedgerModels } from './models.ts';
import { rememberedWallets } from './remembered-wallets.ts';
import { readStanding, type WalletBatch, type Write } from './standing.ts';

export type { PostRequest, WalletBatch, Write } from './standing.ts';

/** What became of one draft: `posted` now, or `known` because an entry of its reference stood already. */
export type JournalOutcome =
  | { readonly kind: 'posted' | 'known'; readonly entry: JournalEntry; readonly event: OutboxRecord | undefined }
  | { readonly kind: 'refused'; readonly reason: RefusalReason | Collision };
export type WriteOutcome = JournalOutcome | HoldOutcome;

const ATTEMPTS_MAX = 30;
const ALONE_AT_ONCE = 10;

type BatchResult = PromiseSettledResult<readonly WriteOutcome[]>;
type CollisionsByWrite = ReadonlyMap<Write, Collision>;

/** Several wallets met somebody else's writes: each goes on alone. */
class BatchConflict extends Error {
  override readonly name = 'BatchConflict';
}

/** The one way into the journal: entries and holds, and the change of their wallets, in one transaction. */
export function journalStore(models: LedgerModels, registry: ReplicaRegistry, creditMax: Cents = cents(0)) {
  const inTransaction = transactionsOn(models.connection, registry);
  const remembered = rememberedWallets();
  /** One transaction over these wallets, which are remembered as it leaves them. */
  const writeTogether = async (
    transaction: Transaction,
    mayRun: (attempt: number) => boolean = () => true,
  ): Promise<Outcomes> => {
    try {
      const { outcomes, wallets } = await inTransaction((session, attempt) => {
        if (!mayRun(attempt)) throw new BatchConflict('somebody else writes to one of these wallets');
        return writeOnce(models, session, transaction);
      });
      for (const wallet of wallets) remembered.keep(wallet);
      return outcomes;
    } catch (error) {
      for (const { key } of transaction.batches) remembered.forget(key);
      throw error;
    }
  };

  const once = (attempt: number): boolean => attempt === 1;

  /** Undefined when the wallets have to be read: they are not remembered, or another write was first. */
  async function writeGuessed(batches: readonly WalletBatch[], at: Date): Promise<Outcomes | undefined> {
    const guess = remembered.guess(batches);
    if (guess === undefined) return undefined;
    try {
      return await writeTogether({ batches, at, creditMax, guess }, once);
    } catch (error) {
      if (isOutrun(error) || error instanceof BatchConflict) return undefined;
      throw error;
    }
  }

  /** Writes what nothing keeps from being written; one outcome for each write all the same. */
  async function writeRest(batch: WalletBatch, refused: CollisionsByWrite, at: Date): Promise<readonly WriteOutcome[]> {
    const writes = batch.writes.filter((write) => !refused.has(write));
    const rest = { batches: [{ ...batch, writes }], at, creditMax };
    const [outcomes = []] = writes.length === 0 ? [] : await writeTogether(rest);
    const written = outcomes.values();
    return batch.writes.map((write) => {
      const reason = refused.get(write);
      return reason === undefined ? (written.next().value as WriteOutcome) : { kind: 'refused', reason };
    });
  }

  async function writeAlone(batch: WalletBatch, at: Date): Promise<readonly WriteOutcome[]> {
    let refused: CollisionsByWrite = new Map();
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await writeRest(batch, refused, at);
      } catch (error) {
        // What another one wrote is read by the next attempt, which folds again on top of it.
        if (!isOutrun(error) || attempt >= ATTEMPTS_MAX) throw error;
        // Reading again has not helped: is it the wallet's own data?
        if (attempt === 1 || !isDuplicateKey(error)) continue;
        const found = await inTransaction((session) => collisionsOf(models, session, { batch, at, creditMax }));
        refused = new Map([...refused, ...found]);
      }
    }
  }

  return {
    /**
     * Writes to several wallets in one transaction; one outcome for each write, in order. A reference that
     * stands is left as it is. Whatever keeps them from being written together, another replica's write or
     * one sick wallet, each is then written alone, so that none fails for another's sake; what the data of
     * its own wallet keep out is refused.
     */
    async write(batches: readonly WalletBatch[], at: Date): Promise<readonly BatchResult[]> {
      const guessed = await writeGuessed(batches, at);
      if (guessed !== undefined) return guessed.map((value) => ({ status: 'fulfilled', value }));
      if (batches.length > 1) {
        try {
          const outcomes = await writeTogether({ batches, at, creditMax }, once);
          return outcomes.map((value) => ({ status: 'fulfilled', value }));
        } catch (error) {
          if (isDatabaseUnavailable(error) && !isOutrun(error)) throw error;
        }
      }
      const written: BatchResult[] = [];
      for (let from = 0; from < batches.length; from += ALONE_AT_ONCE) {
        const some = batches.slice(from, from + ALONE_AT_ONCE);
        written.push(...(await Promise.allSettled(some.map((batch) => writeAlone(batch, at)))));
      }
      return written;
    },
  };
}
export type JournalStore = ReturnType<typeof journalStore>;

/**
 * Another replica was first, or took this one for dead and ended its session: nothing but the attempt is
 * lost.
 */
const isOutrun = (error: unknown): boolean =>
  error instanceof GuardLost || isDuplicateKey(error) || isInterrupted(error);

/**
 * MongoDB's answers to what runs in a session that is being killed: `Interrupted`, and `NoSuchTransaction` to
 * a commit that came too late. The driver retries neither of them once the answer's write concern was
 * interrupted as well. Whatever became of the commit, the next attempt looks for its references first.
 */
const KILLED = new Set<unknown>([11_601, 251]);
const isInterrupted = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && KILLED.has(error.code);

type Transaction = {
  readonly batches: readonly WalletBatch[];
  readonly at: Date;
  readonly creditMax: Cents;
  /** What stands, where that need not be read. */
  readonly guess?: readonly WalletSnapshot[];
};
/** Of each wallet one outcome for each write. */
type Outcomes = readonly (readonly WriteOutcome[])[];

async function writeOnce(
  models: LedgerModels,
  session: ClientSession,
  { batches, at, creditMax, guess }: Transaction,
): Promise<{ readonly outcomes: Outcomes; readonly wallets: readonly Wallet[] }> {
  const standing = guess ?? (await readStanding(models, session, batches));
  const steps: WalletChange[] = [];
  const results = batches.map(({ writes }, nth) => {
    const before = standing[nth] as WalletSnapshot;
    const { entries, holds, tranches, after, outcomes } = fold(before, writes, { at, creditMax });
    // What stands decides whether that is an answer.
    if (guess !== undefined && outcomes.some(({ kind }) => kind === 'refused'))
      throw new GuardLost('a write is refused on what is only remembered');
    const announce = announcer(writes);
    const additions = entries.map((entry) => ({ entry, event: announce(entry) }));
    const stood = new Set(before.holds.keys());
    steps.push({ before: before.wallet, after, additions, holds, tranches, stood });
    const events = new Map(additions.map(({ entry, event }) => [entry.reference, event]));
    return outcomes.map((outcome): WriteOutcome => {
      if (!('entry' in outcome)) return outcome;
      const { entry } = outcome;
      return { ...outcome, event: events.has(entry.reference) ? events.get(entry.reference) : announce(entry) };
    });
  });
  await append(models, session, steps);
  return { outcomes: results, wallets: steps.map(({ after }) => after) };
}

/** How an entry is announced: in the trace of what asked for it. */
function announcer(writes: readonly Write[]): (entry: JournalEntry) => OutboxRecord | undefined {
  const posts = writes.flatMap((write) => (write.kind === 'post' ? [write] : []));
  const traces = new Map(posts.map(({ draft, traceparent }) => [draft.reference, traceparent]));
  return (entry) => (isAnnounced(entry) ? announcementOf(entry, traces.get(entry.reference)) : undefined);
}
