import type { JournalEntry } from '../domain/entry.ts';
import { beginWalk, endWalk, isWhole, type Problem, step, unlistedFaults } from '../domain/walk.ts';
import type { WalletKey } from '../domain/wallet.ts';
import type { AuditStore } from '../store/audit.ts';
import { checkBacking, checkPage } from './check-counterparts.ts';

/** One stretch of a wallet's chain, and what was found on it. */
export type Stretch = {
  readonly entries: readonly JournalEntry[];
  readonly problems: readonly Problem[];
  /** Of the stretch at the end of the chain: whether there is a wallet or an entry of one at all. */
  readonly exists?: boolean;
};

/**
 * Walks one wallet from its first entry to its last, a page at a time, and holds it against all that has to
 * agree with it. The order of reads makes this exact while entries are being posted, however long the walk
 * takes: the last place of the chain first, then the wallet, which can only be further on, since both change
 * together; then the entries up to where the wallet stood. `patience` is how old news must be to be missed.
 */
export async function* walkWallet(audit: AuditStore, key: WalletKey, patience: () => Date): AsyncGenerator<Stretch> {
  const lastSeq = await audit.lastSeq(key);
  const wallet = await audit.wallet(key);
  let walk = beginWalk(key);
  for await (const entries of audit.chain(key, Math.max(wallet?.seq ?? 0, lastSeq))) {
    const problems: Problem[] = [];
    for (const entry of entries) {
      const checked = step(walk, entry);
      walk = checked.walk;
      problems.push(...checked.problems);
    }
    problems.push(...unlistedFaults(entries, wallet?.listed?.seq ?? 0));
    problems.push(...(await checkPage(audit, entries.filter(isWhole), patience())));
    yield { entries, problems };
  }
  // A reference that was voided before it was placed names a wallet that may never have been.
  yield { entries: [], problems: endWalk(walk, wallet), exists: wallet !== undefined || walk.seq > 0 };
  for await (const problems of checkBacking(audit, walk)) yield { entries: [], problems };
}
