// Original file: gx/ledger/v1/ledger_events.proto

import type { TenantInput as _gx_common_v1_TenantInput, Tenant as _gx_common_v1_Tenant } from '../../../gx/common/v1/Tenant.ts';
import type { EntryPostedInput as _gx_ledger_v1_EntryPostedInput, EntryPosted as _gx_ledger_v1_EntryPosted } from '../../../gx/ledger/v1/EntryPosted.ts';
import type { Long } from '@grpc/proto-loader';

/**
 * What happened in the ledger. Topic gx.ledger.events.v1, key account id.
 */
export interface LedgerEventInput {
  'eventId'?: (string);
  /**
   * ledger.entry_posted.
   */
  'type'?: (string);
  'tenant'?: (_gx_common_v1_TenantInput | null);
  'occurredAtMs'?: (number | string | Long);
  'entryPosted'?: (_gx_ledger_v1_EntryPostedInput | null);
  'body'?: "entryPosted";
}

/**
 * What happened in the ledger. Topic gx.ledger.events.v1, key account id.
 */
export interface LedgerEvent {
  'eventId': (string);
  /**
   * ledger.entry_posted.
   */
  'type': (string);
  'tenant': (_gx_common_v1_Tenant | null);
  'occurredAtMs': (number);
  'entryPosted'?: (_gx_ledger_v1_EntryPosted | null);
  'body'?: "entryPosted";
}
