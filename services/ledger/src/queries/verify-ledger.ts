import type { LedgerProblem, VerifyLedgerResponse } from '@gx/contracts/ledger';
import { beginWalk, endWalk, type Problem, step, tranchesFit } from '../domain/walk.ts';
import type { WalletKey } from '../domain/wallet.ts';
import type { AuditStore } from '../store/audit.ts';

type Deps = { readonly audit: AuditStore };

const PROBLEMS_MAX = 100;

/**
 * Recomputes every wallet from its journal and walks every chain, beside the running service. Memory stays the same
 * however many wallets and entries there are; the caller ends it early by aborting `signal`.
 */
export const verifyLedger =
  ({ audit }: Deps) =>
  async (signal: AbortSignal): Promise<VerifyLedgerResponse> => {
    const report = { wallets: 0, entries: 0, problems: [] as LedgerProblem[], problemCount: 0 };
    let key = await audit.walletAfter(undefined);
    while (key !== undefined) {
      for await (const finding of verifyWallet(audit, key)) {
        signal.throwIfAborted();
        report.entries += finding.entries;
        report.problemCount += finding.problems.length;
        const room = PROBLEMS_MAX - report.problems.length;
        report.problems.push(...finding.problems.slice(0, room));
      }
      report.wallets += 1;
      key = await audit.walletAfter(key);
    }
    return report;
  };

type Finding = { readonly entries: number; readonly problems: readonly Problem[] };

/**
 * The order of reads makes this exact while entries are being posted: the last place of the chain first, then the
 * wallet, which can only be further on, since both change together; then the entries up to where the wallet stood.
 */
async function* verifyWallet(audit: AuditStore, key: WalletKey): AsyncGenerator<Finding> {
  const lastSeq = await audit.lastSeq(key);
  const wallet = await audit.wallet(key);
  let walk = beginWalk(key);
  for await (const entry of audit.chain(key, Math.max(wallet?.seq ?? 0, lastSeq))) {
    const { walk: next, problems } = step(walk, entry);
    walk = next;
    yield { entries: 1, problems };
  }
  yield { entries: 0, problems: [...endWalk(walk, wallet), ...tranchesFit(walk, await audit.held(key))] };
}
