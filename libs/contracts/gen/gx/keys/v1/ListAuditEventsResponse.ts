// Original file: gx/keys/v1/keys.proto

import type { AuditEventInput as _gx_keys_v1_AuditEventInput, AuditEvent as _gx_keys_v1_AuditEvent } from '../../../gx/keys/v1/AuditEvent.ts';

export interface ListAuditEventsResponseInput {
  'events'?: (_gx_keys_v1_AuditEventInput)[];
  'hasMore'?: (boolean);
}

export interface ListAuditEventsResponse {
  'events': (_gx_keys_v1_AuditEvent)[];
  'hasMore': (boolean);
}
