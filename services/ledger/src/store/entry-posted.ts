import { type EncodedEvent, encodedEvent, ledgerEventCodec } from '@gx/contracts';
import { entryEventId, type JournalEntry } from '../domain/entry.ts';

const TYPE = 'ledger.entry_posted';

/**
 * The event that says an entry stands: a function of the entry, so each publication has the same id and
 * bytes.
 */
export function entryPosted(entry: JournalEntry, traceparent: string | undefined): EncodedEvent {
  const eventId = entryEventId(entry.reference);
  const { accountId, livemode } = entry;
  const value = ledgerEventCodec.encode({
    eventId,
    type: TYPE,
    tenant: { accountId, livemode },
    occurredAtMs: entry.at.getTime(),
    entryPosted: {
      reference: entry.reference,
      // The hash names this entry and, through the chain, everything before it.
      entryId: entry.hash,
      ...(entry.chargeId === null ? {} : { chargeId: entry.chargeId }),
      ...(entry.endToEndId === null ? {} : { endToEndId: entry.endToEndId }),
      postedAtMs: entry.at.getTime(),
    },
  });
  return encodedEvent(
    { eventId, type: TYPE, sequence: entry.seq, tenant: { accountId, livemode }, traceparent },
    value,
  );
}
