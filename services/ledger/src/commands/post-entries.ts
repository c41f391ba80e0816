import { invariant } from '@gx/core';
import type { JournalOutcome, PostRequest, WriteOutcome } from '../store/journal.ts';
import type { WriteWallets } from './wallet-writer.ts';

/** Posts drafts of any wallets; one outcome per draft, in the order given. */
export async function postEntries(
  write: WriteWallets,
  requests: readonly PostRequest[],
): Promise<readonly JournalOutcome[]> {
  const outcomes = await write(requests.map((item) => ({ kind: 'post', ...item })));
  return outcomes.map(ofDraft);
}

function ofDraft(outcome: WriteOutcome): JournalOutcome {
  const own = outcome.kind === 'posted' || outcome.kind === 'known' || outcome.kind === 'refused';
  invariant(own, "a draft got a hold's outcome");
  return outcome;
}
