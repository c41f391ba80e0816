import {
  faultOfHold,
  faultOfTranche,
  faultsOf,
  isWholeHold,
  relatedReferences,
  trancheOpenedBy,
} from '../domain/counterparts.ts';
import { type JournalEntry, paidReference, releaseReference } from '../domain/entry.ts';
import { entriesOf, holdOfEntry } from '../domain/hold.ts';
import type { Tranche } from '../domain/tranche.ts';
import { backingFits, type ChainPosition, type Problem, type ProblemKind } from '../domain/walk.ts';
import { walletKeyOf } from '../domain/wallet.ts';
import type { AuditStore } from '../store/audit.ts';

/** Holds a page of entries against their holds, their tranches and the other entries of the same Pix. */
export async function checkPage(
  audit: AuditStore,
  page: readonly JournalEntry[],
  patience: Date,
): Promise<readonly Problem[]> {
  const holds = await audit.holds(page.map(({ reference }) => holdOfEntry(reference)).filter(isDefined));
  const opened = page.map((entry) => trancheOpenedBy(entry)?.chargeId).filter(isDefined);
  const tranches = await audit.tranches(opened);
  const moved = await audit.moved(opened.filter((charge) => !tranches.has(charge)));
  const entries = await audit.entries(page.flatMap(relatedReferences));
  return page.flatMap((entry) =>
    faultsOf(entry, { holds, tranches, moved, entries }, patience).map((fault) => ({
      ...walletKeyOf(entry),
      seq: entry.seq,
      ...fault,
    })),
  );
}

/** Holds a wallet's holds and tranches against its entries and its balances, a page at a time. */
export async function* checkBacking(audit: AuditStore, walk: ChainPosition): AsyncGenerator<readonly Problem[]> {
  const problem = (kind: ProblemKind, message: string): Problem => ({
    ...walletKeyOf(walk),
    seq: walk.seq,
    kind,
    message,
  });
  for await (const page of audit.holdsOfWallet(walk)) {
    const entries = await audit.entries(
      page.filter(isWholeHold).flatMap((hold) => entriesOf(hold).map(({ reference }) => reference)),
    );
    const faults = page.map((hold) => faultOfHold(hold, entries)).filter(isDefined);
    yield faults.map((message) => problem('hold_mismatch', message));
  }
  for await (const page of audit.tranchesOfWallet(walk)) {
    const faults = await trancheFaults(audit, page);
    yield faults.map((message) => problem('tranche_mismatch', message));
  }
  yield backingFits(walk, await audit.backing(walk));
}

async function trancheFaults(audit: AuditStore, page: readonly Tranche[]): Promise<readonly string[]> {
  const opened = await audit.entries(page.map(({ chargeId }) => paidReference(chargeId)));
  const released = await audit.entries(page.map(({ chargeId }) => releaseReference(chargeId)));
  // A release takes its tranche away in the same moment: what is still there after it was seen will never be.
  const left = await audit.tranches([...released.values()].map(({ chargeId }) => chargeId).filter((id) => id !== null));
  const moved = await audit.moved(page.map(({ chargeId }) => chargeId));
  const faults = page.map((tranche) =>
    faultOfTranche(tranche, opened.get(paidReference(tranche.chargeId)), moved.get(tranche.chargeId)),
  );
  const stands = await Promise.all(
    page.map(async ({ chargeId }, nth) => {
      if (faults[nth] === undefined) return undefined;
      // A bank return may have come between the two reads: what counts is one moment.
      const now = await audit.trancheAtOnce(chargeId);
      return now === undefined
        ? undefined
        : faultOfTranche(now.tranche, opened.get(paidReference(chargeId)), now.moved);
    }),
  );
  return page.flatMap((tranche, nth) => {
    const fault = stands[nth];
    if (fault !== undefined) return [fault];
    return left.has(tranche.chargeId)
      ? [`the tranche of charge ${tranche.chargeId} was released and is still there`]
      : [];
  });
}

const isDefined = <T>(value: T | undefined): value is T => value !== undefined;
