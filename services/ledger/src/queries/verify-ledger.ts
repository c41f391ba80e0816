import type { MessageDraft } from '@gx/contracts';
import type { VerifyLedgerRequest, VerifyLedgerResponse } from '@gx/contracts/ledger';
import { addMillis } from '@gx/core';
import { addressSums } from '../domain/address-sums.ts';
import { isWhole, type Problem } from '../domain/walk.ts';
import type { WalletKey } from '../domain/wallet.ts';
import type { AuditStore } from '../store/audit.ts';
import { walkWallet } from './walk-wallet.ts';

export type VerifyLedgerDeps = { readonly audit: AuditStore; readonly now: () => Date };

const PROBLEMS_MAX = 100;
export const SUSPENSE_GRACE_SECONDS = 300;

/** Where the findings of a run are gathered: at most so many in words, all of them in number. */
type Report = MessageDraft<Pick<VerifyLedgerResponse, 'wallets' | 'entries' | 'problems' | 'problemCount'>>;
type Run = {
  readonly report: Report;
  readonly sums: ReturnType<typeof addressSums>;
  readonly patience: Date;
  readonly signal: AbortSignal;
};

/**
 * Recomputes every wallet from its journal, walks every chain, and holds each entry against what has to agree
 * with it, beside the running service. Memory stays the same however many wallets and entries there are; the
 * caller ends it early by aborting `signal`.
 */
export async function verifyLedger(
  { audit, now }: VerifyLedgerDeps,
  request: VerifyLedgerRequest,
  signal: AbortSignal,
): Promise<VerifyLedgerResponse> {
  const graceSeconds = request.suspenseGraceSeconds ?? SUSPENSE_GRACE_SECONDS;
  const report: Report = { wallets: 0, entries: 0, problems: [], problemCount: 0 };
  const run: Run = { report, sums: addressSums(), patience: addMillis(now(), -graceSeconds * 1_000), signal };
  let key = await audit.walletAfter(undefined);
  while (key !== undefined) {
    await verifyWallet(audit, key, run);
    key = await audit.walletAfter(key);
  }
  return { ...report, addresses: [...run.sums.list()] };
}

async function verifyWallet(audit: AuditStore, key: WalletKey, run: Run): Promise<void> {
  for await (const { entries, problems, exists } of walkWallet(audit, key, () => run.patience)) {
    run.signal.throwIfAborted();
    for (const entry of entries.filter(isWhole)) run.sums.addEntry(entry);
    run.report.entries += entries.length;
    if (exists === true) run.report.wallets += 1;
    note(run, problems);
  }
}

function note({ report }: Run, problems: readonly Problem[]): void {
  report.problemCount += problems.length;
  report.problems.push(...problems.slice(0, PROBLEMS_MAX - report.problems.length));
}
