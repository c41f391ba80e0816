import { ListUnread, type ProviderInfraction } from '@gx/providers';
import { contextFrom, inSpan, SpanKind } from '@gx/runtime';
import type { Bank } from '../banks/bank-directory.ts';
import type { Callback } from '../store/callbacks.ts';
import type { HandlingResult } from './decide-for-callback.ts';
import { infractionPages, REPORTS_OF_DAYS } from './list-infractions.ts';
import { type RecordCaseDeps, type RecordingOutcome, recordInfraction } from './record-case.ts';

/** What became of it; a report that contradicts what stands is done with: people were told. */
const RESULT = {
  recorded: 'decided',
  contradicts: 'decided',
  nothing_left: 'decided',
  later: 'later',
  unmatched: 'unmatched',
} as const satisfies Record<RecordingOutcome, HandlingResult>;

/**
 * A callback that names an infraction report: the bank's list is asked, and the case follows what it shows.
 * The work runs in the callback's trace.
 */
export async function applyInfractionCallback(
  deps: RecordCaseDeps,
  bank: Bank,
  { traceparent, infractionId }: Pick<Callback, 'traceparent'> & { readonly infractionId: string },
): Promise<HandlingResult> {
  const options = {
    kind: SpanKind.CONSUMER,
    parent: contextFrom(traceparent ?? undefined),
    attributes: { 'gx.bank.profile': bank.id },
    links: [],
  } as const;
  return inSpan('record case', options, async () => {
    const shown = await findInfraction(bank, infractionId, deps.now());
    if (shown === undefined || shown === null) return shown === null ? 'denied' : 'later';
    return RESULT[await recordInfraction(deps, bank, shown)];
  });
}

/** A report as its bank shows it now; null: it has none of this id. Undefined: it cannot be asked. */
export async function findInfraction(
  bank: Bank,
  id: string,
  now: Date,
): Promise<ProviderInfraction | null | undefined> {
  if (!bank.provider.capabilities().infractions) return null;
  try {
    for await (const page of infractionPages(bank, REPORTS_OF_DAYS, now))
      for (const element of page)
        if (element.kind === 'infraction' && element.infraction.id === id) return element.infraction;
    return null;
  } catch (error) {
    if (!(error instanceof ListUnread)) throw error;
    return undefined;
  }
}
