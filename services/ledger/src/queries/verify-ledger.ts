import type { VerifyLedgerRequest, VerifyLedgerResponse } from '@gx/contracts/ledger';
import { addMillis } from '@gx/core';
import { addressSums } from '../domain/address-sums.ts';
import { beginWalk, endWalk, isWhole, type Problem, step } from '../domain/walk.ts';
import type { WalletKey } from '../domain/wallet.ts';
import type { AuditStore } from '../store/audit.ts';
import { checkBacking, checkPage } from './check-counterparts.ts';

type Deps = { readonly audit: AuditStore; readonly now: () => Date };

const PROBLEMS_MAX = 100;
const SUSPENSE_GRACE_SECONDS = 300;

/** Where the findings of a run are gathered: at most so many in words, all of them in number. */
type Report = Pick<VerifyLedgerResponse, 'wallets' | 'entries' | 'problems' | 'problemCount'>;
type Run = {
  readonly report: Report;
  readonly sums: ReturnType<typeof addressSums>;
  readonly patience: Date;
  readonly signal: AbortSignal;
};

/**
 * Recomputes every wallet from its journal, walks every chain, and holds each entry against what has to agree with it,
 * beside the running service. Memory stays the same however many wallets and entries there are; the caller ends it
 * early by aborting `signal`.
 */
export const verifyLedger =
  ({ audit, now }: Deps) =>
  async (request: VerifyLedgerRequest, signal: AbortSignal): Promise<VerifyLedgerResponse> => {
    const graceSeconds = request.suspenseGraceSeconds ?? SUSPENSE_GRACE_SECONDS;
    const report: Report = { wallets: 0, entries: 0, problems: [], problemCount: 0 };
    const run: Run = { report, sums: addressSums(), patience: addMillis(now(), -graceSeconds * 1_000), signal };
    let key = await audit.walletAfter(undefined);
    while (key !== undefined) {
      await verifyWallet(audit, key, run);
      key = await audit.walletAfter(key);
    }
    return { ...report, addresses: [...run.sums.list()] };
  };

/**
 * The order of reads makes this exact while entries are being posted: the last place of the chain first, then the
 * wallet, which can only be further on, since both change together; then the entries up to where the wallet stood.
 */
async function verifyWallet(audit: AuditStore, key: WalletKey, run: Run): Promise<void> {
  const lastSeq = await audit.lastSeq(key);
  const wallet = await audit.wallet(key);
  let walk = beginWalk(key);
  for await (const page of audit.chain(key, Math.max(wallet?.seq ?? 0, lastSeq))) {
    run.signal.throwIfAborted();
    for (const entry of page) {
      const { walk: next, problems } = step(walk, entry);
      walk = next;
      note(run, problems);
      if (isWhole(entry)) run.sums.add(entry);
    }
    run.report.entries += page.length;
    note(run, await checkPage(audit, page.filter(isWhole), run.patience));
  }
  // A reference that was voided before it was placed names a wallet that may never have been.
  if (wallet !== undefined || walk.seq > 0) run.report.wallets += 1;
  note(run, endWalk(walk, wallet));
  for await (const problems of checkBacking(audit, walk)) {
    run.signal.throwIfAborted();
    note(run, problems);
  }
}

function note({ report }: Run, problems: readonly Problem[]): void {
  report.problemCount += problems.length;
  report.problems.push(...problems.slice(0, PROBLEMS_MAX - report.problems.length));
}
