// Written by `npm run generate` from protos/gx/ledger/v1/ledger_events.proto.
import type { Tenant } from '../../common/v1/common.ts';

/** What happened in the ledger. Topic gx.ledger.events.v1, key account id. */
export type LedgerEvent = {
  readonly eventId: string;
  /** ledger.entry_posted. */
  readonly type: string;
  readonly tenant: Tenant | null;
  readonly occurredAtMs: number;
  readonly entryPosted?: EntryPosted;
};

/** A journal entry stands. Sent again, unchanged, whenever its reference is asked for again. */
export type EntryPosted = {
  /** paid:<charge id> for a credit. */
  readonly reference: string;
  readonly entryId: string;
  /** Set for credits of a charge. */
  readonly chargeId?: string;
  readonly endToEndId?: string;
  readonly postedAtMs: number;
};
